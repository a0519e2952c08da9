/** A record is not what a service wrote; `line` is where it shows, counted from 1. */
export class Tampered extends Error {
  override readonly name: string = "tampered";
  readonly line: number;
  readonly why: string;

  constructor(line: number, why: string) {
    super(`line ${line}: ${why}`);
    this.line = line;
    this.why = why;
  }
}
