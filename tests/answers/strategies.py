"""What hypothesis draws: numbers with the decimals they are printed with, texts of every sort, and plain answers."""

from __future__ import annotations

from hypothesis import strategies as st

LOCALES = st.sampled_from(["es", "es-MX", "en"])
KINDS = st.sampled_from(["scalar", "vector", "matrix"])
SHAPES = {
    "scalar": st.none(),
    "vector": st.none() | st.tuples(st.integers(1, 5)),
    "matrix": st.none() | st.tuples(st.integers(1, 4), st.integers(1, 4)),
}

EVERYDAY = st.integers(-(10**7), 10**7).map(float) | st.decimals(-2000, 2000, places=3).map(float)
NUMBERS = EVERYDAY | st.floats(allow_nan=False) | st.sampled_from([0.0, -0.0, float("inf"), -float("inf"), 1e15, 1.0])
PLACES = st.integers(0, 6) | st.none()
VECTORS = st.lists(NUMBERS, min_size=1, max_size=5)


@st.composite
def matrices(draw: st.DrawFn) -> list[list[float]]:
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    return [draw(st.lists(NUMBERS, min_size=columns, max_size=columns)) for _ in range(rows)]


PIECES = [
    *"01234567890123456789", "00", "000", "0,5", "0.5", "1.000", "1 000", ",5", "1/2", "½", "²", "e", "e^", "10^",
    *"x√π∞%+-−*·/:^!()[]{}<>,.;|&\t\n '’=≈αO?\"\u00a0\x00\u202e", "-inf", " · ", ", ", " ,", " ; ", "y ", "log(", "ln ",
    "raíz(", "Ó", "í", "Ｏ", "números", "no sé", "hola", "nan", "\\frac{1}{2}", "\\\\", "array(", "^T", "...",
    "\x1b[31m", "1)", "a)", "1.-", "\n- ", "1: ", "2ª ", "0·412", "·10-1", "e-0,8", "e1,2", " e ", ".10^", "(4/5)",
    "np.float64(", "sen ", "✓", "$", " / ", "3,141 592", "‚", "٬", "•",
]  # fmt: skip
NEARLY_ANSWERS = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)
LONG = st.tuples(st.sampled_from(PIECES), st.sampled_from(PIECES), st.integers(100, 3000)).map(
    lambda parts: (parts[0] + parts[1]) * parts[2]
)
NESTED = st.tuples(st.integers(1, 400), st.sampled_from(["()", "[]", "{}", "<>"])).map(
    lambda deep: deep[1][0] * deep[0] + "1" + deep[1][1] * deep[0]
)
BYTES = st.binary(max_size=80).flatmap(
    lambda data: st.sampled_from(["utf-8", "latin-1", "cp1252", "utf-16"]).map(
        lambda code: data.decode(code, "replace")
    )
)
ANY_TEXT = st.text(max_size=60) | NEARLY_ANSWERS | LONG | NESTED | BYTES

NUMERALS = st.builds(
    lambda sign, whole, tail: f"{sign}{whole}{tail}",
    st.sampled_from(["", "", "", "-", "−", "+"]),
    st.integers(0, 9999).map(str) | st.sampled_from(["0", "1", "00", "000", "050", "123456"]),
    st.sampled_from(["", ",", "."]).flatmap(
        lambda mark: st.just("") if not mark else st.integers(0, 9999).map(lambda tail: f"{mark}{tail}")
    ),
)
PLAIN_TEXTS = st.builds(
    lambda cells, between, around: f"{around[:1]}{between.join(cells)}{around[1:]}",
    st.lists(NUMERALS, min_size=1, max_size=4),
    st.sampled_from([" ", " ; ", ";", ", ", ",", "  ", "; ", "\n"]),
    st.sampled_from(["", "()", "[]", "  "]),
)
"""Texts that the short way may take, and their neighbours that it must not."""

BETWEEN = [
    " ", "; ", ", ", ",", " - ", " -", "-", "- ", "\n", " · ", "·", " | ", "\t", " y ", "...", "✓", "$", "/", " / ",
    "\n- ",
    ":", "…", "'", ")", "[", "→", "#", "_", " e", "º",
]  # fmt: skip
JOINED_TEXTS = st.builds(
    lambda first, rest: first + "".join(rest),
    st.sampled_from(["", "(", "- ", "["]),
    st.lists(
        st.builds(
            lambda number, between: number + between,
            st.sampled_from(["0,4", "0.4", "1", "12", "0,412", "-0,5", "−3", "1.000", "1 000", "05", ",5", "2,", "-∞"]),
            st.sampled_from(BETWEEN) | st.just(""),
        ),
        min_size=2,
        max_size=5,
    ),
)
"""Numbers with anything between them."""
