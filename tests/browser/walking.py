"""Two ways through the site: by keys alone, by a finger alone.

Neither opens an address, and neither puts the cursor anywhere by itself: what no key
and no tap reaches is not reached.
"""

from playwright.sync_api import expect

from tests.browser.conftest import script

MOST_TABS = 120
STAND_STILL = script("standStill")
FOCUSED = script("focused")


class Hand:
    """What keys and fingers have in common; each says how it reaches a thing."""

    def __init__(self, page):
        self.page, self.used = page, []

    def go(self, name, address):
        """Use what leads to another page, and wait for that as a reader would."""
        self.use(name)
        self.page.wait_for_url(address)

    def check_in(self, name):
        """Tick who is here, and look that it was taken before the next one."""
        self.tick(name)
        taken = self.page.get_by_role("button", name=name, pressed=True)
        expect(taken).to_be_visible()


class Keyboard(Hand):
    """Tab leads to everything; Enter, Space and letters use it."""

    def press(self, key):
        self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def to(self, name):
        """Look for something of that name, and press Tab until it has the focus."""
        shown = self.page.get_by_label(name).or_(self.page.get_by_text(name))
        expect(shown.filter(visible=True).first).to_be_visible()
        self.page.wait_for_load_state()  # a page may put the cursor somewhere by then
        passed = []
        for _ in range(MOST_TABS):
            focused = self.page.evaluate(FOCUSED)
            if name in focused:
                return
            passed.append(focused)
            self.press("Tab")
        raise AssertionError(f"no Tab leads to {name!r}, only to {passed}")

    def use(self, name):
        self.to(name)
        self.used.append(name)
        self.press("Enter")

    def tick(self, name):
        self.to(name)
        self.press("Space")

    def fill(self, name, text):
        self.to(name)
        self.press("Control+a")
        self.type(text)


class Finger(Hand):
    """Taps on what is in sight; letters come from the keyboard of the phone."""

    def use(self, name):
        button = self.page.get_by_role("button", name=name)
        button.or_(self.page.get_by_role("link", name=name)).first.tap()

    def tick(self, name):
        self.page.get_by_text(name).tap()

    def fill(self, name, text):
        self.page.wait_for_load_state()
        self.page.get_by_label(name).first.tap()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.insert_text(text)
