"""Property tests have no time limit: a busy machine is not a wrong rule."""

from hypothesis import settings

settings.register_profile("skatclub", deadline=None)
settings.load_profile("skatclub")
