"""Problems in the language of whoever asks."""

from __future__ import annotations

import msgspec

from podesta_engines.core.words import Language

from .catalogue import rule_texts
from .problems import Problem, ProblemType, Refusal
from .translating import in_italian

ITALIAN = {
    "malformed": "La richiesta non si può leggere",
    "bad-position": "La posizione qui non si può usare",
    "bad-setup": "Una partita non si può preparare così",
    "bad-orders": "Le istruzioni non si possono seguire",
    "bad-webhook": "Un webhook così non è possibile",
    "no-token": "Questa chiamata richiede un token",
    "bad-token": "Il token non è valido",
    "expired-token": "Il token è scaduto",
    "ticket-used": "Il biglietto è già stato usato",
    "not-your-seat": "Il token è di un'altra partita o di un altro posto",
    "operator-only": "Questa chiamata richiede la chiave dell'operatore",
    "no-spectators": "Solo i giocatori possono vedere questa partita",
    "not-invited": "Il posto è riservato a qualcun altro",
    "host-only": "Questa chiamata richiede il token di chi ospita la partita",
    "foreign-origin": "Le pagine di altre origini non possono chiamare qui",
    "foreign-host": "Il servizio non è conosciuto con questo nome",
    "unknown-game": "Questa partita non esiste",
    "unknown-ruleset": "Questo gioco non c'è",
    "unknown-revision": "La partita non ha questa revisione",
    "unknown-webhook": "Questo webhook non esiste",
    "not-found": "A questo indirizzo non c'è nulla",
    "method-not-allowed": "Questo indirizzo non conosce quel metodo",
    "not-your-turn": "Ora al posto non viene chiesto nulla",
    "illegal-answer": "Questa risposta ora non è possibile",
    "bad-link": "La catena del posto prosegue altrimenti",
    "bad-anchor": "Un posto di una partita condivisa porta un'ancora",
    "too-many-answers": "Non tutte le risposte si possono già dare",
    "game-open": "La partita aspetta giocatori",
    "game-over": "La partita è finita",
    "game-running": "La partita è cominciata",
    "not-over": "La partita non è ancora finita",
    "not-retractable": "Le risposte non si possono ritirare",
    "not-forkable": "Nessuna partita può cominciare da lì",
    "no-proposal": "Nessuno ha proposto di tornare indietro",
    "resigned": "Il posto ha lasciato la partita",
    "seat-taken": "Il posto è occupato",
    "not-freeable": "Il posto non si può liberare",
    "seat-free": "Il posto è libero",
    "stale-revision": "La partita è andata avanti",
    "too-large": "La richiesta è troppo grande",
    "unsupported-media": "Il corpo deve essere JSON",
    "command-reused": "L'id del comando è già di un altro comando",
    "revision-required": "Serve la revisione su cui si è deciso",
    "too-many-requests": "Troppe chiamate in troppo poco tempo",
    "too-many-connections": "L'indirizzo ha troppe connessioni",
    "quota-used-up": "Una quota è esaurita",
    "too-slow": "Chi segue è rimasto indietro",
    "internal": "Il servizio ha avuto un guasto",
    "drifted": "La partita registrata non si può rigiocare",
    "log-broken": "La partita registrata non è quella che fu scritta",
    "key-missing": "Questo processo non conosce la chiave della partita",
    "rules-missing": "Questo processo non ha le regole della partita",
    "store-unavailable": "L'archivio degli eventi non è raggiungibile",
    "store-full": "L'archivio degli eventi è pieno",
    "outcome-unknown": "Non si sa se il comando è stato registrato",
    "no-connection-left": "Per ora il servizio non accetta altre connessioni",
    "draining": "Questo processo si sta spegnendo",
}
"""Italian titles by slug."""


def told(refusal: Refusal, language: Language) -> Problem:
    """The problem of a refusal in a language: its title, its detail, and the text of the rule behind it."""
    problem = refusal.problem
    if refusal.rules and problem.rule:
        rule = rule_texts(refusal.rules, language).get(problem.rule, "")
        problem = msgspec.structs.replace(problem, rule_text=rule)
    if language == "en":
        return problem
    title = title_of(refusal.kind, language)
    return msgspec.structs.replace(problem, title=title, detail=in_italian(problem.detail))


def title_of(kind: ProblemType, language: Language) -> str:
    """The title of a kind of problem in a language."""
    return ITALIAN.get(kind.slug, kind.title) if language == "it" else kind.title
