import { closeSync, openSync, readSync } from "node:fs"
import { lineSlices } from "../../dataframe/edits/overlay/LineSlices.ts"
import { changeLength, type ModelChange, type VersionChanges } from "../../domain/edits/ModelVersion.ts"

/** Bytes read at once: a millisecond or two, as long as it takes to parse a line. */
const bytesAtOnce = 64 * 1024

/** A line of the file: guids of deleted products come first, then of added ones, then cells. */
type Line =
  | { readonly deleted: ReadonlyArray<string> }
  | { readonly added: ReadonlyArray<string> }
  | { readonly changes: ReadonlyArray<ModelChange> }

const kinds = ["deleted", "added", "changes"] as const

/** Yields the differences between two versions as lines of JSON, some hundreds per line. */
export function* lines(changes: ReadonlyArray<ModelChange>, added: ReadonlyArray<string>): Generator<string> {
  const { false: cells = [], true: gone = [] } = Object.groupBy(changes, ({ field }) =>
    field.kind === "Deleted" ? "true" : "false"
  )
  const written = (line: Line): string => `${JSON.stringify(line)}\n`
  for (const some of lineSlices(gone, changeLength)) yield written({ deleted: some.map(({ guid }) => guid) })
  for (const some of lineSlices(added, ({ length }) => length)) yield written({ added: some })
  for (const some of lineSlices(cells, changeLength)) yield written({ changes: some })
}

function* linesOf(path: string): Generator<string> {
  const file = openSync(path, "r")
  try {
    const decoder = new TextDecoder()
    const buffer = new Uint8Array(bytesAtOnce)
    let rest = ""
    for (;;) {
      const bytes = readSync(file, buffer)
      if (bytes === 0) break
      const parts = (rest + decoder.decode(buffer.subarray(0, bytes), { stream: true })).split("\n")
      rest = parts.pop()!
      yield* parts
    }
  } finally {
    closeSync(file)
  }
}

/** Returns the index of a line's kind in `kinds`. */
const kindOf = (line: string): number => kinds.findIndex((one) => line.startsWith(`{"${one}"`))

/** Yields the items of the lines of one kind. The lines are sorted by `kinds`. */
function* partOf(path: string, kind: (typeof kinds)[number]): Generator {
  for (const line of linesOf(path)) {
    if (kindOf(line) > kinds.indexOf(kind)) return
    if (kindOf(line) === kinds.indexOf(kind)) {
      yield* (JSON.parse(line) as Readonly<Record<string, ReadonlyArray<unknown>>>)[kind]!
    }
  }
}

/** Reads a file of such lines lazily. Each list can be iterated once. */
export const read = (path: string): VersionChanges => ({
  deleted: partOf(path, "deleted") as Generator<string>,
  added: partOf(path, "added") as Generator<string>,
  changes: partOf(path, "changes") as Generator<ModelChange>
})
