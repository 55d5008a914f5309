"""An invented club to look around in; built through the services, like a real one."""

from tournaments.sample.club import SampleClub, build_sample_club

__all__ = ["SampleClub", "build_sample_club"]
