/** A document that cannot be read: the line, counted from 1, and a sentence that says why. */
export class IdsFault extends Error {
  constructor(
    readonly line: number,
    readonly reason: string
  ) {
    super(`Line ${line}: ${reason}`)
  }
}
