import type { IfcFile } from "../../ifc/index/IfcFile.ts"
import { Int32List } from "../../ifc/step/Growing.ts"

/** Relations from rows to rows. The targets of a row are in the order in which they were added. */
export class Links {
  private readonly from = new Int32List()
  private readonly to = new Int32List()
  private starts: Uint32Array | null = null
  private targets = new Int32Array(0)

  constructor(private readonly file: IfcFile) {}

  add(from: number, to: number): void {
    if (from < 0 || to < 0) return
    this.from.push(from)
    this.to.push(to)
  }

  /** Adds the pairs of all relations of a class, by the names of the attributes on both sides. */
  addAll(relation: string, from: string, to: string): this {
    eachPair(this.file, relation, from, to, (one, other) => this.add(one, other))
    return this
  }

  of(row: number): Int32Array {
    const starts = (this.starts ??= this.sorted())
    const start = starts[row]!
    const end = starts[row + 1]!
    return start === end ? none : this.targets.subarray(start, end)
  }

  private sorted(): Uint32Array {
    const { file, from, to } = this
    const starts = new Uint32Array(file.rows + 1)
    for (let i = 0; i < from.length; i++) starts[from.at(i) + 1]!++
    for (let row = 0; row < file.rows; row++) starts[row + 1]! += starts[row]!
    const next = starts.slice()
    this.targets = new Int32Array(to.length)
    for (let i = 0; i < from.length; i++) this.targets[next[from.at(i)]!++] = to.at(i)
    return starts
  }
}

const none = new Int32Array(0)

/** The cost of a pair of a relation with several entities on both sides. */
const costOfPair = 8

/** Calls `each` with the rows of both sides of each relation of a class, by the names of its attributes. */
export const eachPair = (
  file: IfcFile,
  relation: string,
  from: string,
  to: string,
  each: (from: number, to: number) => void
): void => {
  const read = file.freeReader()
  for (const row of file.rowsOf(relation)) {
    const { attributes } = file.classOf(row)
    if (!read.openRow(row)) continue
    const targets: Array<number> = []
    read.references(attributes.indexOf(to), (id) => {
      if (file.rowOf(id) >= 0) targets.push(file.rowOf(id))
    })
    read.references(attributes.indexOf(from), (id) => {
      const one = file.rowOf(id)
      if (targets.length > 1 && !file.allowance.spend(targets.length * costOfPair)) {
        return file.log.count("Objects of a relation with too many others, which were left out", `#${id}`)
      }
      for (const other of targets) each(one, other)
    })
  }
}
