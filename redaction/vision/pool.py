"""CONTRACT from the lead, used by redaction/stages/find.py — the screens part fills it in.

class ScreenPool:
    def __init__(self, policy: Policy, cache: Path) -> None                       # whole Policy; workers from policy.vision.workers
    def __enter__/__exit__
    def read_all(self, shots: Mapping[str, Path], recordings: Sequence[Sequence[str]], progress: Progress)
        -> tuple[list[TextInput], dict[str, str]]
        # shots: screenshot name → image path; recordings: names per recording in time order.
        # Returns every OCR'd text input of all screens (deterministic order, for registry discovery) and
        # {name: reason code} for what could not be read (unreadable_screen | image_* | detector_failed).
    def find_all(self, shots, recordings, registry: Registry, progress: Progress)
        -> tuple[dict[str, list[ImageFinding]], dict[str, str]]
        # findings per screenshot name (an empty list when clean), and {name: reason} for failures.
Progress = redaction.store.Progress: progress(stage, done, total).
"""
