import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"

/** The file as the engine reads it: some bytes are replaced with spaces, and a text is inserted. */
export interface Rewritten {
  readonly blanks: ReadonlyArray<readonly [from: number, to: number]>
  /** The offset at which the text is inserted. */
  readonly at: number
  readonly text: string
}

/** The most instances that are replaced. Each takes up to some kilobytes; real files need some dozens. */
export const mostRewritten = 10_000

/** The most characters that are added to a file. The last instance may exceed the limit. */
const mostText = 128 * 1024 * 1024

/** Instance numbers have 32 bits. */
const highestNumber = 2 ** 32 - 1

/** Collects replaced and additional instances of a file. */
export class Rewriting {
  private readonly blanks: Array<readonly [number, number]> = []
  private replaced = 0
  private at = 0
  private text = ""
  private highest: number
  private hadRoom = true

  constructor(private readonly file: IfcFile) {
    this.highest = file.highestId
  }

  /** Adds an instance (`IFCDIRECTION((1.,0.,0.))`) with a new number, and returns a reference to it. */
  add(instance: string): string {
    this.highest += 1
    // Any position between two instances is suitable.
    if (this.at === 0) this.at = Math.max(0, this.file.endOf(0))
    this.text += `#${this.highest}=${instance};\n`
    return `#${this.highest}`
  }

  /** Returns whether `more` instances can be added, and one replaced. */
  hasRoom(more: number): boolean {
    const hasRoom = this.replaced < mostRewritten && this.text.length < mostText && this.highest + more <= highestNumber
    if (!hasRoom) this.hadRoom = false
    return hasRoom
  }

  /** Replaces an instance under its number, so that all references lead to the new one. */
  replace(row: number, instance: string): void {
    const [from, to] = [this.file.startOf(row), this.file.endOf(row)]
    if (from < 0 || to < 0) return
    this.text += `#${this.file.idOf(row)}=${instance};\n`
    this.blanks.push([from, to])
    this.replaced += 1
    this.at = Math.max(this.at, to)
  }

  /** Replaces bytes inside an instance with spaces. Does nothing if there are none. */
  blank(from: number, to: number): void {
    if (from < to) this.blanks.push([from, to])
  }

  get rewritten(): Rewritten {
    const { at, blanks, text } = this
    return { blanks, at, text }
  }

  /** Returns whether there was room for everything. */
  get isWhole(): boolean {
    return this.hadRoom
  }
}

/** Formats a number as a STEP real. Source: ISO 10303-21, 6.4.2. */
export const real = (value: number): string => value.toExponential(12)

/** Returns the reference in an argument, or `$` if there is none. */
export const referred = (read: InstanceReader, argument: number): string => {
  const id = read.reference(argument)
  return id < 0 ? "$" : `#${id}`
}
