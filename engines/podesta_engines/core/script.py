"""What rules say to the table: questions to seats, and lots drawn by fate.

A script is a generator: `card = yield Ask(PLAY, seat, hand)`. It yields `Ask`, `Draw` or `Together` and receives an
int (0 for `Together`, whose answers stand in `answers`).
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
"""The `seen_by` or `visible_to` of something that all may see."""


class Kind(Struct, frozen=True, eq=False):
    """The name of a question or of a draw, the number of its rule and the words that answer it.

    secret: other seats learn that it was answered, not how. masked: they do not even learn which question it was.
    about: what the prompt speaks of, filled from `Ask.about`. The prompt is in the translators' files, under
    `prompts.<name>`, unless the ruleset's `prompts` choose another. default: the option that is chosen for a seat
    whose time is up, if none of the options is to do nothing.
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

    A single option answers itself, unless `sole` says that it is asked all the same: whether a question is asked
    must depend on public knowledge alone.
    """

    sole: bool = False


class Draw(Struct, eq=False, gc=False):
    """A lot: fate answers. Option i comes with `weights[i]` (all equal without weights); `seen_by` one seat or all."""

    kind: Kind
    options: Sequence[int]
    weights: Sequence[int] | None = None
    seen_by: int = EVERYBODY


class Together(Struct, eq=False):
    """Questions answered at the same time and in secret, at most one a seat; the rule resumes with every answer."""

    asks: list[Ask]
    answers: dict[int, int] = field(default_factory=dict)


Script = Generator[Ask | Draw | Together, int, None]
Task = tuple[str | int, ...]
"""An entry of the agenda: the task's name, then its ints."""


def in_order(*tasks: Task) -> tuple[Task, ...]:
    """Tasks in playing order as an agenda keeps them: the next one last, where it is popped."""
    return tasks[::-1]
