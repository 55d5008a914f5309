"""What a table's phone shows while answers are on their way: each line, always."""

# A list with a server of its own; it answers a look when the page says so.
LIST = """
  const { TableList } = await import("/static/js/table/sending.js");
  const data = { lines: [], has_pen: true, epoch: 1, next_sequence: 1, kept_as: "list",
                 is_official: true, words: {} };
  const list = new TableList(data, { lines: [], epoch: 1 }, () => {});
  const answers = [];
  list.ask = (method) => method === "GET"
    ? new Promise((resolve) => answers.push(resolve))
    : Promise.resolve({ status: 200, body: { sequence: 1, score: 0 } });
"""
A_LATE_LOOK = f"""async () => {{ {LIST}
  const looking = list.look();
  await list.write(1, "e");
  while (list.isBusy) await new Promise((resolve) => setTimeout(resolve));
  answers[0]({{ status: 200, body: {{ epoch: 1, next_sequence: 1, lines: [] }} }});
  await looking;
  return [list.last, list.next];
}}"""
WHILE_IT_IS_KEPT = f"""async () => {{ {LIST}
  const seen = [];
  await list.write(1, "e");
  while (list.isBusy) {{
    seen.push(list.last);
    await new Promise((resolve) => setTimeout(resolve));
  }}
  return [...new Set([...seen, list.last])];
}}"""


def test_no_answer_hides_a_line_that_is_on_the_list(site):
    page = site("/accounts/login/")

    assert page.evaluate(A_LATE_LOOK) == [1, 2]
    assert page.evaluate(WHILE_IT_IS_KEPT) == [1]
