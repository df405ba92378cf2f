import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"

/** Bytes of the file that are replaced by a text. */
interface Span {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The new instances exceed their limit, for example because of copies of data that many share. */
export class PatchTooLarge extends Error {
  constructor(mostAdded: number) {
    super(sentenceOf(limits.bytesOfExport, mostAdded))
  }
}

/** Adds the numbers after number signs in a text, except those in quoted strings. */
export const referencesIn = (text: string, to: Set<number>): void => {
  for (const [, id] of text.matchAll(/'(?:[^']|'')*'|#(\d+)/g)) if (id !== undefined) to.add(Number(id))
}

/** Size, in bytes, of the pieces that unchanged bytes are returned in. */
const copied = 1 << 20

/** Returns the line break that the file uses. */
const lineBreakOf = (bytes: Buffer): string => (bytes[bytes.indexOf(10) - 1] === 13 ? "\r\n" : "\n")

/**
 * The changes of a file: replaced bytes, and new instances at the end of its last DATA section. All other bytes stay.
 */
export class StepPatch {
  private readonly spans: Array<Span> = []
  private readonly instances: Array<string> = []
  private readonly lineBreak: string
  /** Number of new instances by keyword. */
  readonly added = new Map<string, number>()
  private length = 0

  /**
   * @param dataEnd offset of the ENDSEC of the last DATA section
   * @param last the highest instance number
   * @param mostAdded the most bytes of new instances
   */
  constructor(
    private readonly bytes: Buffer,
    private readonly dataEnd: number,
    private last: number,
    private readonly mostAdded: number
  ) {
    this.lineBreak = lineBreakOf(bytes)
  }

  get isEmpty(): boolean {
    return this.spans.length === 0 && this.instances.length === 0
  }

  /** Replaces the bytes from `start` to before `end`. No other replacement may overlap them. */
  replace(start: number, end: number, text: string): void {
    this.spans.push({ start, end, text })
  }

  /** Removes an instance, with its line if it is alone in it. */
  remove(start: number, end: number): void {
    const { bytes } = this
    let after = end
    while (bytes[after] === 32 || bytes[after] === 9) after++
    if (bytes[after] === 13) after++
    const isLine = (start === 0 || bytes[start - 1] === 10) && bytes[after] === 10
    this.replace(start, isLine ? after + 1 : end, "")
  }

  /**
   * Adds an instance and returns its number. Throws `PatchTooLarge` if the limit is exceeded.
   *
   * @param before offset of the instance to insert it before; by default it is added at the end
   */
  add(keyword: string, attributes: ReadonlyArray<string>, before?: number): number {
    const id = ++this.last
    const name = keyword.toUpperCase()
    this.added.set(name, (this.added.get(name) ?? 0) + 1)
    const instance = `#${id}=${name}(${attributes.join(",")});`
    if ((this.length += instance.length) > this.mostAdded) throw new PatchTooLarge(this.mostAdded)
    if (before === undefined) this.instances.push(instance)
    else this.replace(before, before, instance + this.lineBreak)
    return id
  }

  /** Returns the numbers that new texts refer to. */
  references(): ReadonlySet<number> {
    const ids = new Set<number>()
    for (const text of [...this.instances, ...this.spans.map((span) => span.text)]) referencesIn(text, ids)
    return ids
  }

  /** Yields the changed file in pieces. Unchanged bytes are not copied. */
  *pieces(): Generator<Uint8Array> {
    const { bytes, dataEnd, instances, lineBreak } = this
    // The sort is stable, so texts for the same offset keep their order.
    const ending: Span = { start: dataEnd, end: dataEnd, text: "" }
    const spans = [...this.spans, ending].sort((a, b) => a.start - b.start || a.end - b.end)
    let at = 0
    for (const span of spans) {
      const { end, start, text } = span
      if (start < at) throw new Error(`bytes ${start} to ${end} are changed twice`)
      yield* this.copied(at, start)
      if (text !== "") yield Buffer.from(text, "latin1")
      if (span === ending) for (const instance of instances) yield Buffer.from(instance + lineBreak, "latin1")
      at = end
    }
    yield* this.copied(at, bytes.length)
  }

  private *copied(start: number, end: number): Generator<Uint8Array> {
    for (let at = start; at < end; at += copied) yield this.bytes.subarray(at, Math.min(end, at + copied))
  }
}
