"""Nouns, articles, prepositions and plurals, in both languages."""

import pytest

from podesta_engines.core.texts import Texts
from podesta_engines.core.texts.grammar import counted, decline, euphonic, read_noun
from podesta_engines.core.texts.templates import BadTemplate, compile_template, join
from podesta_engines.core.words import Slots, Vocabulary, Word, form

PREPOSITIONS = ("of", "to", "from", "in", "on")
GOOD = Vocabulary.of("good", "stone", "wood", "none")
COLOUR = Vocabulary.of("colour", "red", "green")
NUMBER = Vocabulary.numbers("number", 30)
SEAT = Vocabulary.seats("seat", 3)
ITALIAN = """
[words.good]
stone = "f pietra/pietre"
wood = "m legno"
none = "- niente"
[words.colour]
red = "~ rosso/rossa/rossi/rosse"
green = "~ verde/verdi"
"""
SLOTS: Slots = (("good", GOOD), ("colour", COLOUR), ("n", NUMBER), ("seat", SEAT))


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("m scrigno/scrigni", "lo scrigno, uno scrigno, dello scrigno, allo, dallo, nello, sullo scrigno"),
        ("m evento/eventi", "l'evento, un evento, dell'evento, all', dall', nell', sull'evento"),
        ("m mulino/mulini", "il mulino, un mulino, del mulino, al, dal, nel, sul mulino"),
        ("f arma/armi", "l'arma, un'arma, dell'arma, all', dall', nell', sull'arma"),
        ("f nave/navi", "la nave, una nave, della nave, alla, dalla, nella, sulla nave"),
        ("mp Fuorilegge", "i Fuorilegge, Fuorilegge, dei Fuorilegge, ai, dai, nei, sui Fuorilegge"),
        ("fp tasse", "le tasse, tasse, delle tasse, alle, dalle, nelle, sulle tasse"),
        ("- Venezia", "Venezia, Venezia, di Venezia, a, da, a, su Venezia"),
        ("m Gnomo", "lo Gnomo, uno Gnomo, dello Gnomo, allo, dallo, nello, sullo Gnomo"),
        ("m psicologo", "lo psicologo, uno psicologo, dello psicologo, allo, dallo, nello, sullo psicologo"),
    ],
)
def test_italian_articles(noun: str, said: str) -> None:
    """By gender and first sound: lo before s with a consonant, z, gn, ps; l' before a vowel."""
    read = read_noun(noun, "it")
    found = [decline(read, (key,)) for key in ("the", "a", *PREPOSITIONS)]
    whole, short = found[:3], [one.removesuffix(read.forms[0]).strip() for one in found[3:]]
    assert ", ".join(whole) == ", ".join(said.split(", ")[:3])
    assert short == [one.removesuffix(read.forms[0]).strip() for one in said.split(", ")[3:]]


def test_italian_articles_of_several() -> None:
    """gli where one has lo or l', le for all that are feminine."""
    said = {noun: decline(read_noun(noun, "it"), ("of", "pl")) for noun in ("m scrigno/scrigni", "f arma/armi")}
    assert list(said.values()) == ["degli scrigni", "delle armi"]
    assert decline(read_noun("m mulino/mulini", "it"), ("the", "pl")) == "i mulini"
    assert decline(read_noun("m evento/eventi", "it"), ("in", "pl")) == "negli eventi"


def test_english_articles() -> None:
    """a, an by sound; names have none."""
    nouns = ("n ship/ships", "n orange card", "n hour", "n one-colour ship", "- Venice", "p taxes")
    assert [decline(read_noun(noun, "en"), ("a",)) for noun in nouns] == [
        "a ship", "an orange card", "an hour", "a one-colour ship", "Venice", "taxes"
    ]  # fmt: skip
    assert decline(read_noun("- Venice", "en"), ("from",)) == "from Venice"
    assert decline(read_noun("n ship/ships", "en"), ("on", "pl")) == "on the ships"


def test_adjectives_agree() -> None:
    """Four forms, two, or one."""
    forms = [[decline(read_noun(a, "it"), (k,)) for k in ("m", "f", "mp", "fp")] for a in ("~ verde/verdi", "~ blu")]
    assert forms == [["verde", "verde", "verdi", "verdi"], ["blu"] * 4]
    red = read_noun("~ rosso/rossa/rossi/rosse", "it")
    assert [counted(red, number, ("f",)) for number in (0, 1, 2)] == ["0 rosse", "1 rossa", "2 rosse"]


def test_every_form_of_a_word() -> None:
    """Two of a noun, four of an adjective; none if the word is invariable."""
    nouns = ("f merce/merci", "~ rosso/rossa/rossi/rosse", "~ verde/verdi", "m legno", "~ blu", "passa")
    assert [" ".join(read_noun(noun, "it").inflected) for noun in nouns] == [
        "merce merci", "rosso rossa rossi rosse", "verde verde verdi verdi", "", "", ""
    ]  # fmt: skip


