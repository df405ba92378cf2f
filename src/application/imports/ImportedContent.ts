import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ContentLocation } from "../../domain/models/ModelContent.ts"
import type { PropertyRow } from "../../domain/products/PropertyRow.ts"
import {
  propertiesOf,
  type SharedContent,
  type SharedLocation,
  type SharedSlice
} from "../../domain/models/SharedSlice.ts"
import { limits } from "../../domain/Limits.ts"
import { type Kind, more, parsed } from "./ImportedLine.ts"

/** Maximum rows of a slice. A slice is stored in one short transaction. */
const sliceRows = 500

/** Characters after which a slice is full. One line may exceed it. */
const sliceLength = 512 * 1024

/** Characters processed before yielding to the event loop: a few milliseconds. */
const turnLength = 512 * 1024

/** Bytes read from the disk at once. Under load each read waits for a turn of the event loop. */
const pieceBytes = 1024 * 1024

/** Items processed before yielding to the event loop. */
const turnItems = 500

/** Maximum items of a line. */
const lineItems = 100

/** Characters after which a line is full. The remaining properties of a location follow on the next lines. */
const lineLength = 32 * 1024

const kinds: ReadonlyArray<Kind> = ["locations", "materials", "codifications", "codes"]

/** Splits properties into pieces that fit into a line; there is at least one piece. */
const piecesOf = (properties: ReadonlyArray<PropertyRow>): ReadonlyArray<ReadonlyArray<PropertyRow>> => {
  const pieces: Array<Array<PropertyRow>> = [[]]
  let length = 0
  for (const property of properties) {
    length += property.set.length + property.name.length + property.value.length
    if (length > lineLength && pieces.at(-1)!.length > 0) {
      pieces.push([])
      length = 0
    }
    pieces.at(-1)!.push(property)
  }
  return pieces
}

/**
 * Yields the shared data of an import as lines of JSON, `["materials",[{"name":…},…]]`. A long file can thus be read in
 * slices, and so can one long location, whose further properties follow as `["more",[…]]`.
 */
export function* lines(content: SharedContent): Generator<string> {
  for (const kind of kinds) {
    let [items, length]: [Array<string>, number] = [[], 0]
    const line = (): string => {
      const text = `["${kind}",[${items.join(",")}]]\n`
      ;[items, length] = [[], 0]
      return text
    }
    for (const item of content[kind]) {
      const [first, ...rest] = kind === "locations" ? piecesOf((item as ContentLocation).properties) : []
      const text = JSON.stringify(first === undefined ? item : { ...item, properties: first })
      items.push(text)
      length += text.length
      if (items.length >= lineItems || length >= lineLength || rest.length > 0) yield line()
      for (const piece of rest) yield `${JSON.stringify([more, piece])}\n`
    }
    if (items.length > 0) yield line()
  }
}

/** Returns a function that yields to the event loop, unless the loop has turned since the previous call. */
const turns = (): (() => Promise<void> | undefined) => {
  let turn: Promise<void> | undefined
  const next = (): void => {
    turn = new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined
        resolve()
      })
    })
  }
  next()
  return () => {
    const pending = turn
    next()
    return pending
  }
}

/** Yields the lines of a file, in batches of one read each. */
async function* linesOf(path: string): AsyncGenerator<ReadonlyArray<string>> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const file = Bun.file(path)
  let rest = ""
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).bytes()
    const parts = decoder.decode(bytes, { stream: true }).split("\n")
    parts[0] = rest + parts[0]!
    rest = parts.pop()!
    yield parts
  }
  rest += decoder.decode()
  if (rest !== "") yield [rest]
}

/** Returns the JSON of a list of rows without its brackets. */
const inside = (rows: ReadonlyArray<PropertyRow>): string => JSON.stringify(rows).slice(1, -1)

async function* read(path: string): AsyncGenerator<SharedSlice> {
  const empty = () => ({ locations: [], materials: [], codifications: [], codes: [] }) as Record<Kind, Array<never>>
  const counts: Record<Kind, number> = { locations: 0, materials: 0, codifications: 0, codes: 0 }
  let slice = empty()
  let [rows, length, sinceTurn, itemsSinceTurn] = [0, 0, 0, 0]
  let last: (Omit<SharedLocation, "properties"> & { readonly pieces: Array<string> }) | null = null
  const endLocation = (): void => {
    if (last === null) return
    const { pieces, ...location } = last
    const found: Array<SharedLocation> = slice.locations
    found.push({ ...location, properties: `[${pieces.filter((piece) => piece !== "").join(",")}]` })
    last = null
  }
  const turned = turns()
  for await (const lines of linesOf(path))
    for (const line of lines) {
      const [kind, items] = parsed(line)
      if (kind === more) {
        last?.pieces.push(inside(items))
        length += line.length
      } else
        for (const item of items) {
          endLocation()
          if (rows >= sliceRows || length >= sliceLength) {
            yield slice
            slice = empty()
            rows = length = 0
          }
          if ((counts[kind] += 1) > limits.itemsOfImport.most)
            throw new Error(`more than ${limits.itemsOfImport.most} ${kind}`)
          rows += 1
          length += line.length / items.length
          if (kind === "locations") {
            const { guid, longName, name, parent, properties, type } = item as ContentLocation
            last = { guid, name, type, parent, pieces: [inside(propertiesOf({ longName, properties }))] }
          } else slice[kind].push(item)
        }
      itemsSinceTurn += items.length
      if ((sinceTurn += line.length) >= turnLength || itemsSinceTurn >= turnItems) {
        sinceTurn = itemsSinceTurn = 0
        await turned()
      }
    }
  endLocation()
  yield slice
}

/** Reads a file written by `lines`, in slices, anew each time the stream is run. A malformed file is a defect. */
export const slices = (path: string): Stream.Stream<SharedSlice> =>
  Stream.suspend(() => Stream.fromAsyncIterable(read(path), (error) => error)).pipe(Stream.catchAll(Stream.die))

/** Returns all slices of a file that is known to be small. */
export const all = (path: string): Effect.Effect<ReadonlyArray<SharedSlice>> =>
  Effect.map(Stream.runCollect(slices(path)), (found) => [...found])
