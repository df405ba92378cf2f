import * as Either from "effect/Either"
import type { Schema } from "../src/ifc/schema/Schema.ts"
import { readHeader } from "../src/ifc/step/StepHeader.ts"

/** An instance of the file: its bytes from `#` to `;`, and the positions of instance numbers in them. */
interface Instances {
  readonly count: number
  /** Offset of each `#`, and the end of the last instance. */
  readonly start: ReadonlyArray<number>
  readonly end: ReadonlyArray<number>
  readonly id: ReadonlyArray<number>
  readonly keyword: ReadonlyArray<string>
  /** Offset of the first argument. */
  readonly arguments: ReadonlyArray<number>
  /** The references of instance i, beginning with its own number: `at` and `digits` from `references[i]` on. */
  readonly references: ReadonlyArray<number>
  readonly at: ReadonlyArray<number>
  readonly digits: ReadonlyArray<number>
  readonly target: ReadonlyArray<number>
}

const isDigit = (byte: number): boolean => byte >= 48 && byte <= 57

const scan = (bytes: Uint8Array, dataAt: number): Instances => {
  const found = {
    count: 0,
    start: [] as Array<number>,
    end: [] as Array<number>,
    id: [] as Array<number>,
    keyword: [] as Array<string>,
    arguments: [] as Array<number>,
    references: [0],
    at: [] as Array<number>,
    digits: [] as Array<number>,
    target: [] as Array<number>
  }
  let open = false
  for (let i = dataAt; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === 39) {
      i = bytes.indexOf(39, i + 1)
    } else if (byte === 35) {
      let number = 0
      const at = i + 1
      while (isDigit(bytes[i + 1]!)) number = number * 10 + bytes[++i]! - 48
      found.at.push(at)
      found.digits.push(i + 1 - at)
      found.target.push(number)
      if (open) continue
      open = true
      found.start.push(at - 1)
      found.id.push(number)
      const parenthesis = bytes.indexOf(40, i)
      const keyword = Buffer.from(bytes.subarray(bytes.indexOf(61, i) + 1, parenthesis)).toString("latin1")
      found.keyword.push(keyword.trim())
      found.arguments.push(parenthesis + 1)
      i = parenthesis
    } else if (byte === 59 && open) {
      open = false
      found.end.push(i + 1)
      found.references.push(found.at.length)
      found.count++
    } else if (byte === 69 && !open && Buffer.from(bytes.subarray(i, i + 6)).toString("latin1") === "ENDSEC") break
  }
  return found
}

/** The instances that all copies share: the project with its contexts and units, and the authors. */
const sharedOf = (file: Instances, schema: Schema): Uint8Array => {
  const place = new Map(file.id.map((id, i) => [id, i]))
  const shared = new Uint8Array(file.count)
  const kinds = ["IfcProject", "IfcOwnerHistory", "IfcRepresentationContext", "IfcUnitAssignment"]
  const queue = file.keyword.flatMap((keyword, i) => {
    const found = schema.find(keyword.toUpperCase())
    return kinds.some((kind) => found?.kinds.has(kind)) ? [i] : []
  })
  for (let i = queue.pop(); i !== undefined; i = queue.pop()) {
    if (shared[i] === 1) continue
    shared[i] = 1
    for (let r = file.references[i]! + 1; r < file.references[i + 1]!; r++) {
      const target = place.get(file.target[r]!)
      if (target !== undefined) queue.push(target)
    }
  }
  return shared
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"

/** Returns a GlobalId for a copy. It is different in each copy, and always the same for the same copy. */
const derive = (guid: Uint8Array, copy: number): Buffer => {
  const derived = Buffer.alloc(22)
  let state = Bun.hash(guid, copy)
  for (let i = 0; i < 22; i++) {
    if (i === 11) state = Bun.hash(guid, state)
    derived[i] = alphabet.charCodeAt(Number(state & (i === 0 ? 3n : 63n)))
    state >>= 6n
  }
  return derived
}

/**
 * A model `copies` times in one file: numbers of instances are shifted and GlobalIds derived again for each copy; there
 * is one IfcProject, to which all belong, with its contexts, units and owner histories.
 *
 * Gives:  parts of the file, one for each copy. Comments between instances are left out.
 */
export function* replicate(bytes: Buffer, copies: number): Generator<Uint8Array, void, undefined> {
  const { dataAt, schema } = Either.getOrThrow(readHeader(bytes))
  const file = scan(bytes, dataAt)
  const shared = sharedOf(file, schema)
  const isShared = new Set(file.id.filter((_, i) => shared[i] === 1))
  const rooted = Uint8Array.from(file.keyword, (keyword, i) =>
    Number(
      schema.find(keyword.toUpperCase())?.kinds.has("IfcRoot") === true && bytes[file.arguments[i]! + 22 + 1] === 39
    )
  )
  const stride = 10 ** Math.ceil(Math.log10(file.id.reduce((most, id) => Math.max(most, id), 0) + 1))
  yield bytes.subarray(0, dataAt)
  for (let copy = 0; copy < copies; copy++) {
    const part = Buffer.allocUnsafe(bytes.length + file.at.length * 12 + file.count + 16)
    let length = part.write("\n", 0)
    for (let i = 0; i < file.count; i++) {
      if (copy > 0 && shared[i] === 1) continue
      let from = file.start[i]!
      const take = (to: number): void => {
        // For short runs, a loop is faster than a call of the system's copy.
        for (; from < to; from++) part[length++] = bytes[from]!
      }
      for (let r = file.references[i]!; r < file.references[i + 1]!; r++) {
        const target = file.target[r]!
        if (copy > 0 && !isShared.has(target)) {
          take(file.at[r]!)
          length += part.write(String(target + copy * stride), length, "latin1")
          from = file.at[r]! + file.digits[r]!
        }
        if (copy > 0 && rooted[i] === 1 && r === file.references[i]) {
          take(file.arguments[i]! + 1)
          length += derive(bytes.subarray(from, from + 22), copy).copy(part, length)
          from += 22
        }
      }
      take(file.end[i]!)
      part[length++] = 10
    }
    yield part.subarray(0, length)
  }
  yield Buffer.from("ENDSEC;\nEND-ISO-10303-21;\n")
}

/** Writes the number of copies that is closest to `bytes`, at least one, and returns it. */
export const replicateTo = async (source: string, target: string, bytes: number): Promise<number> => {
  const original = Buffer.from(await Bun.file(source).arrayBuffer())
  const copies = Math.max(1, Math.round(bytes / original.length))
  const sink = Bun.file(target).writer()
  for (const part of replicate(original, copies)) {
    await sink.write(part)
    await sink.flush()
  }
  await sink.end()
  return copies
}
