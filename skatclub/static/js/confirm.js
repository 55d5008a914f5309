// A form or button with data-confirm="question" asks in the page's dialog first.
const dialog = document.querySelector("[data-confirm-dialog]");

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const button = event.submitter;
    const question = button?.dataset.confirm ?? form.dataset.confirm;
    if (!question || !dialog?.showModal || form.dataset.confirmed) return;

    // Before htmx and the browser see it.
    event.preventDefault();
    event.stopImmediatePropagation();
    dialog.querySelector("p").textContent = question;
    dialog.returnValue = "";
    dialog.onclose = () => {
      if (dialog.returnValue !== "yes") return;
      form.dataset.confirmed = "yes";
      form.requestSubmit(button);
      delete form.dataset.confirmed;
    };
    dialog.showModal();
  },
  true,
);
