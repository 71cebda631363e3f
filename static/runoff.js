// Comforts only: every page works without this file.
"use strict";

const TICKED = "ticked";

/** The ids of the runs ticked in this tab, on whatever page. */
function tickedRuns() {
  return new Set(JSON.parse(sessionStorage.getItem(TICKED) ?? "[]"));
}

/** Shows a box that ticks all or none, lets shift-click tick a range, and remembers what is
    ticked from page to page. */
function tickRows(form) {
  const boxes = [...form.querySelectorAll('input[name="run"]')];
  const submit = form.querySelector("button[type=submit]");
  const all = form.querySelector("[data-tick-all]");
  const none = form.querySelector("[data-untick]");
  let last = null;
  const elsewhere = () => [...tickedRuns()].filter((id) => !boxes.some((box) => box.value === id));
  const show = () => {
    const here = boxes.filter((box) => box.checked).length;
    const other = elsewhere().length;
    submit.textContent = here + other ? `Compare ${here + other} ticked` : "Compare ticked";
    if (other) submit.textContent += `, ${other} on other pages`;
    if (none) none.hidden = here + other === 0;
    if (all) {
      all.checked = here > 0 && here === boxes.length;
      all.indeterminate = here > 0 && here < boxes.length;
    }
  };
  const remember = () => {
    const here = boxes.filter((box) => box.checked).map((box) => box.value);
    sessionStorage.setItem(TICKED, JSON.stringify([...elsewhere(), ...here]));
    show();
  };
  const ticked = tickedRuns();
  for (const box of boxes) {
    box.checked = ticked.has(box.value);
    box.addEventListener("click", (event) => {
      if (event.shiftKey && last) {
        const [from, to] = [boxes.indexOf(last), boxes.indexOf(box)].sort((a, b) => a - b);
        for (const between of boxes.slice(from, to + 1)) between.checked = box.checked;
      }
      last = box;
      remember();
    });
  }
  if (all) {
    all.closest("label").hidden = false;
    all.addEventListener("change", () => {
      for (const box of boxes) box.checked = all.checked;
      remember();
    });
  }
  none?.addEventListener("click", () => {
    sessionStorage.removeItem(TICKED);
    for (const box of boxes) box.checked = false;
    show();
  });
  form.addEventListener("formdata", (event) => {
    for (const id of elsewhere()) event.formData.append("run", id);
  });
  show();
}

/** Offers how a query's last term may go on, while it is typed. */
function completeQuery(input) {
  const list = document.getElementById(input.dataset.completions);
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const typed = input.value;
      const answer = await fetch(`/api/v1/completions?${new URLSearchParams({ q: typed })}`);
      if (!answer.ok || input.value !== typed) return;
      const { completions } = await answer.json();
      list.replaceChildren(...completions.map((completion) => new Option(completion, completion)));
    }, 150);
  });
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

/** Copies a text, also where the page came over plain HTTP and has no clipboard. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** Shows a button that copies the text it holds, or the one at the address it holds. */
function copyButton(button) {
  const label = button.textContent;
  const { copy: text, copyFrom: address } = button.dataset;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const answer = address && (await fetch(address));
    if (answer && !answer.ok) return;
    await copy(answer ? await answer.text() : text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 2000);
  });
}

/** Shows what a form asks for as soon as it is changed, and leaves the focus where it is. */
function showAtOnce(form) {
  let asked = 0;
  form.addEventListener("change", async (event) => {
    // Other sides have other names.
    if (["q", "by"].includes(event.target.name) && form.elements.base) form.elements.base.value = "";
    const mine = ++asked;
    const address = `${form.action}?${new URLSearchParams(new FormData(form))}`;
    const answer = await fetch(address, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asked || !page.getElementById("outcome")) return;
    for (const part of document.querySelectorAll("#outcome, #base, #metrics")) {
      // Copies: options that are moved out of a select one by one choose another each time.
      const shown = [...page.getElementById(part.id).childNodes];
      part.replaceChildren(...shown.map((node) => document.importNode(node, true)));
    }
    history.replaceState(null, "", address);
    const outcome = document.getElementById("outcome");
    furnish(outcome);
    const said = outcome.querySelector(".headline, .problem");
    document.getElementById("said").textContent = said ? said.textContent : "";
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

/** Gives a part of the page its comforts. */
function furnish(part) {
  part.querySelectorAll("form[data-drop]").forEach(dropFile);
  part.querySelectorAll("form[data-ticks]").forEach(tickRows);
  part.querySelectorAll("form[data-at-once]").forEach(showAtOnce);
  part.querySelectorAll("input[data-completions]").forEach(completeQuery);
  part.querySelectorAll("button:is([data-copy], [data-copy-from])").forEach(copyButton);
  part.querySelectorAll(".scroll").forEach(unboxWhatFits);
}

furnish(document);
