import type { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { topicChanged } from "../../../src/domain/events/NewEvents.ts"
import type { ProjectId } from "../../../src/domain/Identifier.ts"
import { limits } from "../../../src/domain/Limits.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { restKey, withoutRest } from "../../../src/domain/topics/Rest.ts"
import type { TopicRepository } from "../../../src/ports/topics/TopicRepository.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { withinLimit } from "../sql/Limit.ts"
import { longList } from "../sql/LongList.ts"
import { integer, readFirst, readOne } from "../sql/Rows.ts"
import { storageErrors, transaction } from "../sql/Transaction.ts"
import { BlobRow, blobOf, taken, topicOf, type topicRows } from "./TopicRows.ts"

const Id = Schema.Struct({ id: integer })
/** A viewpoint as JSON, which is sent as it is: parsing a large one takes long. */
const TextRow = Schema.Struct({ id: integer, body: Schema.String })

type Methods = Pick<
  TopicRepository["Type"],
  "viewpoints" | "findViewpoint" | "picture" | "addViewpoint" | "removeViewpoint"
>

/** Returns the methods on viewpoints, which never change. */
export const viewpointStatements = (sql: SqlClient, rows: ReturnType<typeof topicRows>): Methods => {
  const inTransaction = transaction(sql)
  const ofTopic = (projectId: ProjectId, topic: string) =>
    sql`topic_viewpoints v JOIN topics t ON t.id = v.topic_id
      WHERE t.project_id = ${Number(projectId)} AND t.guid = ${topic}`

  const find = (projectId: ProjectId, topic: string, guid: string) =>
    readFirst(TextRow, sql`SELECT v.id, v.body FROM ${ofTopic(projectId, topic)} AND v.guid = ${guid}`)

  const written = (projectId: ProjectId, verb: "create" | "remove", topic: string, guid: string) =>
    audit(sql, { projectId, action: `viewpoint.${verb}`, object: guid, outcome: "Done" }, [
      topicChanged(topic, "Changed")
    ])

  return {
    viewpoints: (projectId, topic) =>
      Pull.map(
        longList(
          sql,
          sql`SELECT v.id AS id, octet_length(v.body) AS bytes FROM ${ofTopic(projectId, topic)} ORDER BY v.id`,
          TextRow,
          (ids) => sql`SELECT id, body FROM topic_viewpoints WHERE ${sql.in("id", ids)}`
        ),
        ({ body }) => body
      ),
    findViewpoint: fn("TopicRepository.findViewpoint")(function* (projectId, topic, guid) {
      return Option.map(yield* find(projectId, topic, guid), ({ body }) => body)
    }, storageErrors),
    picture: fn("TopicRepository.picture")(function* (projectId, topic, viewpoint, bitmap) {
      const found = yield* readFirst(
        BlobRow,
        sql`SELECT b.kind, b.name, b.filename, b.description, b.media, b.file_blob AS "key", b.bytes,
            b.viewpoint_id AS "viewpointId"
          FROM topic_blobs b JOIN topic_viewpoints v ON v.id = b.viewpoint_id JOIN topics t ON t.id = v.topic_id
          WHERE v.project_id = ${Number(projectId)} AND v.guid = ${viewpoint} AND t.guid = ${topic}
            AND b.kind = ${bitmap === null ? "snapshot" : "bitmap"} AND b.name = ${bitmap ?? ""}`
      )
      return Option.map(found, blobOf)
    }, storageErrors),
    addViewpoint: fn("TopicRepository.addViewpoint")(function* (projectId, topic, { blobs, viewpoint }) {
      const row = yield* rows.changeable(projectId, topic)
      yield* withinLimit(sql, limits.viewpointsOfTopic, sql`topic_viewpoints WHERE topic_id = ${row.id}`)
      const others = yield* sql`SELECT id FROM topic_viewpoints
        WHERE project_id = ${Number(projectId)} AND guid = ${viewpoint.guid}`
      if (others.length > 0) return yield* taken()
      const { id } = yield* readOne(
        Id,
        sql`INSERT INTO topic_viewpoints ${sql.insert({
          project_id: Number(projectId),
          topic_id: row.id,
          guid: viewpoint.guid,
          body: JSON.stringify(viewpoint)
        })} RETURNING id`
      )
      yield* rows.addBlobs(
        projectId,
        row.id,
        blobs.map((blob) => ({ ...blob, viewpointId: id }))
      )
      yield* rows.replace(row, topicOf(row), row.more)
      yield* written(projectId, "create", topic, viewpoint.guid)
      return viewpoint
    }, inTransaction),
    removeViewpoint: fn("TopicRepository.removeViewpoint")(function* (projectId, topic, guid) {
      const row = yield* rows.changeable(projectId, topic)
      const { id } = yield* Effect.flatMap(find(projectId, topic, guid), Effect.mapError(missing.viewpoint))
      yield* sql`DELETE FROM topic_viewpoints WHERE id = ${id}`
      const rest = withoutRest(row.more.rest, restKey("Viewpoint", guid))
      yield* rows.replace(row, topicOf(row), { ...row.more, rest })
      yield* written(projectId, "remove", topic, guid)
    }, inTransaction)
  }
}
