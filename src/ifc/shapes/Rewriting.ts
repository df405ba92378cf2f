import type { IfcFile } from "../index/IfcFile.ts"

/** What a reader is to see in place of a file: some of its bytes as spaces, and a text that is put in. */
export interface Rewritten {
  readonly blanks: ReadonlyArray<readonly [from: number, to: number]>
  /** The offset that the text is put in at. */
  readonly at: number
  readonly text: string
}

/** Instances that are replaced at the most: each takes up to some kilobytes, and files have some dozens. */
export const mostRewritten = 10_000

/** Numbers of instances have 32 bits. */
const highestNumber = 2 ** 32 - 1

/** Instances of a file in other words, and more of them. */
export class Rewriting {
  private readonly blanks: Array<readonly [number, number]> = []
  private at = 0
  private text = ""
  private highest: number
  private hadRoom = true

  constructor(private readonly file: IfcFile) {
    this.highest = file.highestId
  }

  /** Has an instance of its own number for what stands there (`IFCDIRECTION((1.,0.,0.))`), and gives a reference to it. */
  add(instance: string): string {
    this.highest += 1
    this.text += `#${this.highest}=${instance};\n`
    return `#${this.highest}`
  }

  /** Whether so many more instances can be added, and one be replaced. */
  hasRoom(more: number): boolean {
    const hasRoom = this.blanks.length < mostRewritten && this.highest + more <= highestNumber
    if (!hasRoom) this.hadRoom = false
    return hasRoom
  }

  /** Has another instance in the place of one, under its number: all that refers to it has it. */
  replace(row: number, instance: string): void {
    const [from, to] = [this.file.startOf(row), this.file.endOf(row)]
    if (from < 0 || to < 0) return
    this.text += `#${this.file.idOf(row)}=${instance};\n`
    this.blanks.push([from, to])
    this.at = Math.max(this.at, to)
  }

  get rewritten(): Rewritten {
    const { at, blanks, text } = this
    return { blanks, at, text }
  }

  /** Whether there was room for all. */
  get isWhole(): boolean {
    return this.hadRoom
  }
}

/** A number as STEP writes reals. Source: ISO 10303-21, 6.4.2. */
export const real = (value: number): string => value.toExponential(12)
