import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { NewEvent } from "../../../src/domain/events/Event.ts"
import { versionPublished } from "../../../src/domain/events/NewEvents.ts"
import { countOf } from "../../../src/domain/edits/ModelVersion.ts"
import { VersionId } from "../../../src/domain/Identifier.ts"
import { missing } from "../../../src/domain/Missing.ts"
import { notActive } from "../../../src/domain/models/Session.ts"
import {
  type Editing,
  EditRepository,
  type NetEdits,
  type Publishing,
  type Unpublished
} from "../../../src/ports/edits/EditRepository.ts"
import { FaultPoints } from "../../../src/ports/FaultPoints.ts"
import { fn } from "../../../src/runtime/Span.ts"
import { audit } from "../history/Audit.ts"
import { insertVersion } from "../history/ModelVersions.ts"
import { newProjectVersion } from "../history/ProjectVersions.ts"
import { editedFields } from "../libraries/EditedFields.ts"
import { renewSession } from "./SessionRenewal.ts"
import { kept, locked } from "../sql/Lock.ts"
import { repository } from "../sql/Repository.ts"
import { key, readFirst } from "../sql/Rows.ts"
import { longTransaction, storageErrors, transaction } from "../sql/Transaction.ts"
import { type EditRows, rowsOf } from "./EditRows.ts"
import { personalEdits } from "./PersonalEdits.ts"
import { makeDueOfModel } from "../requirements/DueChecks.ts"
import { publicEdits } from "./PublicEdits.ts"
import { recordedChanges } from "./RecordedChanges.ts"

/** The data on which the decision was based has changed since. */
class Outdated extends Data.TaggedError("Outdated") {}

interface NetRows extends Pick<NetEdits, "changes"> {
  readonly rows: EditRows
}

/** Number of rows, and of characters of their values, up to which a transaction is short. */
const fewRows = 100
const fewCharacters = 256 * 1024

const areFew = ({ rows }: EditRows): boolean =>
  rows.length <= fewRows && rows.reduce((sum, { now }) => sum + now.length, 0) <= fewCharacters

const Base = Schema.Struct({ modelVersionId: key(VersionId), sharedDataVersionId: key(VersionId) })
type Base = typeof Base.Type

/** The state that a decision about a user's edits was based on. */
interface Seen extends Base {
  readonly revision: number
}

/**
 * Transactions that lock several of these lock them in this order, which prevents deadlocks: the project, the model,
 * the session, the user's edits.
 */
