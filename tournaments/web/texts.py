"""Reading text files as German offices write them."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE


def decoded_text(content: bytes) -> str:
    """Return the text of a file in one of the usual encodings.

    UTF-16 (Unicode in Notepad) announces itself, and other text that is not UTF-8 comes
    from Windows.
    """
    if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")