@pytest.mark.parametrize("noun", ["m a/b/c", "~ a/b/c", "~ a/b/c/d/e"])
def test_a_noun_that_cannot_be_read_is_refused(noun: str) -> None:
    """Forms and gender must fit."""
    with pytest.raises(ValueError, match="forms"):
        read_noun(noun, "it")


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{seat} prende {good.the}.", "{seat_2} prende la pietra."),
        ("{n|carta|carte}", "3 carte"),
        ("{n?resta|restano} {n|carta {colour.f}|carte {colour.fp}}", "restano 3 carte rosse"),
        ("Fine{n!, e {n|punto|punti}}.", "Fine, e 3 punti."),
        ("{good.pl} {good.of} {good.a}", "pietre della pietra una pietra"),
    ],
)
def test_a_template_is_filled(template: str, said: str) -> None:
    """Words, numbers with their nouns, forms by number, text shown only if a slot is not empty."""
    assert compile_template(template, SLOTS, Texts(ITALIAN, "it"))((0, 0, 3, 2)) == said


def test_numbers_choose_the_form() -> None:
    """One is singular; zero and several are plural; an empty slot shows nothing."""
    say = compile_template("{n|carta|carte}{n!, {n}}", SLOTS, Texts(ITALIAN, "it"))
    assert [say((0, 0, n, 0)) for n in (0, 1, 2)] == ["0 carte", "1 carta, 1", "2 carte, 2"]
    either = compile_template("{good!per {good}|gratis}", SLOTS, Texts(ITALIAN, "it"))
    assert [either((good, 0, 0, 0)) for good in (0, 2, (), (1,))] == ["per pietra", "gratis", "gratis", "per legno"]


def test_lists_are_counted_and_joined() -> None:
    """Equal things once with their number, in the order of the vocabulary; the last is joined by `e`."""
    texts = Texts(ITALIAN, "it")
    count = compile_template("{good.count}; {colour.count.f}; {good?arriva|arrivano}", SLOTS, texts)
    assert count(((1, 0, 0), (0, 1, 0), 0, 0)) == "2 pietre e 1 legno; 2 rosse e 1 verde; arrivano"
    assert compile_template("{good.the}", SLOTS, texts)(((1, 0), 0, 0, 0)) == "il legno e la pietra"
    assert [join(words, " e ") for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a e b", "a, b e c"]


def test_italian_sounds_well_before_a_vowel() -> None:
    """`a` and `e` have a d before their own vowel alone, however it is written, and only in Italian."""
    said = {
        "passa a Anna, a Élise e Elena": "passa ad Anna, a Élise ed Elena",
        "Anna e Àlex; a «Aliena»": "Anna e Àlex; ad «Aliena»",
        "è e èra e \u2068Èva\u2069": "è ed èra ed \u2068Èva\u2069",
        "fila A a Bergen, la e il": "fila A a Bergen, la e il",
    }
    assert {text: euphonic(text, "it") for text in said} == said
    assert euphonic("a Anna e Elena", "en") == "a Anna e Elena"
    texts = Texts('words.good = { stone = "m eroe", wood = "f Emma", none = "- Elba" }', "it")
    assert compile_template("{good}", SLOTS, texts)(((0, 2), 0, 0, 0)) == "eroe ed Elba"


def test_a_sentence_begins_with_a_capital() -> None:
    """Of prompts and notes; a player's name is unchanged."""
    texts = Texts('notes = { x = "{good.the} cade.", y = "{seat} cade." }\nlabels.x = "{good}"\n' + ITALIAN, "it")
    assert texts.say(form("notes.x", good=GOOD)(0)) == "La pietra cade."
    assert texts.say(form("notes.y", seat=SEAT)(1)) == "{seat_1} cade."
    assert texts.say(form("labels.x", good=GOOD)(0)) == "pietra"


@pytest.mark.parametrize(
    "template",
    ["{what}", "{good", "{good.the", "{n|one}", "good}", "{good.nothing}", "{colour.the}", "{n.f}"],
)
def test_a_template_that_cannot_be_read_is_refused(template: str) -> None:
    """Unknown slots and keys, braces that do not fit, forms that a noun does not have."""
    with pytest.raises(BadTemplate):
        compile_template(template, SLOTS, Texts(ITALIAN, "it"))


def test_a_text_that_is_missing_is_named() -> None:
    """The file and the key."""
    with pytest.raises(BadTemplate, match=r"texts/it\.toml has no 'words\.place\.here'"):
        Texts("", "it").label(Vocabulary.of("place", "here"), 0)


def test_words_made_of_others_say_what_these_say() -> None:
    """A composed word has no label of its own."""
    taking = form("labels.take", good=GOOD)
    words = Vocabulary("take", [Word("take.stone", said=taking(0)), Word("7", literal="7")])
    texts = Texts('labels.take = "prendi {good.the}"\n' + ITALIAN, "it")
    assert [texts.label(words, answer) for answer in (0, 1)] == ["prendi la pietra", "7"]


def test_the_gist_of_a_sentence() -> None:
    """Before it is filled each slot is an ellipsis."""
    texts = Texts('notes.x = "{seat} prende {n|carta {colour.f}|carte {colour.fp}}{n! e {n} punti}."\n' + ITALIAN, "it")
    assert texts.gist(form("notes.x", **dict(SLOTS))) == "… prende … carte …."
