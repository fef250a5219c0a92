"""The work folder of a batch: whole files, locks, scratch space, records of stages, trouble of the machine."""
