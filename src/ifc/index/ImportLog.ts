import type { ReportList } from "../../domain/models/ModelContent.ts"
import { Lines } from "../step/Lines.ts"

const longest = 1000

/** A list of a report: the first 1,000 entries and the total number. */
class CappedList<A> {
  count = 0
  readonly first: Array<A> = []

  /** Adds an entry. `entry` is called only while there is room. */
  add(entry: () => A): void {
    if (this.count++ < longest) this.first.push(entry())
  }

  done(): ReportList<A> {
    return { count: this.count, first: this.first }
  }
}

/** Collects the notes for the report while one file is read. */
export class ImportLog {
  readonly duplicateGlobalIds = new CappedList<{ guid: string; givenInstead: string; class: string }>()
  readonly duplicateProperties = new CappedList<{ guid: string; set: string; name: string }>()
  readonly withoutShape = new CappedList<{ guid: string; class: string }>()
  readonly fixedAttributeSets = new Map<string, number>()
  private readonly faults = new CappedList<{ at: number; reason: string }>()
  private readonly sentences: Array<string> = []
  private readonly counted = new Map<string, { count: number; readonly examples: Array<string> }>()
  private readonly lines: Lines

  constructor(bytes: Uint8Array) {
    this.lines = new Lines(bytes)
  }

  /** Records that what begins at this offset was left out. */
  skip(at: number, reason: string): void {
    this.faults.add(() => ({ at, reason }))
  }

  lineAt(offset: number): number {
    return this.lines.at(offset)
  }

  warn(sentence: string): void {
    if (this.sentences.length < longest) this.sentences.push(sentence)
  }

  /** Counts an event. The report has one sentence for each kind, with the count and a few examples. */
  count(what: string, example?: string): void {
    const entry = this.counted.getOrInsertComputed(what, () => ({ count: 0, examples: [] }))
    entry.count++
    if (example !== undefined && entry.examples.length < 5) entry.examples.push(example)
  }

  /** Returns the skipped parts in the order of the file. */
  skipped(): ReportList<{ readonly line: number; readonly reason: string }> {
    const first = this.faults.first.toSorted((a, b) => a.at - b.at)
    return { count: this.faults.count, first: first.map(({ at, reason }) => ({ line: this.lines.at(at), reason })) }
  }

  warnings(): ReadonlyArray<string> {
    const counted = Array.from(this.counted, ([what, { count, examples }]) =>
      examples.length === 0
        ? `${what}: ${count}`
        : `${what}: ${count} (${examples.join(", ")}${count > examples.length ? ", …" : ""})`
    )
    return [...this.sentences, ...counted]
  }
}
