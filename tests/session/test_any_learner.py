"""Whatever is typed, in whatever order: nothing breaks, and the journal tells the same story as the session."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.session.conftest import BREVE, Walker
from tests.session.test_check import Checked
from tutor.authoring import open_unit
from tutor.session.commands import Command
from tutor.session.turns import Waits

UNIT = open_unit(BREVE)
RIGHT = ["b", "1 ; 0 ; 0,9", "1,414", "0,707 ; 0,000 ; 0,636", "0,412 ; 0,203 ; 0,384", "0,244 ; 0,494 ; 0,262"]
WRONG = [
    "a",
    "2 ; 2 ; 2",
    "2",
    "0,5 ; 0 ; 0,45",
    "1 ; 2",
    "1,4",
    "no sé",
    "?",
    "hola",
    "0,500 ; 0,000 ; 0,450",
    "0",
    "0,90",
]
TYPED = st.one_of(
    st.just(""),
    st.sampled_from(RIGHT),
    st.sampled_from(RIGHT),
    st.sampled_from(WRONG),
    st.sampled_from([str(c) for c in Command if c is not Command.LEAVE]),
    st.sampled_from(["sí", "no", "1", "2"]),
    st.text(max_size=12),
)
MANY = settings(max_examples=120)


@MANY
@given(st.lists(TYPED, max_size=40), st.booleans())
def test_a_resumed_lesson_stands_where_the_live_one_does(texts, attended):
    """After any lines: every question where it state, with the same answers, tries and hints."""
    live = Walker(UNIT, attended=attended)
    for text in texts:
        live.types(text)
        assert live.turn.over or attended or live.turn.waits is not Waits.ENTER
    again = live.again(attended=attended).session.state
    for q in UNIT.questions:
        assert again.of(q.id) == live.session.state.of(q.id)
        assert again.hints.get(q.id, 0) == live.session.state.hints.get(q.id, 0)
        assert again.tries.get(q.id, 0) == live.session.state.tries.get(q.id, 0)
    assert {q: r.value for q, r in again.answers.items()} == {q: r.value for q, r in live.session.state.answers.items()}


@MANY
@given(st.lists(TYPED, max_size=30))
def test_a_resumed_check_has_the_answers_of_the_live_one(texts):
    live = Checked(UNIT)
    for text in texts:
        live.types(text)
    if not live.check.complete:
        again = Checked(UNIT, live.events)
        assert {q: r.value for q, r in again.check.answers.items()} == {
            q: r.value for q, r in live.check.answers.items()
        }
        assert again.check.prompt.question.id == live.check.prompt.question.id


@MANY
@given(st.lists(TYPED, max_size=25))
def test_whoever_goes_on_reaches_the_end(texts):
    """Nothing typed before can block the way: right answers and Enter always lead out."""
    walker = Walker(UNIT)
    walker.types(*texts)
    right = dict(zip([q.id for q in UNIT.questions], RIGHT, strict=True))
    for _ in range(60):
        if walker.turn.over:
            break
        asked = walker.session.prompt
        own = right[walker.asked] if asked.unit is UNIT else asked.question.write(asked.question.right)
        walker.types("" if walker.turn.waits is Waits.ENTER else own)
    assert walker.turn.over
    assert walker.session.passed
