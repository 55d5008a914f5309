"""An invented club to look around in; built through the services, like a real one."""
