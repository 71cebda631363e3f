// Comforts only: every page works without this file.
"use strict";

/** Shows a box that ticks all or none, and lets shift-click tick a range. */
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

/** Takes a table that fits out of its scroll box: its head then sticks to the window, and Tab passes it by. */
function unboxWhatFits(box) {
  new ResizeObserver(() => {
    const fits = box.scrollWidth <= box.clientWidth;
    box.classList.toggle("fits", fits);
    if (fits) box.removeAttribute("tabindex");
    else box.tabIndex = 0;
  }).observe(box);
}

/** Copies an element's text, also where the page came over plain HTTP and has no clipboard. */
async function copy(element) {
  if (navigator.clipboard) return navigator.clipboard.writeText(element.textContent);
  getSelection().selectAllChildren(element);
  document.execCommand("copy");
}

/** Shows a button that copies the text of the element it names. */
function copyButton(button) {
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await copy(document.getElementById(button.dataset.copy));
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 2000);
  });
}

/** Takes a file that is dropped anywhere on a form as if it had been chosen. */
function dropFile(form) {
  const file = form.querySelector("input[type=file]");
  if (!file) return;
  form.addEventListener("dragover", (event) => event.preventDefault());
  form.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    file.files = event.dataTransfer.files;
  });
}

document.querySelectorAll("form[data-drop]").forEach(dropFile);
document.querySelectorAll("form[data-ticks]").forEach(tickRows);
document.querySelectorAll("button[data-copy]").forEach(copyButton);
document.querySelectorAll(".scroll").forEach(unboxWhatFits);
