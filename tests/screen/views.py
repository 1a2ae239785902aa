"""One view of every kind, with the numbers of the running example."""

from __future__ import annotations

import math

from tutor.units.views import (
    ChartView,
    MatricesView,
    Matrix,
    ReadRow,
    ReadsView,
    TableView,
    TextView,
    View,
    WarningView,
    WorkedView,
)

HIDDEN = -math.inf
KEYS = ("clave 0", "clave 1", "clave 2")
VALUES = ("valor 0", "valor 1", "valor 2")
TOKENS = ("token 0", "token 1", "token 2")
Q = Matrix("Q", ((1.0, 0.0),), 1)
K = Matrix("K", ((1.0, 0.0), (0.0, 1.0), (0.9, 0.1)), 1, KEYS)
V = Matrix("V", ((10.0, 0.0), (0.0, 10.0), (5.0, 5.0)), 1, VALUES)
SCALED = Matrix("escaladas (Q = K)", ((0.7071, 0.0, 0.6364), (0.0, 0.7071, 0.0707), (0.6364, 0.0707, 0.5798)), 3)
MASKED = Matrix("tapadas", ((0.7071, HIDDEN, HIDDEN), (0.0, 0.7071, HIDDEN), (0.6364, 0.0707, 0.5798)), 3)
WEIGHTS = ((1.0, 0.0, 0.0), (0.3302, 0.6698, 0.0), (0.3983, 0.2262, 0.3755))

VIEWS: dict[str, View] = {
    "text": TextView(
        "Cuanto más se parezca tu consulta a una etiqueta, más contenido te llevas. Eso es la atención:\n\n"
        "  Attention(Q, K, V) = softmax(Q·Kᵀ / √d_k)·V\n\nPara hacerlo tú: `tutor lesson ecuacion1`."
    ),
    "warning": WarningView("Con (2 ; −1 ; 0,5) dividir por la suma da (1,33 ; −0,67 ; 0,33): no es un reparto."),
    "matrices": MatricesView((Q, K, V)),
    "matrices-named": MatricesView((SCALED, MASKED)),
    "worked": WorkedView(
        (
            "Q·K₂ = 1,0·0,9 + 0,0·0,1 = 0,90",
            "salida₀ = 0,412·10,0 + 0,203·0,0 + 0,384·5,0 = 4,12 + 0,00 + 1,92 = 6,04 (con todos los decimales, 6,05)",
        )
    ),
    "bars": ChartView("bars", "Los pesos", ((0.4124, 0.2033, 0.3843),), 3, KEYS),
    "bars-negative": ChartView("bars", "Dividir por la suma", ((4 / 3, -2 / 3, 1 / 3),), 2, ("z₀", "z₁", "z₂")),
    "heat": ChartView("heat", "α con máscara", WEIGHTS, 3, TOKENS),
    "mask": ChartView("mask", "Qué ve cada token", MASKED.values, 2, TOKENS),
    "plane": ChartView("plane", "La salida", ((2.0, 0.0), (8.0, 0.0), (0.0, 10.0)), 1, VALUES, (3.0, 4.0)),
    "plane-segment": ChartView("plane", "Un segmento", V.values, 2, VALUES, (6.0453, 3.9547)),
    "arrows": ChartView("arrows", "", K.values, 1, KEYS, (1.0, 0.0)),
    "arrows-negative": ChartView("arrows", "", ((1.0, -1.0), (1.0, 2.0), (0.5, 0.0)), 1, KEYS, (2.0, -1.0)),
    "curve": ChartView("curve", "La curva de e^x", ((0.7071, 0.0, 0.6364),), 3, KEYS),
    "table": TableView(
        ("ganadora de media, 3 claves", "d_k = 2", "64", "512"),
        (("sin dividir", "0,62", "0,93", "0,97"), ("dividiendo", "0,56", "0,60", "0,60")),
        "Con 100 claves los números son otros.",
        "simulado, semilla fija",
    ),
    "table-of-texts": TableView(
        ("el texto", "se calcula"),
        (("pesos 0,412 0,203 0,384, suma 1,000", "esos tres suman 0,999; sin redondear, suman 1,000 exactamente"),),
    ),
    "reads": ReadsView(
        (
            ReadRow("0.412", "0,412", "leo el punto como coma"),
            ReadRow("1/√2", "0,707", ""),
            ReadRow("1.000", "", "¿Mil o uno?"),
        )
    ),
}
