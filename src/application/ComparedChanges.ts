import { closeSync, openSync, readSync } from "node:fs"
import type { ModelChange, VersionChanges } from "../domain/ModelVersion.ts"

/** Cells of one line, and bytes that are read at once: each takes a millisecond or two. */
const cellsOfLine = 500
const bytesAtOnce = 64 * 1024

/** What differs between two versions as lines of JSON: guids of what came and went, then cells, some hundred a line. */
export function* lines(changes: ReadonlyArray<ModelChange>, added: ReadonlyArray<string>): Generator<string> {
  const { false: cells = [], true: gone = [] } = Object.groupBy(changes, ({ field }) =>
    field.kind === "Deleted" ? "true" : "false"
  )
  yield `${JSON.stringify({ added, deleted: gone.map(({ guid }) => guid) })}\n`
  for (let at = 0; at < cells.length; at += cellsOfLine) yield `${JSON.stringify(cells.slice(at, at + cellsOfLine))}\n`
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

/** What a file of such lines says; its cells are read as they are taken, once. */
export const read = (path: string): VersionChanges => {
  const found = linesOf(path)
  const { added, deleted } = JSON.parse(found.next().value as string) as Omit<VersionChanges, "changes">
  const changes = function* (): Generator<ModelChange> {
    for (const line of found) yield* JSON.parse(line) as ReadonlyArray<ModelChange>
  }
  return { added, deleted, changes: changes() }
}
