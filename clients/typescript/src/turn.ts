import type { Command } from "./calls.js";
import { GameOver, NotYourTurn, Resigned, StaleRevision } from "./generated/problems.js";
import type { Answer, Explanation, Game, Option, Preview, Question, Taken } from "./types.js";

/** An answer to a turn's question (an option or its word), or to a question that follows it. */
export type Given = string | Option | Answer;

/** The methods of its seat that a turn uses. */
export interface Acting {
  answer(revision: number, answers: readonly Answer[], how?: Command): Promise<Taken>;
  preview(answers: readonly Answer[]): Promise<Preview>;
  explain(answer: Answer): Promise<Explanation>;
}

const MOVED_ON = [StaleRevision, NotYourTurn, GameOver, Resigned];

/** The turn of a seat: it is asked a question. */
export class Turn {
  /** The game as the seat sees it. */
  readonly game: Game;
  readonly #seat: Acting;
  readonly #see: (game: Game) => void;
  readonly #over = new AbortController();

  constructor(seat: Acting, game: Game, see: (game: Game) => void) {
    this.#seat = seat;
    this.#see = see;
    this.game = game;
  }

  /** The question, with every legal option. */
  get question(): Question {
    return this.game.questions[0] as Question;
  }

  /** Aborted when the turn is over: it was answered, time ran out, or the game went back to an earlier revision. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /**
   * Answer the question. Several answers, to consecutive questions, are one command: all are taken or none. Returns
   * null, with nothing changed, if the game has moved on; throws IllegalAnswer.
   */
  async answer(given: Given | readonly Given[], how?: Command): Promise<Taken | null> {
    try {
      const taken = await this.#seat.answer(this.game.revision, this.#answers(given), how);
      this.end();
      this.#see(taken.update.after);
      return taken;
    } catch (error) {
      if (!MOVED_ON.some((kind) => error instanceof kind)) throw error;
      this.end();
      return null;
    }
  }

  /** Preview what answers would lead to, up to the first draw or question to another seat. Nothing changes. */
  preview(given: Given | readonly Given[]): Promise<Preview> {
    return this.#seat.preview(this.#answers(given));
  }

  /** Return whether an answer is legal, and if not, why. */
  explain(given: Given): Promise<Explanation> {
    return this.#seat.explain(this.#answer(given));
  }

  /** End the turn, and abort its signal. */
  end(): void {
    this.#over.abort(new Error("the turn is over"));
  }

  #answers(given: Given | readonly Given[]): Answer[] {
    return [given].flat().map((each) => this.#answer(each));
  }

  #answer(given: Given): Answer {
    if (typeof given === "object" && "question" in given) return given;
    return { question: this.question.kind, option: typeof given === "string" ? given : given.word };
  }
}
