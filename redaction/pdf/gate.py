"""Which PDFs are worked with at all."""

from __future__ import annotations

from io import BytesIO

from redaction.documents.refusal import DocumentRefused
from redaction.pdf.limits import PdfLimits


def refused(reason: str, message: str, remedy: str = "export the document anew, or leave it out.") -> DocumentRefused:
    """The error for one PDF; nothing of the file is quoted."""
    return DocumentRefused(message, reason=reason, remedy=remedy)


def check_pdf(data: bytes, limits: PdfLimits) -> int:
    """The number of pages. Raises DocumentRefused: pdf_too_large, pdf_broken, pdf_encrypted, pdf_recursive."""
    import pikepdf

    if len(data) > limits.max_bytes:
        raise refused("pdf_too_large", f"the PDF has more than {limits.max_bytes} bytes.")
    if not data.startswith(b"%PDF-"):
        raise refused("pdf_broken", "the file does not begin as a PDF.")
    try:
        with pikepdf.open(BytesIO(data), attempt_recovery=False, suppress_warnings=True) as pdf:
            if pdf.is_encrypted:
                raise refused("pdf_encrypted", "the PDF is encrypted.", "save it without encryption.")
            pages = _count(pdf.trailer.Root.Pages, limits)
            if len(pdf.objects) > limits.max_objects:
                raise refused("pdf_too_large", f"the PDF has more than {limits.max_objects} objects.")
    except pikepdf.PasswordError:
        raise refused("pdf_encrypted", "the PDF is encrypted.", "save it without encryption.") from None
    except DocumentRefused:
        raise
    except pikepdf.PdfError as error:
        if "Loop detected" in str(error):  # qpdf looks at the tree while it opens a file
            raise refused("pdf_recursive", "the tree of pages leads back to itself.") from None
        raise refused("pdf_broken", "the PDF cannot be read.") from None
    except (AttributeError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise refused("pdf_broken", f"the PDF cannot be read ({type(error).__name__}).") from None
    if not pages:
        raise refused("pdf_broken", "the PDF has no page.")
    return pages


def _count(root: object, limits: PdfLimits) -> int:
    """Pages below the root of the tree; what leads back to itself is refused."""
    import pikepdf

    open_nodes, seen, pages = [root], set[tuple[int, int]](), 0
    while open_nodes:
        node = open_nodes.pop()
        if not isinstance(node, pikepdf.Dictionary):
            raise refused("pdf_broken", "the tree of pages holds something else.")
        if node.is_indirect:
            if node.objgen in seen:
                raise refused("pdf_recursive", "the tree of pages leads back to itself.")
            seen.add(node.objgen)
        kids = node.get("/Kids")
        if kids is not None:
            open_nodes.extend(kids)
            if len(open_nodes) > limits.max_objects:
                raise refused("pdf_too_large", "the tree of pages is too large.")
            continue
        pages += 1
        if pages > limits.max_pages:
            raise refused("pdf_too_large", f"the PDF has more than {limits.max_pages} pages.")
    return pages
