import { resized } from "../step/Growing.ts"
import { Scanner, type StepScan } from "../step/StepScanner.ts"

/** The positions of the instances with kept keywords, in the order of the file. */
export interface StepIndex {
  readonly count: number
  readonly ids: Float64Array
  /** Offsets of the `(` of their arguments. */
  readonly at: Uint32Array
  /** Indices into `keywords`. */
  readonly type: Uint16Array
  readonly keywords: ReadonlyArray<string>
  /** Number of all instances found, including ignored and unknown ones. */
  readonly instances: number
  /** Offset of the ENDSEC of the last DATA section; the length of the file if there is none. */
  readonly dataEnd: number
  /** The fault at the end of the file; null if there is none. */
  readonly ending: Ending | null
}

/** A fault at the end of a file. */
interface Ending {
  /** The offset at which the unfinished part begins. */
  readonly at: number
  /** The fault, as a sentence without its period. */
  readonly reason: string
  /** Whether the file ends in the middle, so that instances may be missing. */
  readonly isCut: boolean
}

const endingOf = ({ cut, hasEnd, inData }: Scanner, length: number): Ending | null => {
  if (cut !== null) return { at: cut.at, reason: `The file ends in the middle, within ${cut.what}`, isCut: true }
  if (inData && !hasEnd) return { at: length, reason: "The file ends in the middle of its DATA section", isCut: true }
  if (inData) return { at: length, reason: "The DATA section is not closed by ENDSEC", isCut: false }
  return hasEnd ? null : { at: length, reason: "The file does not end with END-ISO-10303-21", isCut: false }
}

/** The rows of an index, in growing buffers. */
class IndexRows {
  count = 0
  private ids: Float64Array
  private at: Uint32Array
  private type: Uint16Array

  constructor(capacity: number) {
    this.ids = new Float64Array(capacity)
    this.at = new Uint32Array(capacity)
    this.type = new Uint16Array(capacity)
  }

  add(id: number, at: number, type: number): void {
    if (this.count === this.ids.length) this.resize(this.count * 2)
    this.ids[this.count] = id
    this.at[this.count] = at
    this.type[this.count++] = type
  }

  /** Returns the columns, cut to their length. */
  done(): { readonly ids: Float64Array; readonly at: Uint32Array; readonly type: Uint16Array } {
    const { count } = this
    if (this.ids.length > count * 1.5) this.resize(count)
    return { ids: this.ids.subarray(0, count), at: this.at.subarray(0, count), type: this.type.subarray(0, count) }
  }

  private resize(capacity: number): void {
    this.ids = resized(this.ids, capacity)
    this.at = resized(this.at, capacity)
    this.type = resized(this.type, capacity)
  }
}

const progressStep = 1 << 22

/**
 * Finds the instances from `dataAt` to the end of the file, in all DATA sections, in one pass over the bytes.
 *
 * Arguments are not parsed, only their end is found. Anything that is no instance is skipped up to the next one, and
 * reported. Source: ISO 10303-21:2016, clauses 5 and 9 to 11.
 */
export const scanStep = (bytes: Buffer, dataAt: number, scan: StepScan): StepIndex => {
  const rows = new IndexRows(Math.max(1024, bytes.length >>> 8))
  const scanner = new Scanner(bytes, scan, (id, at, type) => rows.add(id, at, type))
  for (let at = dataAt; at < bytes.length;) {
    const until = Math.min(bytes.length, at + progressStep)
    while (at < until) at = scanner.statement(at)
    scan.onProgress?.(at / bytes.length)
  }
  const { dataEnd, keywords, instances, inData } = scanner
  return {
    ...rows.done(),
    count: rows.count,
    keywords: keywords.names,
    instances,
    dataEnd: inData ? bytes.length : dataEnd,
    ending: endingOf(scanner, bytes.length)
  }
}
