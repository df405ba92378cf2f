/** Bytes of the file that others take the place of. */
interface Span {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** New instances take more than they may: copies of what many share. */
export class PatchTooLarge extends Error {
  constructor(mostAdded: number) {
    super(`The edits add more than ${mostAdded} bytes to the file.`)
  }
}

/** Adds the numbers behind number signs, those in texts aside. */
export const referencesIn = (text: string, to: Set<number>): void => {
  for (const [, id] of text.matchAll(/'(?:[^']|'')*'|#(\d+)/g)) if (id !== undefined) to.add(Number(id))
}

/** Bytes that are copied at once. */
const copied = 1 << 20

/** A line break as the file has it. */
const lineBreakOf = (bytes: Buffer): string => (bytes[bytes.indexOf(10) - 1] === 13 ? "\r\n" : "\n")

/**
 * What changes in a file: some of its bytes are others, instances come at the end of its last DATA section. All other
 * bytes stay.
 */
export class StepPatch {
  private readonly spans: Array<Span> = []
  private readonly instances: Array<string> = []
  private readonly lineBreak: string
  /** How many instances of each keyword come new. */
  readonly added = new Map<string, number>()
  private length = 0

  /**
   * @param dataEnd where the last DATA section ends: before its ENDSEC
   * @param last the highest number that an instance has
   * @param mostAdded bytes of new instances at most
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

  /** Puts a text in the place of the bytes from `start` to before `end`, of which nobody else says anything. */
  replace(start: number, end: number, text: string): void {
    this.spans.push({ start, end, text })
  }

  /** Takes an instance away, and the line where it stands alone in one. */
  remove(start: number, end: number): void {
    const { bytes } = this
    let after = end
    while (bytes[after] === 32 || bytes[after] === 9) after++
    if (bytes[after] === 13) after++
    const isLine = (start === 0 || bytes[start - 1] === 10) && bytes[after] === 10
    this.replace(start, isLine ? after + 1 : end, "")
  }

  /**
   * The number of a new instance. Throws `PatchTooLarge`.
   *
   * @param before where the one begins that it is to stand before; by default the last
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

  /** The numbers that what is new refers to. */
  references(): ReadonlySet<number> {
    const ids = new Set<number>()
    for (const text of [...this.instances, ...this.spans.map((span) => span.text)]) referencesIn(text, ids)
    return ids
  }

  /** The bytes of the file as it is now, in pieces: those that stay are no copies. */
  *pieces(): Generator<Uint8Array> {
    const { bytes, dataEnd, instances, lineBreak } = this
    // What was said first of a place comes first there.
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
