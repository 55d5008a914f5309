"""What was refused is where the cursor is; what is on its way is sent once."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_evening, make_secretary

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_form_is_sent_once_and_has_the_cursor_on_its_error(site, signed_in):
    page = site("/setup/")
    page.set_viewport_size({"width": 1366, "height": 625})
    box = page.locator("main form button").bounding_box()
    assert box["y"] + box["height"] <= 625  # what begins is in sight on a laptop
    a_form_on_its_way_says_so_and_is_sent_once(page)

    erika = make_secretary()
    evening = make_evening()
    page = site("/accounts/login/")
    what_a_double_click_leaves_behind_presses_nothing(page)
    page.fill("#id_username", erika.username)
    page.fill("#id_password", "falsch")
    page.press("#id_password", "Enter")
    expect(page.locator(".errorlist.nonfield")).to_be_focused()

    signed_in(erika)
    site(f"/events/{evening.pk}/settings/")
    page.locator("form.card").first.evaluate("form => (form.noValidate = true)")
    page.fill("#id_series", "0")
    page.press("#id_series", "Enter")
    expect(page.locator("#id_series[aria-invalid]")).to_be_focused()
    said = page.locator("#id_series").get_attribute("aria-describedby")

    assert "id_series_error" in said


def what_a_double_click_leaves_behind_presses_nothing(page):
    """Press the button of a page that is young, and then that of an older one."""
    button = page.locator("main form button").first
    button.evaluate("""({ form }) => {
      form.noValidate = true;
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        window.pressed = 1;
      });
    }""")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    page.mouse.move(box["x"] + 5, box["y"] + 5)
    for age, times in ((100, 0), (2_000, 1)):
        page.evaluate("age => (performance.now = () => age)", age)
        page.mouse.down(click_count=2)
        page.mouse.up(click_count=2)
        assert page.evaluate("window.pressed ?? 0") == times
    page.reload()


def a_form_on_its_way_says_so_and_is_sent_once(page):
    requests = []

    def leave_the_page_as_it_is(route):
        requests.append(route.request.post_data)
        route.fulfill(status=204)

    page.route("**/setup/**", leave_the_page_as_it_is)
    page.get_by_label("Mit einem erfundenen Verein zum Umsehen").check()
    for name in ("username", "password", "password_again", "code"):
        page.fill(f"[name={name}]", "irgendwas-264")
    note = page.get_by_text("Bitte diese Seite offen lassen")
    expect(note).to_be_hidden()

    button = page.get_by_role("button", name="Beginnen")
    button.focus()
    with page.expect_response("**/setup/"):
        page.keyboard.press("Enter")
    expect(note).to_be_visible()
    expect(button).to_have_attribute("aria-busy", "true")
    page.keyboard.press("Enter")

    assert len(requests) == 1
    assert "way=sample" in requests[0]
