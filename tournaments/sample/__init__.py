"""An invented club to explore, built through the services like a real one."""
