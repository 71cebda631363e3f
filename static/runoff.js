// Comforts only: every page works without this file.
"use strict";

/** Adds a button that ticks all or none, and lets shift-click tick a range. */
function tickRows(form) {
  const boxes = [...form.querySelectorAll('input[name="run"]')];
  const submit = form.querySelector("button[type=submit]");
  const all = form.querySelector("[data-tick-all]");
  let last = null;
  const show = () => {
    const ticked = boxes.filter((box) => box.checked).length;
    submit.textContent = ticked ? `Compare ${ticked} ticked` : "Compare ticked";
    if (all) {
      all.checked = ticked > 0 && ticked === boxes.length;
      all.indeterminate = ticked > 0 && ticked < boxes.length;
    }
  };
  for (const box of boxes) {
    box.addEventListener("click", (event) => {
      if (event.shiftKey && last) {
        const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
        for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
      }
      last = box;
      show();
    });
  }
  if (all) {
    all.closest("label").hidden = false;
    all.addEventListener("change", () => {
      for (const box of boxes) box.checked = all.checked;
      show();
    });
  }
  show();
}

/** Shows a button that copies the text of the element it names. */
function copyButton(button) {
  if (!navigator.clipboard) return;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 2000);
  });
}

document.querySelectorAll("form[data-ticks]").forEach(tickRows);
document.querySelectorAll("button[data-copy]").forEach(copyButton);
document.querySelectorAll("select[data-submit]").forEach((select) => {
  select.addEventListener("change", () => select.form.requestSubmit());
});
