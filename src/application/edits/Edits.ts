import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type CompactEdit, expanding } from "../../dataframe/edits/overlay/CompactEdit.ts"
import type { NamedReferences } from "../../dataframe/edits/judgement/NamedReferences.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { InvalidIdentifier, Overloaded, ProductNotFound } from "../../domain/Errors.ts"
import { GlobalId } from "../../domain/GlobalId.ts"
import type { ModificationError } from "../../domain/edits/Modification.ts"
import type { ModelChange } from "../../domain/edits/ModelVersion.ts"
import type { VersionId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { EditRepository, type Publishing, type Unpublished } from "../../ports/edits/EditRepository.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import * as NamedLocks from "../../runtime/NamedLocks.ts"
import { fn } from "../../runtime/Span.ts"
import { type Base, EditLayers } from "../views/EditLayers.ts"
import * as JsonLines from "../common/JsonLines.ts"
import { Products } from "../products/Products.ts"
import { QueryThreads, type SeenTable } from "../views/QueryThreads.ts"
import { Sessions } from "../models/Sessions.ts"

const isGlobalId = Schema.is(GlobalId)

/** Who edits what. */
export interface Editor {
  readonly userId: UserId
  readonly project: ProjectAccess
  readonly model: ModelAccess
}

/** What work has come to: what is to be stored, and what is answered once it is. */
interface Made<A> {
  readonly edits: ReadonlyArray<Edit>
  readonly answer: A
}

/** Edits that have been stored over those of a revision. */
interface Stored {
  readonly from: number
  readonly to: number
  readonly edits: ReadonlyArray<Edit>
}

/** Lines of edits that a thread gives, up to a null, with the edits whole again. */
const wholeEdits = () => {
  const whole = expanding()
  let isOver = false
  return (line: unknown): unknown => {
    isOver ||= line === null
    return isOver ? line : (line as ReadonlyArray<CompactEdit>).map(whole)
  }
}

const place = ({ model, project, userId }: Editor) => ({
  projectId: project.projectId,
  modelId: model.modelId,
  userId
})

/** For how long others may wait until something is made again: this is done within the transaction of an `Idempotency-Key`. */
const mostAgain = "1 second"

const soon = <A, E, R>(again: Effect.Effect<A, E, R>): Effect.Effect<A, E | Overloaded, R> =>
  Effect.timeoutFail(again, {
    duration: mostAgain,
    onTimeout: () => new Overloaded({ details: "The same is changed elsewhere at the moment. Try again later." })
  })

/** Unpublished changes of a user's: made (M12, M13), published (M14), given up (M15), listed. Contract section 7. */
export class Edits extends Effect.Service<Edits>()("application/Edits", {
  effect: Effect.gen(function* () {
    const edits = yield* EditRepository
    const references = yield* ReferenceRepository
    const products = yield* Products
    const threads = yield* QueryThreads
    const sessions = yield* Sessions
    const layers = yield* EditLayers
    /** What a user changes is made one after the other: a million cells that wait for their commit are kept once. */
    const ofUser = NamedLocks.make()

    const see = ({ model, project, userId }: Editor) => products.see(userId, project, model)

    /** Waits until nothing else of the user's is made, until the scope closes; gives the revision that there is then. */
    const turn = (editor: Editor) => Effect.zipRight(ofUser.hold(editor.userId), edits.revision(place(editor)))

    /** The caller's view with changes of a revision. */
    const seeAt = (editor: Editor, revision: number) => see({ ...editor, model: { ...editor.model, revision } })

    /**
     * Stores what `work` has made of the caller's view of a revision, and where that has changed meanwhile what it makes
     * of that. Tells `onStored` what was stored.
     *
     * Fails with `SessionNotActive`, with `LimitExceeded` where the user would have more than 1,000,000 changes, and with
     * `Overloaded` where it is to be made again and that takes over a second.
     */
    const store = <A, E>(
      editor: Editor,
      seen: number,
      sessionId: string | null,
      first: Made<A>,
      work: (seen: SeenTable) => Effect.Effect<Made<A>, E>,
      onStored: (stored: Stored) => void = () => {}
    ) =>
      Effect.gen(function* () {
        let revision = seen
        for (let made = first; ; made = yield* soon(Effect.flatMap(seeAt(editor, revision), work))) {
          if (made.edits.length === 0) return made.answer
          const stored = yield* edits.store(place(editor), sessionId, revision, made.edits)
          if (Option.isSome(stored)) {
            onStored({ from: revision, to: stored.value, edits: made.edits })
            return made.answer
          }
          revision = yield* edits.revision(place(editor))
        }
      })

    /** Once all of a request is committed: nobody else has seen these revisions before. */
    const remember = ({ model, project, userId }: Editor, { edits, from, to }: Stored) =>
      model.latest === null
        ? Effect.void
        : Effect.ignoreLogged(
            layers.edited(
              userId,
              project.projectId,
              { modelId: model.modelId, revision: to },
              { from, shared: model.latest.source.sharedDataVersionId },
              edits
            )
          )

    const judge = (editor: Editor, modifications: Uint8Array) =>
      Effect.fnUntraced(function* (seen: SeenTable) {
        const { userId } = editor
        const named = yield* threads.edit(userId, seen, { kind: "Named", modifications })
        const found = yield* references.named(editor.project.projectId, JsonLines.onlyLine(named) as NamedReferences)
        const existing = {
          locations: [...found.locations.keys()],
          materials: [...found.materials.keys()],
          codes: [...found.codes.keys()]
        }
        const lines = yield* threads.edit(userId, seen, { kind: "Judge", modifications, existing })
        const [answer, ...edits] = yield* JsonLines.read(lines, wholeEdits())
        return {
          answer: answer as ReadonlyArray<ModificationError>,
          edits: (edits as ReadonlyArray<ReadonlyArray<Edit>>).flat()
        } satisfies Made<unknown>
      })

    /**
     * Judges modifications, the JSON of a list of them, and gives what applies them, all or none; that gives why not.
     * Fails with `SessionNotActive`; that as `store` does.
     */
    const modify = fn("Edits.modify")(function* (editor: Editor, sessionId: string | null, modifications: Uint8Array) {
      const work = judge(editor, modifications)
      // Who has no session is told before anything is judged.
      const id = yield* sessions.need(editor.userId, editor.model.modelId, sessionId)
      const revision = yield* turn(editor)
      let stored: Stored | null = null
      yield* Effect.addFinalizer((exit) =>
        stored !== null && Exit.isSuccess(exit) ? remember(editor, stored) : Effect.void
      )
      const first = yield* Effect.flatMap(seeAt(editor, revision), work)
      return store(editor, revision, id, first, work, (now) => (stored = now))
    })

    const deletion = (editor: Editor, guid: string) =>
      Effect.fnUntraced(function* (seen: SeenTable) {
        const lines = yield* threads.edit(editor.userId, seen, { kind: "Delete", guid })
        const edits = ((yield* JsonLines.read(lines, wholeEdits())) as ReadonlyArray<ReadonlyArray<Edit>>).flat()
        if (edits.length > 0) return { edits, answer: undefined }
        if (!isGlobalId(guid)) return yield* new InvalidIdentifier({ details: "productId is malformed." })
        return yield* new ProductNotFound({ details: "There is no such product in your view of this model." })
      })

    /** Fails with `ProductNotFound` or `InvalidIdentifier` where the caller has no such product. */
    const find = (editor: Editor, guid: string) =>
      Effect.scoped(
        Effect.zipRight(ofUser.hold(editor.userId), Effect.asVoid(Effect.flatMap(see(editor), deletion(editor, guid))))
      )

    /**
     * Gives what deletes a product with its parts. Fails with `SessionNotActive`, and as `find` does; that as `store` does.
     */
    const remove = fn("Edits.remove")(function* (editor: Editor, sessionId: string | null, guid: string) {
      const id = yield* sessions.need(editor.userId, editor.model.modelId, sessionId)
      const revision = yield* turn(editor)
      const work = deletion(editor, guid)
      return store(editor, revision, id, yield* Effect.flatMap(seeAt(editor, revision), work), work)
    })

    /** What is net of unpublished changes over the public version that there is now. */
    const netOver = fn("Edits.netOver")(function* (editor: Editor, base: Base, revision: number) {
      const model = { modelId: editor.model.modelId, revision }
      const seen = yield* products.seeUnpublished(editor.userId, editor.project, model, base)
      const lines = yield* JsonLines.read(yield* threads.edit(editor.userId, seen, { kind: "Net" }), wholeEdits())
      const at = lines.indexOf(null)
      return {
        edits: (lines.slice(0, at) as ReadonlyArray<ReadonlyArray<Edit>>).flat(),
        changes: (lines.slice(at + 1) as ReadonlyArray<ReadonlyArray<ModelChange>>).flat()
      }
    })

    /**
     * Gives what makes the user's changes a version; none where nothing is net. Fails with `LimitExceeded` where they
     * replace too much; that so where too much would be in force, and with `SessionNotActive` where there is something to
     * publish.
     */
    const publish = fn("Edits.publish")(function* (editor: Editor, sessionId: string | null, publishing: Publishing) {
      const id = yield* sessions.named(editor.userId, editor.model.modelId, sessionId)
      yield* ofUser.hold(editor.userId)
      let last: { readonly base: Base; readonly edits: ReadonlyArray<Edit> } | null = null
      let version = Option.none<VersionId>()
      yield* Effect.addFinalizer((exit) =>
        last !== null && Option.isSome(version) && Exit.isSuccess(exit)
          ? Effect.ignoreLogged(
              layers.wasPublished(editor.project.projectId, editor.model.modelId, last.base, version.value, last.edits)
            )
          : Effect.void
      )
      const decide = ({ revision, ...base }: Unpublished) => {
        const net = netOver(editor, base, revision)
        return Effect.tap(last === null ? net : soon(net), ({ edits: made }) =>
          Effect.sync(() => (last = { base, edits: made }))
        )
      }
      const commit = yield* edits.publish(place(editor), id, publishing, decide)
      return Effect.map(commit, (made) => void (version = made))
    })

    const discard = (editor: Editor) => edits.discard(place(editor))

    /** A page of the user's net changes, as JSON. Fails: `AnswerTooLarge`. */
    const changes = fn("Edits.changes")(function* (
      editor: Editor,
      page: { readonly page: number; readonly pageSize: number }
    ) {
      return yield* threads.changes(editor.userId, yield* see(editor), page)
    })

    /** How many cells and products the user's net changes are of. */
    const count = fn("Edits.count")(function* (editor: Editor) {
      if (editor.model.revision === 0) return { cells: 0, deletedProducts: 0 }
      const line = yield* threads.edit(editor.userId, yield* see(editor), { kind: "Count" })
      return JsonLines.onlyLine(line) as { readonly cells: number; readonly deletedProducts: number }
    })

    return { modify, find, remove, publish, discard, changes, count }
  })
}) {}
