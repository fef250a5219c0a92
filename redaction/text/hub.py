"""Names models from a hub, for machines that have one: spaCy, transformers, GLiNER. Nothing is fetched here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from redaction.errors import EngineUnavailable
from redaction.findings import Kind, TextFinding
from redaction.kinds.table import KINDS
from redaction.policy import TextPolicy

#: What these models call the kinds they find.
_KINDS: dict[str, Kind] = {label: spec.kind for spec in KINDS for label in spec.model_labels}


class Names(Protocol):
    """Finds people, companies and places in many texts; offsets are code points."""

    def predict(self, texts: Sequence[str]) -> list[list[TextFinding]]: ...


class SpacyNames:
    """A spaCy pipeline installed on this machine, for example en_core_web_lg."""

    def __init__(self, model: str, threshold: float) -> None:
        try:
            import spacy

            self._pipe: Any = spacy.load(model, exclude=["lemmatizer"])
        except (ImportError, OSError) as error:
            raise _missing("spaCy", error) from None

    def predict(self, texts: Sequence[str]) -> list[list[TextFinding]]:
        return [
            [
                TextFinding(e.start_char, e.end_char, _KINDS[e.label_], 0.85, "model-spacy")
                for e in doc.ents
                if e.label_ in _KINDS
            ]
            for doc in self._pipe.pipe(texts)
        ]


class TransformersNames:
    """A token classification model in the local hub cache, for example dslim/bert-base-NER."""

    def __init__(self, model: str, threshold: float) -> None:
        try:
            from transformers import pipeline

            self._pipe: Any = pipeline(
                "token-classification",
                model=model,
                aggregation_strategy="simple",
                device=-1,
                model_kwargs={"local_files_only": True},
            )
        except (ImportError, OSError, ValueError) as error:
            raise _missing("transformers", error) from None

    def predict(self, texts: Sequence[str]) -> list[list[TextFinding]]:
        return [
            [
                TextFinding(
                    int(e["start"]), int(e["end"]), _KINDS[e["entity_group"]], float(e["score"]), "model-transformers"
                )
                for e in found
                if e["entity_group"] in _KINDS
            ]
            for found in self._pipe(list(texts))
        ]


class GlinerNames:
    """A GLiNER model in the local hub cache, for example urchade/gliner_multi_pii-v1."""

    def __init__(self, model: str, threshold: float) -> None:
        try:
            from gliner import GLiNER

            self._model: Any = GLiNER.from_pretrained(model, local_files_only=True)
        except (ImportError, OSError, ValueError) as error:
            raise _missing("GLiNER", error) from None
        self._threshold = threshold

    def predict(self, texts: Sequence[str]) -> list[list[TextFinding]]:
        labels = ["person", "organization", "location", "address"]
        return [
            [
                TextFinding(
                    int(e["start"]), int(e["end"]), _KINDS[str(e["label"]).upper()], float(e["score"]), "model-gliner"
                )
                for e in self._model.predict_entities(text, labels, threshold=self._threshold)
            ]
            for text in texts
        ]


def load_names(policy: TextPolicy) -> Names | None:
    """The names model the policy asks for; None for `patterns`. Raises EngineUnavailable when it cannot be loaded."""
    if policy.engine == "patterns":
        return None
    if policy.engine == "minilm":
        return _shipped(policy)
    if not policy.model:
        raise EngineUnavailable(
            f"the text engine {policy.engine} needs a model.", remedy="name one in text.model of the policy."
        )
    engines: dict[str, Callable[[str, float], Names]] = {
        "spacy": SpacyNames,
        "transformers": TransformersNames,
        "gliner": GlinerNames,
    }
    names: Names = engines[policy.engine](policy.model, policy.threshold)
    return names


def _shipped(policy: TextPolicy) -> Names:
    from redaction.text.model import NamesModel

    names: Names = NamesModel(policy.threshold)
    return names


def _missing(engine: str, error: Exception) -> EngineUnavailable:
    return EngineUnavailable(
        f"{engine} or its model is not on this machine ({type(error).__name__}).",
        remedy="install both, or set text.engine to minilm in the policy.",
    )
