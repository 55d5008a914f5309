// When the list is full and saved: everybody is shown what the server has of them, and
// says whether it is right: on the phone that writes, passed round, or on any other that
// has the code of the table. Without the server nothing of it can be said.
const ASK_AGAIN = 15_000; // others may have said something on their phones
let shown = ""; // the state of the list that was asked for
let asked = 0; // when
let drawn = "";

export async function showConfirming(table, { one, make, said, plain }) {
  const box = one("[data-confirm]");
  const isReady = !table.end && !table.isLocked && !table.waiting.length && !table.refused.length && table.lines().size >= table.data.games;
  if (!isReady) {
    shown = "";
    box.hidden = true;
    one("[data-unconfirmed]").hidden = false;
    return;
  }
  const state = `${table.epoch} ${table.next}`;
  if (state === shown && Date.now() - asked < ASK_AGAIN) return;
  shown = state;
  asked = Date.now();
  draw(await table.ask("GET", "closing/"));

  function draw({ status, body }) {
    if (status !== 200) {
      shown = "";
      if (status) table.note({ status, body });
      return;
    }
    const { words } = table.data;
    const answer = JSON.stringify(body);
    if (answer === drawn && !box.hidden) return;
    drawn = answer;
    box.hidden = !body.is_complete;
    one("[data-unconfirmed]").hidden = body.is_complete; // each row says as much
    const fields = { count: body.confirmed, seats: body.seats.length };
    const isByAll = body.confirmed === body.seats.length;
    one("[data-confirmed]").textContent = isByAll ? `✓ ${words.all_confirmed}` : said(words.confirmed, fields);
    one("[data-ask]").hidden = isByAll;
    one("[data-words]").replaceChildren(...body.seats.map((seat) => rowOf(seat, body.next_sequence, words)));
  }

  function rowOf(seat, sequence, words) {
    const opinion = seat.said === true ? words.is_right : seat.said === false ? words.is_wrong : seat.is_void ? words.is_void : "";
    const key = (isRight, word, look) => {
      const button = make("button", { type: "button", class: look, "aria-label": `${seat.name}: ${word}`, "aria-pressed": String(seat.said === isRight) }, word);
      button.addEventListener("click", async () => {
        // An objection reaches the referee: a slip of the thumb is none.
        if (!isRight && button.textContent !== words.really) {
          button.textContent = words.really;
          button.setAttribute("aria-label", `${seat.name}: ${words.really}`);
          return;
        }
        const card = one("[data-card]");
        const answer = await table.ask("POST", "confirm/", { place: seat.place, sequence, is_right: isRight, card: card.value });
        const { message, problems } = answer.body ?? {};
        const isSaid = answer.status === 200;
        one("[data-card-wrong]").textContent = isSaid ? "" : (message ?? problems?.[0].message ?? words.not_said);
        if (answer.status === 422 || answer.status === 429) return;
        if (isSaid) card.value = "";
        draw(answer);
      });
      return button;
    };
    const facts = [`${plain(seat.total)}`, `${seat.won} : ${seat.lost}`, said(words.others_lost, { count: seat.others_lost }), seat.money && said(words.loss_money, { money: seat.money })];
    return make("li", {}, make("p", {}, make("b", {}, seat.name), ` ${facts.filter(Boolean).join(" · ")} `, make("i", {}, opinion)), make("p", { class: "keys-row" }, key(true, words.right, "quiet"), key(false, words.wrong, "quiet danger")));
  }
}
