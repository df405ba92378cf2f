import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import {
  locationOf,
  type SharedContent,
  type SharedLocation,
  type SharedSlice
} from "../../domain/models/SharedSlice.ts"
import { limits } from "../../domain/Limits.ts"
import { headOf, type Kind } from "./ImportedSlice.ts"

/** Maximum rows of a slice. A slice is stored in one short transaction. */
const sliceRows = 500

/** Characters after which a slice is full: parsing them takes a few milliseconds. Properties are not parsed. */
const sliceLength = 512 * 1024

/** Bytes read from the disk at once. Under load each read waits for a turn of the event loop. */
const pieceBytes = 1024 * 1024

const kinds: ReadonlyArray<Kind> = ["locations", "materials", "codifications", "codes"]

/**
 * Yields the shared data of an import in slices: a line with the JSON of a `SharedSlice` without the properties of its
 * locations, and then a line with the properties of each location.
 */
export function* lines(content: SharedContent): Generator<string> {
  const empty = (): Record<Kind, Array<string>> => ({ locations: [], materials: [], codifications: [], codes: [] })
  let [items, texts, rows, length] = [empty(), "", 0, 0]
  const slice = (): string => {
    const head = kinds.map((kind) => `"${kind}":[${items[kind].join(",")}]`).join(",")
    const text = `{${head}}\n${texts}`
    ;[items, texts, rows, length] = [empty(), "", 0, 0]
    return text
  }
  for (const kind of kinds) {
    for (const item of content[kind]) {
      let text: string
      if (kind === "locations") {
        const { properties, ...location } = locationOf(item as SharedContent["locations"][number])
        texts += `${properties}\n`
        length += properties.length
        text = JSON.stringify(location)
      } else text = JSON.stringify(item)
      items[kind].push(text)
      rows += 1
      length += text.length
      if (rows >= sliceRows || length >= sliceLength) yield slice()
    }
  }
  if (rows > 0) yield slice()
}

/** Yields the lines of a file. */
async function* linesOf(path: string): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const file = Bun.file(path)
  let rest = ""
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).bytes()
    const parts = decoder.decode(bytes, { stream: true }).split("\n")
    parts[0] = rest + parts[0]!
    rest = parts.pop()!
    yield* parts
  }
  rest += decoder.decode()
  if (rest !== "") yield rest
}

async function* read(path: string): AsyncGenerator<SharedSlice> {
  const counts: Record<Kind, number> = { locations: 0, materials: 0, codifications: 0, codes: 0 }
  const all = linesOf(path)
  for (let line = await all.next(); line.done !== true; line = await all.next()) {
    const { locations: placed, ...slice } = headOf(line.value)
    const locations: Array<SharedLocation> = []
    for (const location of placed) {
      const { value: properties } = await all.next()
      if (properties === undefined) throw new Error("a location without properties")
      locations.push({ ...location, properties })
    }
    const whole = { ...slice, locations }
    for (const kind of kinds) {
      const { most } = limits.itemsOfImport
      if ((counts[kind] += whole[kind].length) > most) throw new Error(`more than ${most} ${kind}`)
    }
    yield whole
    await new Promise(setImmediate)
  }
}

/** Reads a file written by `lines`, in slices, again each time the stream is run. A malformed file is a defect. */
export const slices = (path: string): Stream.Stream<SharedSlice> =>
  Stream.suspend(() => Stream.fromAsyncIterable(read(path), (error) => error)).pipe(Stream.catchAll(Stream.die))

/** Returns all slices of a file that is known to be small. */
export const all = (path: string): Effect.Effect<ReadonlyArray<SharedSlice>> =>
  Effect.map(Stream.runCollect(slices(path)), (found) => [...found])
