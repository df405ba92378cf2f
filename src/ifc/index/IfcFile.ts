import { Allowance } from "./Allowance.ts"
import type { ImportLog } from "./ImportLog.ts"
import { InstanceMap } from "./InstanceMap.ts"
import type { IfcClass, Schema } from "../schema/Schema.ts"
import { SharedAllowance } from "./SharedAllowance.ts"
import { endBefore, isOfNumber, StepArguments } from "../step/StepArguments.ts"
import { Statements, type StepHeader } from "../step/StepHeader.ts"
import { scanStep, type StepIndex } from "./StepIndex.ts"
import { IGNORE, KEEP, UNKNOWN } from "../step/StepScanner.ts"
import { TextDictionary } from "./TextDictionary.ts"

/** Classes whose instances are not read: shapes, placements, presentation, owners. */
const ignored = new Set([
  "IfcRepresentationItem",
  "IfcRepresentation",
  "IfcRepresentationMap",
  "IfcProductRepresentation",
  "IfcObjectPlacement",
  "IfcShapeAspect",
  "IfcPresentationStyle",
  "IfcPresentationStyleAssignment",
  "IfcPresentationItem",
  "IfcPresentationLayerAssignment",
  "IfcConnectionGeometry",
  "IfcVirtualGridIntersection",
  "IfcOwnerHistory"
])

/** Returns whether instances of a class are read only if shapes are kept. */
export const isIgnored = ({ kinds }: IfcClass): boolean => !kinds.isDisjointFrom(ignored)

/**
 * How often a row may be opened for free. Each part of the reader opens a row by itself, so a few openings are normal.
 */
const freeOpenings = 16
/** Marks a row, in place of a number of openings, that must not be opened again. */
const closed = 255

const noRows = new Uint32Array(0)

/**
 * An IFC file and its instances, those of shapes only if `keepsShapes` is set. A row is the index of an instance among
 * those that are read, in the order of the file.
 */
export class IfcFile {
  readonly texts: TextDictionary
  readonly index: StepIndex
  readonly schema: Schema
  readonly allowance: Allowance
  readonly shared: SharedAllowance
  /** How often each row was opened, up to the free openings, or `closed`. */
  readonly opened: Uint8Array
  /** The class of each keyword of the index. */
  readonly classes: ReadonlyArray<IfcClass>
  private readonly instances: InstanceMap
  /** Rows by keyword: those of keyword k are `sorted[from[k] .. from[k + 1])`. */
  private readonly sorted: Uint32Array
  private readonly from: Uint32Array
  /**
   * The keywords that have rows, by each of their classes and supertypes. Most keywords of a file are those of shapes.
   */
  private readonly keywordsOf = new Map<string, Array<number>>()

  constructor(
    readonly bytes: Buffer,
    readonly header: StepHeader,
    readonly log: ImportLog,
    onProgress: (fraction: number) => void,
    keepsShapes = false
  ) {
    const schema = header.schema
    this.schema = schema
    this.allowance = new Allowance(bytes.length)
    this.shared = new SharedAllowance(log)
    this.texts = new TextDictionary(bytes, log)
    this.index = scanStep(bytes, header.dataAt, {
      classify: (keyword) => {
        const found = schema.find(keyword)
        if (found === undefined) return UNKNOWN
        return keepsShapes || !isIgnored(found) ? KEEP : IGNORE
      },
      onFault: (at, reason) => log.skip(at, reason),
      onProgress
    })
    const { at, count, ids, keywords, type } = this.index
    const unknown = { kinds: new Set<string>(), attributes: [], mayLack: new Set<string>(), predefinedTypes: [] }
    // An instance whose number occurs again gets this extra keyword, which has no class.
    const replaced = keywords.length
    this.classes = [...keywords, ""].map((keyword) => schema.find(keyword) ?? { ...unknown, name: keyword })
    this.opened = new Uint8Array(count)
    this.instances = new InstanceMap(ids, (earlier, later) => {
      // If shapes are not kept, later instances of shapes are not seen. Both ways must give the same result, so such an
      // instance does not replace an earlier one.
      if (keepsShapes && isIgnored(this.classOf(later)) && !isIgnored(this.classOf(earlier))) {
        type[later] = replaced
        return false
      }
      log.count(
        "Instances whose number is repeated later in the file, of which the last one was used",
        `#${ids[earlier]}`
      )
      log.skip(at[earlier]!, `The number of instance #${ids[earlier]} is repeated later in the file`)
      type[earlier] = replaced
      return true
    })
    this.from = new Uint32Array(keywords.length + 2)
    for (let row = 0; row < count; row++) this.from[type[row]! + 1]!++
    for (const [k, { kinds }] of this.classes.entries()) {
      if (this.from[k + 1] === 0) continue
      for (const kind of kinds) this.keywordsOf.getOrInsertComputed(kind, () => []).push(k)
    }
    for (let k = 1; k < this.from.length; k++) this.from[k]! += this.from[k - 1]!
    const next = this.from.slice()
    this.sorted = new Uint32Array(count)
    for (let row = 0; row < count; row++) this.sorted[next[type[row]!]!++] = row
  }

  get rows(): number {
    return this.index.count
  }

  /** The highest instance number. */
  get highestId(): number {
    return this.instances.highest
  }

