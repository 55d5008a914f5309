"""The marks on a page, read back from a file: where ink reaches."""

COUNTS = {b"m": 2, b"l": 2, b"c": 2, b"re": 4}  # of the numbers that end a path
TEXTS = (b"Tj", b"'")
STROKED, FILLED = (b"S", b"s", b"B", b"b"), (b"f", b"F", b"f*")
ASCENT, DESCENT = 0.7, -0.2  # of a size, what letters reach
THIN = 1  # points; half of a thinner line does not count


def marks_on(page):
    """Return the corners of what is drawn, in points from the lower left."""
    fonts = page["/Resources"]["/Font"]
    found, path, font, size, width = [], [], None, 0, 1

    def mark(points, matrix):
        a, b, c, d, e, f = matrix
        found.extend((a * x + c * y + e, b * x + d * y + f) for x, y in points)

    def drawn(operator, operands, matrix, place):
        nonlocal font, size, width
        if operator == b"w":
            width = float(operands[0])
        elif operator == b"Tf":
            font, size = fonts[operands[0]], float(operands[1])
        elif operator in TEXTS:
            end = text_width(font, operands[0]) * size
            a, b, c, d, e, f = place
            corners = ((0, DESCENT * size), (end, ASCENT * size))
            mark([(a * x + c * y + e, b * x + d * y + f) for x, y in corners], matrix)
        elif operator in COUNTS:
            path.extend(path_corners(*map(float, operands[-COUNTS[operator] :])))
        elif operator in STROKED + FILLED:
            half = width / 2 if operator in STROKED and width > THIN else 0
            mark([(x - half, y - half) for x, y in path], matrix)
            mark([(x + half, y + half) for x, y in path], matrix)
            path.clear()

    page.extract_text(visitor_operand_before=drawn)
    return found


def path_corners(x, y, wide=0, high=0):
    """Return the corners of a box, or a point twice."""
    return [(x, y), (x + wide, y + high)]


def text_width(font, text):
    """Return the width of a text of an embedded font, for size 1."""
    widths, first = font["/Widths"], font["/FirstChar"]
    return sum(widths[code - first] for code in text.original_bytes) / 1000
