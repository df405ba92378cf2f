import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { type CompactEdit, expanding } from "../../dataframe/edits/overlay/CompactEdit.ts"
import { namedIn } from "../../dataframe/edits/judgement/ModificationText.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { Conflict, Overloaded } from "../../domain/Errors.ts"
import { type Expectation, nothing } from "../../domain/edits/Expectation.ts"
import type { ModificationError } from "../../domain/edits/Modification.ts"
import { countOf, type ModelChange, type ModelVersion } from "../../domain/edits/ModelVersion.ts"
import type { VersionId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import { missing } from "../../domain/Missing.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { EditRepository, type Publishing, type Unpublished } from "../../ports/edits/EditRepository.ts"
import type { Page } from "../../ports/Stored.ts"
import { ReferenceRepository } from "../../ports/libraries/ReferenceRepository.ts"
import * as NamedLocks from "../../runtime/NamedLocks.ts"
import { fn } from "../../runtime/Span.ts"
import { type Base, EditLayers } from "../views/EditLayers.ts"
import * as JsonLines from "../common/JsonLines.ts"
import { Products } from "../products/Products.ts"
import { QueryThreads } from "../views/QueryThreads.ts"
import type { SeenTable } from "../views/TableThreads.ts"
import { Sessions } from "../models/Sessions.ts"

/** A user with the project and model being edited. */
export interface Editor {
  readonly userId: UserId
  readonly project: ProjectAccess
  readonly model: ModelAccess
}

/** The result of a piece of work: the edits to store, and the response once they are stored. */
export interface Made<A> {
  readonly edits: ReadonlyArray<Edit>
  readonly answer: A
}

/** Edits stored on top of revision `from`, which made it `to`. */
interface Stored {
  readonly from: number
  readonly to: number
  readonly edits: ReadonlyArray<Edit>
}

/** Returns a parser for lines of compact edits, which expands them up to a null line and passes later lines on. */
export const wholeEdits = () => {
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

/** A version that a publication made. */
type Published = Pick<ModelVersion, "modelVersionId" | "title" | "cells" | "deletedProducts">

const baseOf = ({ modelVersionId, sharedDataVersionId }: Base): Base => ({ modelVersionId, sharedDataVersionId })

const changed = () =>
  new Conflict({ details: "Your unpublished changes, or the public values, are no longer those that were shown." })

/**
 * Timeout for repeating the work. It runs within the transaction of an `Idempotency-Key`, so others may have to wait
 * for it.
 */
const mostAgain = "1 second"

const soon = <A, E, R>(again: Effect.Effect<A, E, R>): Effect.Effect<A, E | Overloaded, R> =>
  Effect.timeoutFail(again, {
    duration: mostAgain,
    onTimeout: () => new Overloaded({ details: "Other requests are changing the same data. Try again later." })
  })

/**
 * Unpublished changes of a user: making (M12, M13), publishing (M14), discarding (M15) and listing them. Contract
 * section 7.
 */
export class Edits extends Effect.Service<Edits>()("application/Edits", {
  effect: Effect.gen(function* () {
    const edits = yield* EditRepository
    const references = yield* ReferenceRepository
    const products = yield* Products
    const threads = yield* QueryThreads
    const sessions = yield* Sessions
    const layers = yield* EditLayers
    /**
     * Serialises the changes of each user, so that at most one set of up to a million uncommitted cells per user is in
     * memory.
     */
    const ofUser = NamedLocks.make()

    const see = ({ model, project, userId }: Editor) => products.see(userId, project, model)

    /** Waits for the user's lock, holds it until the scope closes, and returns the current revision. */
    const turn = (editor: Editor) => Effect.zipRight(ofUser.hold(editor.userId), edits.revision(place(editor)))

    /** Returns the caller's view with the changes of a revision. */
    const seeAt = (editor: Editor, revision: number) => see({ ...editor, model: { ...editor.model, revision } })

    /**
     * Stores `first`, which `work` made from the caller's view of revision `seen`. If the revision has changed
     * meanwhile, repeats the work on the new one. Calls `onStored` with what was stored.
     *
     * Fails with `SessionNotActive`, with `LimitExceeded` if the user would have more than 1,000,000 changes, and with
     * `Overloaded` if the work has to be repeated and takes more than a second.
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

    /**
     * Updates the cached layers. Must run after the commit of the request, before which nobody else sees these
     * revisions.
     */
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

    const judge = (editor: Editor, modifications: Uint8Array) => {
      const named = namedIn(modifications)
      return Effect.fnUntraced(function* (seen: SeenTable) {
        const found = yield* references.named(editor.project.projectId, named)
        const existing = {
          locations: [...found.locations.keys()],
          materials: [...found.materials.keys()],
          codes: [...found.codes.keys()]
        }
        const lines = yield* threads.edit(editor.userId, seen, { kind: "Judge", modifications, existing })
        const [answer, ...edits] = yield* JsonLines.read(lines, wholeEdits())
        return {
          answer: answer as ReadonlyArray<ModificationError>,
          edits: (edits as ReadonlyArray<ReadonlyArray<Edit>>).flat()
        } satisfies Made<unknown>
      })
    }

    /**
     * Makes edits from the caller's view and returns an effect that stores them and returns the answer. Fails with
     * `SessionNotActive` before the work is done; the returned effect fails like `store`.
     */
    const apply = fn("Edits.apply")(function* <A, E>(
      editor: Editor,
      sessionId: string | null,
      work: (seen: SeenTable) => Effect.Effect<Made<A>, E>
    ) {
      // Check the session first, before the modifications are checked.
      const id = yield* sessions.need(editor.userId, editor.model.modelId, sessionId)
      const revision = yield* turn(editor)
      let stored: Stored | null = null
      yield* Effect.addFinalizer((exit) =>
        stored !== null && Exit.isSuccess(exit) ? remember(editor, stored) : Effect.void
      )
      const first = yield* Effect.flatMap(seeAt(editor, revision), work)
      return store(editor, revision, id, first, work, (now) => (stored = now))
    })

    /**
     * Checks modifications (a `ModificationText`) and returns an effect that applies all of them or none, and returns the
     * errors if none. Fails like `apply`.
     */
    const modify = (editor: Editor, sessionId: string | null, modifications: Uint8Array) =>
      apply(editor, sessionId, judge(editor, modifications))

    /**
     * Returns what modifications (a `ModificationText`) would change, as the body of the answer to a dry run. Nothing is
     * stored, and no session is needed. With a page, returns that of the net changes that the user would have, with
     * `expect`.
     */
    const preview = fn("Edits.preview")(function* (editor: Editor, modifications: Uint8Array, net?: Page) {
      const seen = yield* see(editor)
      const named = yield* references.named(editor.project.projectId, namedIn(modifications))
      const asked = net === undefined ? {} : { net }
      return yield* threads.preview(editor.userId, seen, { kind: "Preview", modifications, named, ...asked })
    })

    const deletion = (editor: Editor, guid: string) =>
      Effect.fnUntraced(function* (seen: SeenTable) {
        const lines = yield* threads.edit(editor.userId, seen, { kind: "Delete", guid })
        const edits = ((yield* JsonLines.read(lines, wholeEdits())) as ReadonlyArray<ReadonlyArray<Edit>>).flat()
        if (edits.length > 0) return { edits, answer: undefined }
        return yield* missing.product()
      })

    /** Fails with `ProductNotFound` if the product is not in the caller's view. */
    const find = (editor: Editor, guid: string) =>
      Effect.scoped(
        Effect.zipRight(ofUser.hold(editor.userId), Effect.asVoid(Effect.flatMap(see(editor), deletion(editor, guid))))
      )

    /**
     * Returns an effect that deletes a product with its parts. Fails with `SessionNotActive`, and like `find`; the
     * returned effect fails like `store`.
     */
    const remove = fn("Edits.remove")(function* (editor: Editor, sessionId: string | null, guid: string) {
      const id = yield* sessions.need(editor.userId, editor.model.modelId, sessionId)
      const revision = yield* turn(editor)
      const work = deletion(editor, guid)
      return store(editor, revision, id, yield* Effect.flatMap(seeAt(editor, revision), work), work)
    })

    /** Returns the caller's view with the changes of a revision, on top of the given public version. */
    const seeOver = (editor: Editor, at: Base & { readonly revision: number }) => {
      const model = { modelId: editor.model.modelId, revision: at.revision }
      return products.seeUnpublished(editor.userId, editor.project, model, baseOf(at))
    }

    /**
     * Computes the net edits and changes of a revision compared with the given public version. Fails with `Conflict` if
     * the changes are not the expected ones; null expects nothing.
     */
    const netOver = fn("Edits.netOver")(function* (
      editor: Editor,
      at: Base & { readonly revision: number },
      expect: Expectation | null
    ) {
      const request = { kind: "Net", expects: expect !== null } as const
      const seen = yield* seeOver(editor, at)
      const lines = yield* JsonLines.read(yield* threads.edit(editor.userId, seen, request), wholeEdits())
      const end = lines.indexOf(null)
      if (expect !== null && lines[end + 1] !== expect) return yield* changed()
      return {
        edits: (lines.slice(0, end) as ReadonlyArray<ReadonlyArray<Edit>>).flat(),
        changes: (lines.slice(end + 2) as ReadonlyArray<ReadonlyArray<ModelChange>>).flat()
      }
    })

    /** Fails with `Conflict` if a user who never had edits expects some. */
    const demandNone = (expect: Expectation | null) =>
      expect === null || expect === nothing ? Effect.void : Effect.fail(changed())

    /**
     * Returns an effect that publishes the user's changes as a version and returns it, or does nothing if there are no
     * net changes. Fails with `LimitExceeded` if they replace too much; the returned effect does so if too much would be
     * in force, and fails with `SessionNotActive` if there is something to publish. Both fail with `Conflict`, with
     * nothing published, if the net changes are not the expected ones; null expects nothing.
     */
    const publish = fn("Edits.publish")(function* (
      editor: Editor,
      sessionId: string | null,
      publishing: Publishing,
      expect: Expectation | null = null
    ) {
      const id = yield* sessions.named(editor.userId, editor.model.modelId, sessionId)
      yield* ofUser.hold(editor.userId)
      let last: {
        readonly base: Base
        readonly edits: ReadonlyArray<Edit>
        readonly count: ReturnType<typeof countOf>
      } | null = null
      let version = Option.none<VersionId>()
      yield* Effect.addFinalizer((exit) =>
        last !== null && Option.isSome(version) && Exit.isSuccess(exit)
          ? Effect.ignoreLogged(
              layers.wasPublished(editor.project.projectId, editor.model.modelId, last.base, version.value, last.edits)
            )
          : Effect.void
      )
      const decide = (at: Unpublished) => {
        const net = netOver(editor, at, expect)
        return Effect.tap(last === null ? net : soon(net), ({ changes, edits: made }) =>
          Effect.sync(() => (last = { base: baseOf(at), edits: made, count: countOf(changes) }))
        )
      }
      const commit = yield* edits.publish(place(editor), id, publishing, decide)
      if (last === null) yield* demandNone(expect)
      return Effect.map(commit, (made): Option.Option<Published> => {
        version = made
        return Option.map(made, (modelVersionId) => ({ modelVersionId, title: publishing.title, ...last!.count }))
      })
    })

    const discard = (editor: Editor) => edits.discard(place(editor))

    /**
     * Discards the user's changes, however many there are, if the net changes are the expected ones. Otherwise fails
     * with `Conflict`.
     */
    const discardExpected = fn("Edits.discardExpected")(function* (editor: Editor, expect: Expectation) {
      let wasDecided = false
      yield* edits.discardDecided(place(editor), (at) => {
        wasDecided = true
        return Effect.flatMap(seeOver(editor, at), (seen) =>
          Effect.flatMap(threads.edit(editor.userId, seen, { kind: "Expectation" }), (line) =>
            JsonLines.onlyLine(line) === expect ? Effect.void : changed()
          )
        )
      })
      if (!wasDecided) yield* demandNone(expect)
    })

    /** Returns a page of the user's net changes, as JSON; with `expect` if it `expects`. Fails with `AnswerTooLarge`. */
    const changes = fn("Edits.changes")(function* (editor: Editor, page: Page, expects = false) {
      return yield* threads.changes(editor.userId, yield* see(editor), page, expects)
    })

    /** Counts the changed cells and deleted products among the user's net changes. */
    const count = fn("Edits.count")(function* (editor: Editor) {
      if (editor.model.revision === 0) return { cells: 0, deletedProducts: 0 }
      const line = yield* threads.edit(editor.userId, yield* see(editor), { kind: "Count" })
      return JsonLines.onlyLine(line) as { readonly cells: number; readonly deletedProducts: number }
    })

    return { apply, modify, preview, find, remove, publish, discard, discardExpected, changes, count }
  })
}) {}
