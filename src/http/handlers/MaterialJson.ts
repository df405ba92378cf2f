import { Effect } from "effect"
import { nextTurn } from "../../domain/EventLoop.ts"
import { type MaterialContent, propertiesOf } from "../../domain/Material.ts"

interface Library {
  readonly guid: string
  readonly name: string
  readonly materials: ReadonlyArray<MaterialContent>
}

/** Materials written before the event loop turns; a library counts as one. */
const atOnce = 100

/** The UTF-8 of libraries with commas between; the event loop turns while many are written. */
const write = Effect.fn("MaterialJson.write")(function* (libraries: ReadonlyArray<Library>) {
  const parts: Array<Uint8Array> = []
  const add = (text: string) => parts.push(Buffer.from(text))
  let written = 0
  const count = (more: number) => {
    written += more
    if (written < atOnce) return Effect.void
    written = 0
    return nextTurn
  }
  for (const [i, { guid, materials, name }] of libraries.entries()) {
    add(`${i > 0 ? "," : ""}{"name":${JSON.stringify(name)},"guid":${JSON.stringify(guid)},"properties":[`)
    for (let start = 0; start < materials.length; start += atOnce) {
      const slice = materials.slice(start, start + atOnce)
      add(`${start > 0 ? "," : ""}${JSON.stringify(slice.map(propertiesOf)).slice(1, -1)}`)
      yield* count(slice.length)
    }
    add("]}")
    yield* count(1)
  }
  return parts
})

/** The UTF-8 of a library as answers show it. */
export const libraryJson = (library: Library): Effect.Effect<Uint8Array> =>
  Effect.map(write([library]), (parts) => Buffer.concat(parts))

/** The UTF-8 of all libraries of a project: `{"materialProperties":[…]}`. */
export const librariesJson = (libraries: ReadonlyArray<Library>): Effect.Effect<Uint8Array> =>
  Effect.map(write(libraries), (parts) =>
    Buffer.concat([Buffer.from('{"materialProperties":['), ...parts, Buffer.from("]}")])
  )