  /**
   * Returns the rows of a class and its subtypes, except those of the classes in `except`, in the order of the file.
   */
  rowsOf(kind: string, ...except: ReadonlyArray<string>): Uint32Array {
    const parts: Array<Uint32Array> = []
    for (const k of this.keywordsOf.get(kind) ?? []) {
      const { kinds } = this.classes[k]!
      if (!except.some((other) => kinds.has(other))) parts.push(this.sorted.subarray(this.from[k], this.from[k + 1]))
    }
    if (parts.length <= 1) return parts[0] ?? noRows
    const all = new Uint32Array(parts.reduce((sum, { length }) => sum + length, 0))
    let length = 0
    for (const part of parts) {
      all.set(part, length)
      length += part.length
    }
    return all.sort()
  }

  /** Returns the row of an instance number, or -1 if the file has no such instance that is read. */
  rowOf(id: number): number {
    return id < 0 ? -1 : this.instances.get(id)
  }

  classOf(row: number): IfcClass {
    return this.classes[this.index.type[row]!]!
  }

  is(row: number, kind: string): boolean {
    return row >= 0 && this.classOf(row).kinds.has(kind)
  }

  /** Returns the offset of the `#` of an instance. */
  startOf(row: number): number {
    const { bytes, index } = this
    /** Returns whether the number after a `#` is that of the instance, and what follows may precede a keyword. */
    const isName = (at: number): boolean => {
      let id = 0
      let end = at + 1
      for (; isOfNumber(bytes[end]!); end++) if (bytes[end]! >= 48) id = id * 10 + (bytes[end]! - 48)
      return id === index.ids[row] && /[ =/]/.test(String.fromCharCode(bytes[end]!))
    }
    // Numbers and keywords contain no number sign, but comments before the parenthesis may.
    let start = bytes.lastIndexOf(35, index.at[row])
    while (start > 0 && !isName(start)) start = bytes.lastIndexOf(35, start - 1)
    return start
  }

  /** Returns the offset after the `;` of an instance. */
  endOf(row: number): number {
    return new Statements(this.bytes).end(this.index.at[row]!)
  }

  idOf(row: number): number {
    return this.index.ids[row]!
  }

  /**
   * Returns a reader of arguments. Each part of the code needs its own, because a reader has one instance open at a
   * time.
   */
  reader(): InstanceReader {
    return new InstanceReader(this, true)
  }

  /**
   * Returns a reader whose openings are not counted, for code that opens a row a few times, however many refer to it.
   */
  freeReader(): InstanceReader {
    return new InstanceReader(this, false)
  }
}

/** Reads the arguments of one instance at a time. */
export class InstanceReader extends StepArguments {
  private textEnd = 0

  constructor(
    private readonly file: IfcFile,
    private readonly counts: boolean
  ) {
    super(file.bytes)
  }

  /**
   * Opens a row. Returns false, and reports it, if its arguments cannot be separated, or if it is long and was opened
   * too often.
   */
  openRow(row: number): boolean {
    if (row < 0) return false
    const { allowance, index, log, opened } = this.file
    const times = opened[row]!
    this.count = 0
    if (!this.counts) return this.open(index.at[row]!)
    if (times === closed) return false
    const readable = this.open(index.at[row]!)
    if (times < freeOpenings) opened[row] = times + 1
    else if (!allowance.spend(this.length)) {
      opened[row] = closed
      log.count("Instances that were not read each time, because too many others refer to them", `#${index.ids[row]}`)
    }
    if (readable) return true
    log.skip(index.at[row]!, `The attributes of #${index.ids[row]} (${this.file.classOf(row).name}) cannot be read`)
    return false
  }

  /**
   * Returns the index of a text, or -1 if it is missing or empty. A typed text (`IFCLABEL('x')`) counts as the text.
   */
  text(argument: number): number {
    const range = this.textRange(argument)
    const text = range < 0 ? -1 : this.file.texts.intern(range, this.textEnd)
    return this.file.texts.texts[text] === "" ? -1 : text
  }

  string(argument: number): string | null {
    return this.file.texts.texts[this.text(argument)] ?? null
  }

  /** Returns the texts of a list, or a single text, without empty ones. */
  strings(argument: number): ReadonlyArray<string> {
    if (argument < 0 || this.kind(argument) !== "list") return [this.string(argument)].filter((text) => text !== null)
    const items = new InstanceReader(this.file, false)
    if (!items.open(this.start(argument))) return []
    return Array.from({ length: items.count }, (_, i) => items.string(i)).filter((text) => text !== null)
  }

  /** Returns a text that names something, cut to the longest name. */
  name(argument: number): string | null {
    const { texts } = this.file
    return texts.texts[texts.name(this.text(argument))] ?? null
  }

  /** Returns a text that is needed only once, such as a GlobalId, without storing it among the texts. */
  onceString(argument: number): string | null {
    const start = this.textRange(argument)
    return start < 0 || this.textEnd === start ? null : this.file.texts.decode(start, this.textEnd)
  }

  /** Returns the row of a reference, or -1 if it is no reference or its instance does not exist. */
  row(argument: number): number {
    return this.file.rowOf(this.reference(argument))
  }

  /** Returns the offset of an argument's text after its quote, or -1 for none, and stores its end in `textEnd`. */
  private textRange(argument: number): number {
    if (argument >= this.count) return -1
    let start = this.start(argument)
    let end = this.end(argument)
    if (this.bytes[start] !== 39) {
      if (this.kind(argument) !== "typed") return -1
      start = this.valueStart(start, end)
      if (start < 0) return -1
      end = endBefore(this.bytes, start, end - 1)
    }
    if (end - start < 2 || this.bytes[start] !== 39 || this.bytes[end - 1] !== 39) return -1
    this.textEnd = end - 1
    return start + 1
  }
}
