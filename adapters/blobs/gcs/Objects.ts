import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { BlobInfo } from "../../../src/ports/BlobStore.ts"
import type { Connection } from "./Connection.ts"
import { type GcsFailure, isMissing, unanswered } from "./Failure.ts"

const integer = Schema.Union(Schema.Number, Schema.NumberFromString)

/** The metadata of one generation of an object. */
const StoredObject = Schema.Struct({
  name: Schema.String,
  size: integer,
  generation: Schema.String,
  timeCreated: Schema.Date,
  crc32c: Schema.optional(Schema.String)
})
export type StoredObject = typeof StoredObject.Type

const fields = "name,size,generation,timeCreated,crc32c"
const Page = Schema.Struct({
  items: Schema.optionalWith(Schema.Array(StoredObject), { default: () => [] }),
  nextPageToken: Schema.optional(Schema.String)
})
const Rewrite = Schema.Struct({ done: Schema.Boolean, rewriteToken: Schema.optional(Schema.String) })

/** Returns a reader of answers as JSON of the schema. */
const json =
  <A, I>(schema: Schema.Schema<A, I>) =>
  async (response: Response): Promise<A> => {
    const decoded = Schema.decodeUnknownOption(schema)(await response.json())
    if (Option.isNone(decoded)) throw unanswered("an answer of another form")
    return decoded.value
  }

/** Reads the metadata from the answer to an upload or to a metadata request. */
export const storedObject = json(StoredObject)

/** Returns the path of an object below its bucket. */
export const pathOf = (key: string): string => `/o/${encodeURIComponent(key)}`

/** Returns the metadata in the form of the port. */
export const infoOf = ({ generation, name, size, timeCreated }: StoredObject): BlobInfo => ({
  key: name,
  size,
  modifiedAt: timeCreated.getTime(),
  version: generation
})

/** Returns the current object of the name. Fails with status 404 if there is none. */
export const find = ({ ask, timeouts, url }: Connection, key: string): Effect.Effect<StoredObject, GcsFailure> =>
  ask({ method: "GET", url: url(pathOf(key), { fields }) }, timeouts.answer, storedObject)

/** Removes the object, or one generation of it. Succeeds if it does not exist. */
export const remove = (
  { ask, timeouts, url }: Connection,
  key: string,
  generation?: string
): Effect.Effect<void, GcsFailure> =>
  ask(
    { method: "DELETE", url: url(pathOf(key), generation === undefined ? {} : { generation }) },
    timeouts.answer,
    async (response) => void (await response.text())
  ).pipe(Effect.catchIf(isMissing, () => Effect.void))

/** Lists every object whose name begins with `prefix`, in pages of up to a thousand. */
export const list = ({ ask, timeouts, url }: Connection, prefix: string): Stream.Stream<StoredObject, GcsFailure> =>
  Stream.paginateChunkEffect("", (pageToken) => {
    const query = { prefix, fields: `nextPageToken,items(${fields})`, ...(pageToken === "" ? {} : { pageToken }) }
    return Effect.map(
      ask({ method: "GET", url: url("/o", query) }, timeouts.answer, json(Page)),
      ({ items, nextPageToken }) => [Chunk.unsafeFromArray([...items]), Option.fromNullable(nextPageToken)] as const
    )
  })

/**
 * Copies an object, or one generation of it, within the bucket's servers. Fails with status 404 if it does not exist.
 */
export const copy = (
  { ask, bucket, timeouts, url }: Connection,
  from: string,
  to: string,
  generation?: string
): Effect.Effect<void, GcsFailure> => {
  const step = (rewriteToken?: string): Effect.Effect<void, GcsFailure> =>
    ask(
      {
        method: "POST",
        url: url(`${pathOf(from)}/rewriteTo/b/${bucket}${pathOf(to)}`, {
          ...(generation === undefined ? {} : { sourceGeneration: generation }),
          ...(rewriteToken === undefined ? {} : { rewriteToken })
        }),
        headers: { "content-type": "application/json" },
        // Metadata of its own keeps the copy from inheriting any that a user sent with the upload.
        body: JSON.stringify({ contentType: "application/octet-stream" })
      },
      timeouts.transfer,
      json(Rewrite)
    ).pipe(Effect.flatMap(({ done, rewriteToken: next }) => (done ? Effect.void : step(next))))
  return step()
}
