import type { IfcFile } from "../index/IfcFile.ts"
import { endOfBinary, endOfComment, endOfText } from "../step/StepLexer.ts"

/** The deepest level of references that is compared. A deeper row is treated as different from every other. */
const deepest = 64

/**
 * Classes whose instances change the appearance of another instance that they refer to, and the argument with the
 * reference.
 */
const decorations = [
  { of: "IfcStyledItem", named: 0 },
  { of: "IfcIndexedColourMap", named: 0 },
  { of: "IfcMaterialDefinitionRepresentation", named: 3 }
] as const

/** Two hashes of 32 bits for each row, valid if `done` is 1. */
interface Prints {
  readonly one: Uint32Array
  readonly two: Uint32Array
  readonly done: Uint8Array
}

/** One step of FNV-1a, and one with another multiplier, which collides for other inputs. */
const first = (hash: number, value: number): number => Math.imul(hash ^ value, 0x0100_0193) >>> 0
const second = (hash: number, value: number): number => Math.imul(hash ^ value, 0x85eb_ca6b) >>> 0
const mixed = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0

/**
 * Compares rows by their content and the content of the rows that they refer to, regardless of instance numbers. Rows
 * have equal texts if their trees of instances are equal, including the colours of items and materials. The time is
 * linear in the size of the file, because each row is read once.
 */
export class Alike {
  private readonly prints: Prints
  /** Rows of decorations, by the row that they name. */
  private readonly decorated = new Map<number, Array<number>>()

  constructor(private readonly file: IfcFile) {
    const { rows } = file
    this.prints = { one: new Uint32Array(rows), two: new Uint32Array(rows), done: new Uint8Array(rows) }
    const read = file.freeReader()
    for (const { named, of } of decorations) {
      for (const row of file.rowsOf(of)) {
        const target = read.openRow(row) ? read.row(named) : -1
        if (target >= 0) this.decorated.getOrInsertComputed(target, () => []).push(row)
      }
    }
  }

  /** Returns the text of a row; "" if the row is -1. */
  of(row: number): string {
    if (row < 0) return ""
    this.print(row, 0)
    const { one, two } = this.prints
    return `${one[row]!.toString(36)}.${two[row]!.toString(36)}`
  }

  private print(row: number, depth: number): void {
    const { done, one, two } = this.prints
    if (done[row] === 1) return
    // A row keeps this unique value if it is reached again before it is done, or if it is too deep, so that it equals
    // no other row.
    done[row] = 1
    one[row] = first(0x811c_9dc5, row)
    two[row] = second(row, 1)
    if (depth > deepest) return
    let [a, b] = this.written(row, -1, depth)
    for (const decoration of this.decorated.get(row) ?? []) {
      const [c, d] = this.written(decoration, row, depth)
      a = first(a, mixed(c))
      b = second(b, mixed(d))
    }
    one[row] = a
    two[row] = b
  }

  /** Hashes the content of a row. A reference to `except` is hashed like a reference to a missing instance. */
  private written(row: number, except: number, depth: number): readonly [number, number] {
    const { bytes, index } = this.file
    const { one, two } = this.prints
    const end = bytes.length
    let a = first(0x811c_9dc5, index.type[row]!)
    let b = second(0x9e37_79b9, index.type[row]!)
    let open = 0
    for (let i = index.at[row]!; i < end;) {
      const byte = bytes[i]!
      let next = i + 1
      if (byte === 35) {
        let id = 0
        for (; bytes[next]! >= 48 && bytes[next]! <= 57; next++) id = id * 10 + bytes[next]! - 48
        const target = this.file.rowOf(id)
        if (target >= 0 && target !== except) this.print(target, depth + 1)
        a = first(a, target < 0 || target === except ? 35 : mixed(one[target]!))
        b = second(b, target < 0 || target === except ? 35 : mixed(two[target]!))
        i = next
        continue
      }
      if (byte === 39) next = endOfText(bytes, i, end)
      else if (byte === 34) next = endOfBinary(bytes, i)
      else if (byte === 47) next = Math.max(i + 1, endOfComment(bytes, i, end))
      else if (byte === 40) open += 1
      else if (byte === 41) open -= 1
      if (next < 0) break
      for (; i < next; i++) {
        if (bytes[i]! <= 32) continue
        a = first(a, bytes[i]!)
        b = second(b, bytes[i]!)
      }
      if (open === 0) break
    }
    return [a, mixed(b)]
  }
}
