"""Finding identifiers in text: patterns, lists, a names model, field labels, and a registry of known entities."""

from redaction.text.engine import TextEngine, text_engine
from redaction.text.inputs import Role, TextInput
from redaction.text.known.registry import Registry
from redaction.text.recognizers import make_analyzer
from redaction.text.row_labels import propagate_labels

__all__ = ["Registry", "Role", "TextEngine", "TextInput", "make_analyzer", "propagate_labels", "text_engine"]
