import { setImmediate } from "node:timers/promises"
import { Effect, Schema, Stream } from "effect"
import { ContentCode, ContentCodification, ContentLocation, ContentMaterial } from "../domain/ModelContent.ts"
import { PropertyRow } from "../domain/PropertyRow.ts"
import {
  mostItems,
  propertiesOf,
  type SharedContent,
  type SharedLocation,
  type SharedSlice
} from "../domain/SharedSlice.ts"

/** Rows of one slice at most: they are stored in one short transaction. */
const sliceRows = 500

/** Characters after which a slice is full. One line may make it longer. */
const sliceLength = 256 * 1024

/** Characters that are read before the event loop turns: within a few milliseconds. */
const turnLength = 128 * 1024

/** Lines that are read before the event loop turns. */
const turnLines = 200

/** Characters of properties on one line: a location with more goes on on the next. */
const lineLength = 64 * 1024

type Kind = keyof SharedContent

const kinds: ReadonlyArray<Kind> = ["locations", "materials", "codifications", "codes"]

/** More properties of the location of the line before. */
const more = "more"

/** Checks an item of a kind. Throws. */
const checks: Readonly<Record<Kind | typeof more, (item: unknown) => unknown>> = {
  locations: Schema.validateSync(ContentLocation),
  materials: Schema.validateSync(ContentMaterial),
  codifications: Schema.validateSync(ContentCodification),
  codes: Schema.validateSync(ContentCode),
  more: Schema.validateSync(Schema.Array(PropertyRow))
}

/** Properties in pieces that are no longer than a line may be, one at least. */
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
 * What an import brings to the project as lines of JSON, `["materials",{"name":…}]`: a long file is read in slices, and
 * so is one long location, whose further properties follow as `["more",[…]]`.
 */
export function* lines(content: SharedContent): Generator<string> {
  for (const kind of kinds) {
    for (const item of content[kind]) {
      if (kind !== "locations") {
        yield `${JSON.stringify([kind, item])}\n`
        continue
      }
      const location = item as ContentLocation
      const [first, ...rest] = piecesOf(location.properties)
      yield `${JSON.stringify([kind, { ...location, properties: first }])}\n`
      for (const piece of rest) yield `${JSON.stringify([more, piece])}\n`
    }
  }
}

/** The lines of a file, as many at a time as have been read. */
async function* linesOf(path: string): AsyncGenerator<ReadonlyArray<string>> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  let rest = ""
  for await (const bytes of Bun.file(path).stream()) {
    const parts = decoder.decode(bytes, { stream: true }).split("\n")
    parts[0] = rest + parts[0]!
    rest = parts.pop()!
    yield parts
  }
  rest += decoder.decode()
  if (rest !== "") yield [rest]
}

/** The JSON of a list of rows without its brackets. */
const inside = (rows: ReadonlyArray<PropertyRow>): string => JSON.stringify(rows).slice(1, -1)

/** @param check throws on an item that is none of its kind */
async function* read(
  path: string,
  check: (kind: Kind | typeof more, item: unknown) => void
): AsyncGenerator<SharedSlice> {
  const empty = () => ({ locations: [], materials: [], codifications: [], codes: [] }) as Record<Kind, Array<never>>
  const counts: Record<Kind, number> = { locations: 0, materials: 0, codifications: 0, codes: 0 }
  let slice = empty()
  let [rows, length, sinceTurn, linesSinceTurn] = [0, 0, 0, 0]
  let last: (Omit<SharedLocation, "properties"> & { readonly pieces: Array<string> }) | null = null
  const endLocation = (): void => {
    if (last === null) return
    const { pieces, ...location } = last
    const found: Array<SharedLocation> = slice.locations
    found.push({ ...location, properties: `[${pieces.filter((piece) => piece !== "").join(",")}]` })
    last = null
  }
  for await (const lines of linesOf(path))
    for (const line of lines) {
      const [kind, item] = JSON.parse(line) as [Kind | typeof more, never]
      check(kind, item)
      if (kind === more) last?.pieces.push(inside(item))
      else {
        endLocation()
        if (rows >= sliceRows || length >= sliceLength) {
          yield slice
          slice = empty()
          rows = length = 0
        }
        if ((counts[kind] += 1) > mostItems) throw new Error(`more than ${mostItems} ${kind}`)
        rows += 1
        if (kind === "locations") {
          const { guid, longName, name, parent, properties, type } = item as ContentLocation
          last = { guid, name, type, parent, pieces: [inside(propertiesOf({ longName, properties }))] }
        } else slice[kind].push(item)
      }
      length += line.length
      if ((sinceTurn += line.length) >= turnLength || ++linesSinceTurn >= turnLines) {
        sinceTurn = linesSinceTurn = 0
        await setImmediate()
      }
    }
  endLocation()
  yield slice
}

/**
 * What `lines` have been written of, in slices, read anew each time it is run, and checked until it has been read to its
 * end once. A wrong file is a defect.
 */
export const slices = (path: string): Stream.Stream<SharedSlice> => {
  let isChecked = false
  const check = (kind: Kind | typeof more, item: unknown): void => void (isChecked || checks[kind](item))
  const checked = Stream.sync(() => void (isChecked = true))
  return Stream.suspend(() => Stream.fromAsyncIterable(read(path, check), (error) => error)).pipe(
    Stream.concat(Stream.drain(checked)),
    Stream.catchAll(Stream.die)
  )
}

/** All slices of a file that is known to be small. */
export const all = (path: string): Effect.Effect<ReadonlyArray<SharedSlice>> =>
  Effect.map(Stream.runCollect(slices(path)), (found) => [...found])
