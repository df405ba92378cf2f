import { Chunk, Effect, Schema, Stream } from "effect"
import { nextTurn } from "../runtime/EventLoop.ts"
import type { ContentCode, ContentCodification, ContentLocation, ContentMaterial } from "../domain/ModelContent.ts"
import type { SharedContent } from "../ports/Computation.ts"

/** Lines that are read before the event loop turns. */
const linesAtOnce = 200

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

type Kind = keyof SharedContent

const kinds: ReadonlyArray<Kind> = ["locations", "materials", "codifications", "codes"]

/** Checks an item of a kind. Throws. */
const checks: Readonly<Record<Kind, (item: unknown) => unknown>> = {
  locations: Schema.validateSync(Location),
  materials: Schema.validateSync(Material),
  codifications: Schema.validateSync(Codification),
  codes: Schema.validateSync(Code)
}

/** What an import brings to the project as lines of JSON, `["materials",{"name":…}]`: a long file is read in slices. */
export function* lines(content: SharedContent): Generator<string> {
  for (const kind of kinds) for (const item of content[kind]) yield `${JSON.stringify([kind, item])}\n`
}

/** What `lines` have been written of; the event loop turns while they are read. A wrong file is a defect. */
export const read = (path: string): Effect.Effect<SharedContent> =>
  Effect.suspend(() => {
    const found = { locations: [], materials: [], codifications: [], codes: [] } satisfies Record<Kind, Array<never>>
    const take = (line: string): void => {
      const [kind, item] = JSON.parse(line) as [Kind, never]
      checks[kind](item)
      found[kind].push(item)
    }
    return Stream.fromReadableStream({ evaluate: () => Bun.file(path).stream(), onError: (error) => error }).pipe(
      Stream.decodeText(),
      Stream.splitLines,
      Stream.rechunk(linesAtOnce),
      Stream.runForEachChunk((chunk) =>
        Effect.zipRight(
          Effect.sync(() => Chunk.forEach(chunk, take)),
          nextTurn
        )
      ),
      Effect.orDie,
      Effect.as(found)
    )
  }).pipe(Effect.withSpan("ImportedContent.read"))