export const layer = repository(EditRepository, (sql) => {
  const inTransaction = transaction(sql)
  const inLongTransaction = longTransaction(sql)
  const inTransactionOf = (rows: EditRows) => (areFew(rows) ? inTransaction : inLongTransaction)
  const fields = editedFields(sql)
  const personal = personalEdits(sql)
  const published = publicEdits(sql)

  const reach = (
    point: "edits.stored" | "edits.discarded" | "publish.locked" | "publish.applied" | "publish.committed"
  ) => Effect.flatMap(FaultPoints, (points) => points.reach(point))

  const audited = (
    { modelId, projectId }: Editing,
    action: string,
    object: string = modelId,
    events: ReadonlyArray<NewEvent> = []
  ) => audit(sql, { projectId, action, object, outcome: "Done" }, events)

  /**
   * Returns the versions on which a publication would be based. Fails with `ModelNotFound` if the model was removed.
   */
  const base = ({ modelId, projectId }: Editing) =>
    readFirst(
      Base,
      sql`SELECT m.version_id AS "modelVersionId", p.shared_data_version_id AS "sharedDataVersionId"
        FROM models m JOIN projects p ON p.id = m.project_id
        WHERE m.id = ${Number(modelId)} AND p.id = ${Number(projectId)} AND p.removed = 0 AND m.state = 'Ready'`
    ).pipe(Effect.flatMap(Effect.mapError(missing.removedModel)))

  const read = fn("EditRepository.read")(function* (of: Editing) {
    return { revision: yield* personal.revision(of), edits: personal.edits(of) }
  }, storageErrors)

  const lay = fn("EditRepository.lay")(function* (
    of: Editing,
    { description, title }: Publishing,
    { changes, rows }: NetRows
  ) {
    const numbers = yield* fields.numbers(of.projectId, rows.fields.values())
    const project = yield* newProjectVersion(sql, of.projectId)
    const text = { title, description, createdBy: of.userId }
    const version = yield* insertVersion(sql, Number(of.modelId), project, text)
    yield* published.publish(of, version, rows.rows, numbers)
    yield* recordedChanges(sql).publish(of, Number(version), changes)
    return version
  })

  /**
   * Locks everything that a decision was based on, and returns the result of `onSession`, which may lock the session in
   * between. Fails with `Outdated` if anything has changed since. Must run within a transaction.
   */
  const lockedAsSeen = <A, E>(of: Editing, seen: Seen, onSession: Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      yield* sql`SELECT id FROM projects WHERE id = ${Number(of.projectId)} ${locked(sql)}`
      yield* sql`SELECT id FROM models WHERE id = ${Number(of.modelId)} ${locked(sql)}`
      const { modelVersionId, sharedDataVersionId } = yield* base(of)
      const made = yield* onSession
      const revision = yield* personal.locked(of)
      const isSameBase = modelVersionId === seen.modelVersionId && sharedDataVersionId === seen.sharedDataVersionId
      if (!isSameBase || revision !== seen.revision) return yield* new Outdated()
      return made
    })

  const commit = fn("EditRepository.commit")(
    function* (of: Editing, sessionId: string | null, publishing: Publishing, seen: Seen, net: NetRows) {
      const isActive = yield* lockedAsSeen(of, seen, renewSession(sql, of.userId, of.modelId, sessionId))
      yield* reach("publish.locked")
      yield* personal.clear(of)
      if (net.rows.rows.length === 0) return Option.none<VersionId>()
      if (!isActive) return yield* notActive()
      const version = yield* lay(of, publishing, net)
      const made = { modelId: of.modelId, modelVersionId: version, userId: of.userId }
      const event = versionPublished(made, { title: publishing.title, ...countOf(net.changes) })
      yield* makeDueOfModel(sql, of.projectId, of.modelId)
      yield* audited(of, "model.publish", version, [event])
      yield* reach("publish.applied")
      return Option.some(version)
    },
    (work, ...[, , , , net]) => inTransactionOf(net.rows)(work)
  )

  const store = fn("EditRepository.store")(
    function* (of: Editing, sessionId: string | null, revision: number, { fields: edited, rows }: EditRows) {
      const numbers = yield* fields.numbers(of.projectId, edited.values())
      const [project, model] = [Number(of.projectId), Number(of.modelId)]
      const found = yield* sql`SELECT id FROM models
        WHERE id = ${model} AND project_id = ${project} AND state = 'Ready' ${kept(sql)}`
      if (found.length === 0) return yield* missing.removedModel()
      if (!(yield* renewSession(sql, of.userId, of.modelId, sessionId))) return yield* notActive()
      const grown = yield* personal.grow(of, rows.length)
      const before = grown.revision - rows.length
      if (before !== revision) return yield* new Outdated()
      yield* personal.store(of, rows, numbers, grown)
      yield* audited(of, "model.modify")
      yield* reach("edits.stored")
      return Option.some(grown.revision)
    },
    (work, ...[, , , rows]) => inTransactionOf(rows)(work),
    Effect.catchTag("Outdated", () => Effect.succeed(Option.none<number>()))
  )

  const discardSeen = fn("EditRepository.discardSeen")(
    function* (of: Editing, seen: Seen) {
      yield* lockedAsSeen(of, seen, Effect.void)
      if (yield* personal.clear(of)) yield* audited(of, "model.discard")
      yield* reach("edits.discarded")
      return true
    },
    inTransaction,
    Effect.catchTag("Outdated", () => Effect.succeed(false))
  )

  return {
    revision: (of) => storageErrors(personal.revision(of)),
    read,
    store: (of, sessionId, revision, edits) =>
      Effect.flatMap(rowsOf(edits), (rows) => store(of, sessionId, revision, rows)),
    discard: fn("EditRepository.discard")(function* (of) {
      if (yield* personal.clear(of)) yield* audited(of, "model.discard")
      yield* reach("edits.discarded")
    }, inTransaction),
    discardDecided: fn("EditRepository.discardDecided")(function* <E, R>(
      of: Editing,
      decide: (unpublished: Unpublished) => Effect.Effect<void, E, R>
    ) {
      for (let isDone = false; !isDone;) {
        const seen = yield* storageErrors(base(of))
        const { edits, revision } = yield* read(of)
        if (revision === 0) return
        yield* decide({ ...seen, revision, edits })
        isDone = yield* discardSeen(of, { ...seen, revision })
      }
    }),
    publish: fn("EditRepository.publish")(function* <E, R>(
      of: Editing,
      sessionId: string | null,
      publishing: Publishing,
      decide: (unpublished: Unpublished) => Effect.Effect<NetEdits, E, R>
    ) {
      const decided = Effect.gen(function* () {
        const seen = yield* storageErrors(base(of))
        const { edits, revision } = yield* read(of)
        if (revision === 0) return null
        const { changes, edits: net } = yield* decide({ ...seen, revision, edits })
        return { seen: { ...seen, revision }, net: { changes, rows: yield* rowsOf(net) } }
      })
      const first = yield* decided
      return Effect.gen(function* () {
        for (let made = first; made !== null; made = yield* decided) {
          const outcome = yield* commit(of, sessionId, publishing, made.seen, made.net).pipe(
            Effect.catchTag("Outdated", () => Effect.succeed(null))
          )
          if (outcome === null) continue
          yield* reach("publish.committed")
          return outcome
        }
        return Option.none<VersionId>()
      })
    })
  }
})
