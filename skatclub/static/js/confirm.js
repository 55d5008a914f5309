// A form with a question in its hidden field "ask" asks in the page's dialog first, and
// then leaves the field out: where it is sent, a page asks.
const dialog = document.querySelector("[data-confirm-dialog]");

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const ask = form.querySelector("input[name=ask]:enabled");
    if (!ask?.value || !dialog?.showModal) return;

    // Before htmx and the browser see it.
    event.preventDefault();
    event.stopImmediatePropagation();
    const button = event.submitter;
    dialog.querySelector("p").textContent = ask.value;
    dialog.returnValue = "";
    dialog.onclose = () => {
      if (dialog.returnValue !== "yes") return;
      ask.disabled = true;
      form.requestSubmit(button);
      ask.disabled = false;
    };
    dialog.showModal();
  },
  true,
);
