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

/** The text at an address; null where the server is away, takes too long or, unless told otherwise,
    answers that something is wrong. */
async function fetched(address, isWanted = (answer) => answer.ok) {
  const asked = { headers: { accept: "text/html, */*" }, signal: AbortSignal.timeout(30_000) };
  try {
    const answer = await fetch(address, asked);
    return isWanted(answer) ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Offers how a query's last term may go on, while it is typed. */
function completeQuery(input) {
  const list = document.getElementById(input.dataset.completions);
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const typed = input.value;
      const text = await fetched(`/api/v1/completions?${new URLSearchParams({ q: typed })}`);
      if (text === null || input.value !== typed) return;
      const { completions } = JSON.parse(text);
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

/** Copies a text, also where the page came over plain HTTP and has no clipboard; says whether it could. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // None there, or refused.
  }
  const focused = document.activeElement;
  const area = Object.assign(document.createElement("textarea"), { value: text });
  document.body.append(area);
  area.select();
  const could = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return could;
}

/** Shows a button that copies the text it holds, or the one at the address it holds. */
function copyButton(button) {
  const label = button.textContent;
  const { copy: text, copyFrom: address } = button.dataset;
  let timer = 0;
  button.hidden = false;
  button.ariaLive = "polite";
  button.addEventListener("click", async () => {
    const found = address ? await fetched(address) : text;
    button.textContent = found && (await copied(found)) ? "Copied" : "Could not copy";
    clearTimeout(timer);
    timer = setTimeout(() => (button.textContent = label), 2000);
  });
}

/** Takes over from a page what came out, and for a form's controls what is offered, and wrong. */
function takeOver(page, controls) {
  for (const part of document.querySelectorAll("#outcome, #base, #metrics, .mistake")) {
    // Copies: options that are moved out of a select one by one choose another each time.
    const nodes = [...page.getElementById(part.id).childNodes];
    part.replaceChildren(...nodes.map((node) => document.importNode(node, true)));
  }
  for (const control of controls) control.ariaInvalid = page.getElementById(control.id).ariaInvalid;
  document.title = page.title;
  furnish(document.getElementById("outcome"));
  const said = document.querySelector(".headline, .problem");
  document.getElementById("said").textContent = said ? said.textContent : "";
}

/** Shows what a form asks for as soon as it is changed, and leaves the focus where it is. Each change
    is a step that Back undoes. */
function showAtOnce(form) {
  const controls = () => [...form.elements].filter(({ name }) => name);
  const values = () => controls().map((control) => [control, control.value]);
  let asked = 0;
  let shown = location.search;
  let held = values();
  /** Shows the page at an address; false where there is none, undefined where another is asked for since. */
  const show = async (address) => {
    const mine = ++asked;
    document.getElementById("outcome").ariaBusy = "true";
    const text = await fetched(address, ({ status }) => status < 500);
    if (mine !== asked) return undefined;
    document.getElementById("outcome").ariaBusy = null;
    const page = new DOMParser().parseFromString(text ?? "", "text/html");
    if (!page.getElementById("outcome")) return false;
    takeOver(page, controls());
    return page;
  };
  /** Puts the controls back to what is shown, and says so where one was changed. */
  const putBack = (name, address) => {
    for (const [control, value] of held) control.value = value;
    const again = Object.assign(document.createElement("a"), { href: address, textContent: "Try again" });
    const problem = Object.assign(document.createElement("div"), { className: "problem", role: "alert" });
    problem.append("Not changed: the server does not answer. ", again);
    document.getElementById(`${name}-mistake`).replaceChildren(problem);
  };
  const addressed = () => `${form.action}?${new URLSearchParams(new FormData(form))}`;
  let coming = "";
  form.addEventListener("change", async ({ target: { name } }) => {
    // Other sides have other names.
    if (["q", "by"].includes(name) && form.elements.base) form.elements.base.value = "";
    const address = addressed();
    coming = address;
    const page = await show(address);
    if (coming === address) coming = "";
    if (page === undefined) return;
    if (!page) return putBack(name, address);
    history.pushState(null, "", address);
    shown = location.search;
    held = values();
  });
  // Enter in a changed field would ask for the same a second time, and Back have two steps to undo.
  form.addEventListener("submit", (event) => {
    if (addressed() === coming) event.preventDefault();
  });
  addEventListener("popstate", async () => {
    // Only a place on the page changed.
    if (location.search === shown) return;
    shown = location.search;
    const page = await show(location.href);
    if (page === undefined) return;
    if (!page) return location.reload();
    for (const { name, value } of page.querySelector("form[data-at-once]").elements) {
      if (name) form.elements[name].value = value;
    }
    held = values();
  });
}

/** Takes a file that is dropped anywhere on the page of a form as if it had been chosen: else the
    browser would leave the page for the file. */
function dropFile(form) {
  const file = form.querySelector("input[type=file]");
  const isFile = ({ dataTransfer }) => dataTransfer.types.includes("Files");
  addEventListener("dragover", (event) => isFile(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!isFile(event)) return;
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

/** Loads a page anew that the browser kept whole while its reader signed out: it says who was signed in. */
function forgetWho(form) {
  const SIGNED_OUT = "signed-out";
  form?.addEventListener("submit", () => sessionStorage.setItem(SIGNED_OUT, Date.now()));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && sessionStorage.getItem(SIGNED_OUT) > performance.timeOrigin) location.reload();
  });
}

furnish(document);
forgetWho(document.querySelector("form[action='/sign-out']"));
