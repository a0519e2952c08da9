"""What rules yield: questions to seats, and lots drawn by fate.

A script is a generator: `card = yield Ask(PLAY, seat, hand)`. It yields `Ask`, `Draw` or `Together` and receives the
element of `options` that was chosen (0 for `Together`, which has the answers by seat in `answers`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

from msgspec import Struct, field

from .words import Form, Slots, Vocabulary

FATE = -1
"""The actor of a draw."""
NOBODY = -2
"""The actor of a game that is over."""
EVERYBODY = -1
"""The `seen_by` of something that all may see."""


class Kind(Struct, frozen=True, eq=False):
    """The name of a question or of a draw, the number of its rule and the words that answer it.

    secret: other seats learn that it was answered, but not how. masked: they do not even learn which question it was.
    about: the slots of the prompt, filled from `Ask.about`. The prompt is in the translators' files, under
    `prompts.<name>`, unless the ruleset's `prompts` choose another. default: picks the option for a seat that is out of
    time, if none of the options is to do nothing.
    """

    name: str
    rule: str
    words: Vocabulary
    secret: bool = False
    masked: bool = False
    about: Slots = ()
    default: Callable[[Sequence[int]], int] = min

    @property
    def form(self) -> Form:
        """Its prompt."""
        return Form(f"prompts.{self.name}", self.about)


class _Question(Struct, eq=False, gc=False):
    kind: Kind
    seat: int
    options: Sequence[int]
    about: tuple[int, ...] = ()


class Ask(_Question, eq=False, gc=False, kw_only=True):
    """A question to one seat; `about` fills the prompt's slots, in ints.

    A single option is answered automatically, unless `sole` is set: whether a question is asked must depend on public
    knowledge alone.
    """

    sole: bool = False


class Draw(Struct, eq=False, gc=False):
    """A lot, which fate answers. Option i has `weights[i]` (equal if None); `seen_by` is one seat, or EVERYBODY."""

    kind: Kind
    options: Sequence[int]
    weights: Sequence[int] | None = None
    seen_by: int = EVERYBODY


class Together(Struct, eq=False):
    """Questions answered at the same time, in secret, at most one per seat; the rule resumes when all are answered."""

    asks: list[Ask]
    answers: dict[int, int] = field(default_factory=dict)


Script = Generator[Ask | Draw | Together, int, None]
Task = tuple[str | int, ...]
"""An entry of the agenda: the task's name, then its arguments as ints."""


def in_order(*tasks: Task) -> tuple[Task, ...]:
    """Tasks in playing order, reversed into the order of an agenda, which pops the last one first."""
    return tasks[::-1]
