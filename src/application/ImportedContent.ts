import { Effect, Schema } from "effect"
import { nextTurn } from "../domain/EventLoop.ts"
import type { ContentCode, ContentCodification, ContentLocation, ContentMaterial } from "../domain/ModelContent.ts"
import type { SharedContent } from "../ports/Computation.ts"

const nullable = Schema.NullOr(Schema.String)

const Location: Schema.Schema<ContentLocation> = Schema.Struct({
  guid: Schema.String,
  name: Schema.String,
  type: Schema.String,
  parent: Schema.Int,
  longName: nullable,
  properties: Schema.Array(Schema.Struct({ set: Schema.String, name: Schema.String, value: Schema.String }))
})

const Material: Schema.Schema<ContentMaterial> = Schema.Struct({
  name: Schema.String,
  description: nullable,
  category: nullable
})

const Codification: Schema.Schema<ContentCodification> = Schema.Struct({
  name: nullable,
  description: nullable,
  source: nullable,
  edition: nullable,
  editionDate: nullable,
  uri: nullable
})

const Code: Schema.Schema<ContentCode> = Schema.Struct({
  codification: Schema.Int,
  identification: Schema.String,
  name: Schema.String,
  description: nullable,
  uri: nullable,
  parent: Schema.Int
})

const items = Schema.Array(Schema.Unknown)
const Lists = Schema.Struct({ locations: items, materials: items, codifications: items, codes: items })

const itemsAtOnce = 500

/** Checks the items slice by slice; between two of them the event loop turns. */
const checked = <A>(schema: Schema.Schema<A>, list: ReadonlyArray<unknown>) =>
  Effect.gen(function* () {
    const check = Schema.validateSync(schema)
    for (let start = 0; start < list.length; start += itemsAtOnce) {
      if (start > 0) yield* nextTurn
      for (const item of list.slice(start, start + itemsAtOnce)) check(item)
    }
    return list as ReadonlyArray<A>
  })

/** What an import brings to the project, from the file in which the job has put it. A wrong file is a defect. */
export const read = (path: string): Effect.Effect<SharedContent> =>
  Effect.gen(function* () {
    const lists = yield* Effect.promise(() => Bun.file(path).json() as Promise<unknown>).pipe(
      Effect.flatMap(Schema.decodeUnknown(Lists)),
      Effect.orDie
    )
    return {
      locations: yield* checked(Location, lists.locations),
      materials: yield* checked(Material, lists.materials),
      codifications: yield* checked(Codification, lists.codifications),
      codes: yield* checked(Code, lists.codes)
    }
  }).pipe(Effect.withSpan("ImportedContent.read"))
