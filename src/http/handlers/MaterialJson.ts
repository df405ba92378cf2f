import { Effect } from "effect"
import { nextTurn } from "../../domain/EventLoop.ts"
import { type MaterialContent, propertiesOf } from "../../domain/Material.ts"

interface Library {
  readonly guid: string
  readonly name: string
  readonly materials: ReadonlyArray<MaterialContent>
}

/** Materials written before the event loop turns. */
const materialsAtOnce = 250

const write = Effect.fn("MaterialJson.write")(function* (parts: Array<Uint8Array>, { guid, materials, name }: Library) {
  const add = (text: string) => parts.push(Buffer.from(text))
  add(`{"name":${JSON.stringify(name)},"guid":${JSON.stringify(guid)},"properties":[`)
  for (let start = 0; start < materials.length; start += materialsAtOnce) {
    if (start > 0) yield* nextTurn
    const lists = materials.slice(start, start + materialsAtOnce).map(propertiesOf)
    add(`${start > 0 ? "," : ""}${JSON.stringify(lists).slice(1, -1)}`)
  }
  add("]}")
})

/** The UTF-8 of a library as answers show it; the event loop turns while a long one is written. */
export const libraryJson = (library: Library): Effect.Effect<Uint8Array> =>
  Effect.gen(function* () {
    const parts: Array<Uint8Array> = []
    yield* write(parts, library)
    return Buffer.concat(parts)
  })

/** The UTF-8 of all libraries of a project: `{"materialProperties":[…]}`. */
export const librariesJson = (libraries: ReadonlyArray<Library>): Effect.Effect<Uint8Array> =>
  Effect.gen(function* () {
    const parts: Array<Uint8Array> = [Buffer.from(`{"materialProperties":[`)]
    for (const [i, library] of libraries.entries()) {
      if (i > 0) parts.push(Buffer.from(","))
      yield* write(parts, library)
    }
    parts.push(Buffer.from("]}"))
    return Buffer.concat(parts)
  })
