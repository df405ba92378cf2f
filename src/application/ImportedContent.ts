import { Chunk, Effect, Schema, Stream } from "effect"
import { nextTurn } from "../runtime/EventLoop.ts"
import { ContentCode, ContentCodification, ContentLocation, ContentMaterial } from "../domain/ModelContent.ts"
import type { SharedContent } from "../ports/Computation.ts"
import { spanned } from "../runtime/Span.ts"

/** Lines that are read before the event loop turns. */
const linesAtOnce = 200

type Kind = keyof SharedContent

const kinds: ReadonlyArray<Kind> = ["locations", "materials", "codifications", "codes"]

/** Checks an item of a kind. Throws. */
const checks: Readonly<Record<Kind, (item: unknown) => unknown>> = {
  locations: Schema.validateSync(ContentLocation),
  materials: Schema.validateSync(ContentMaterial),
  codifications: Schema.validateSync(ContentCodification),
  codes: Schema.validateSync(ContentCode)
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
      Stream.runForEachChunk((chunk) => Effect.sync(() => Chunk.forEach(chunk, take)).pipe(Effect.zipRight(nextTurn))),
      Effect.orDie,
      Effect.as(found)
    )
  }).pipe(spanned("ImportedContent.read"))
