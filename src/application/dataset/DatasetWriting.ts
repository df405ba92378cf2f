import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ModelId } from "../../domain/Identifier.ts"
import { type DatasetClaim, DatasetRepository, type PublicModel, type PublicProject, type WrittenModel } from "../../ports/dataset/DatasetRepository.ts" // prettier-ignore
import { DatasetStore } from "../../ports/dataset/DatasetStore.ts"
import { FaultPoints } from "../../ports/FaultPoints.ts"
import { FreeSpace } from "../../ports/FreeSpace.ts"
import { withoutContext } from "../../ports/WithoutContext.ts"
import { fn } from "../../runtime/Span.ts"
import { FailedAttempts } from "../common/FailedAttempts.ts"
import { DatasetCommits, type NewModel, type Shown } from "./DatasetCommits.ts"
import { ModelRows } from "./ModelRows.ts"

/** The duration of a claim without renewal, and the interval of renewals, in milliseconds. */
const [leaseMillis, signMillis] = [20_000, 5000]

/** The most models of one commit. After a crash, this number of models may have to be written again. */
const modelsOfCommit = 20

/** The pause after a failure, in milliseconds. */
const pauseMillis = 60_000

/** The number of metadata file numbers that one claim may use, one for each commit. */
const versionsOfClaim = 10_000

/** Another worker has claimed the dataset. */
class DatasetLost extends Data.TaggedError("DatasetLost") {}

/** Writes the open datasets of projects that are out of date. Contract section 16. */
export class DatasetWriting extends Effect.Service<DatasetWriting>()("application/DatasetWriting", {
  effect: Effect.gen(function* () {
    const commits = yield* DatasetCommits
    const repository = yield* DatasetRepository
    const rows = yield* ModelRows
    const space = yield* FreeSpace
    const store = yield* DatasetStore
    const { reach } = yield* FaultPoints
    // A model whose rows cannot be written may take all the memory or time of a worker at each attempt.
    const failures = new FailedAttempts<ModelId>({ first: 60_000, longest: 3_600_000 })

    const now = Effect.map(Clock.currentTimeNanos, (nanos) => Number(nanos / 1_000_000n))

    const holdOn = (claim: DatasetClaim) =>
      Effect.orElseSucceed(repository.renew(claim, leaseMillis), () => true).pipe(
        Effect.delay(signMillis),
        Effect.flatMap((held) => (held ? Effect.void : new DatasetLost())),
        Effect.forever
      )

    /**
     * Writes the rows of a model; returns null if they are unchanged, or if they cannot be written now. In that case
     * the tables keep the previous rows of the model.
     */
    const written = fn("DatasetWriting.written")(function* (
      { projectId }: DatasetClaim,
      { sharedDataVersionId }: PublicProject,
      model: PublicModel,
      known: WrittenModel | undefined
    ) {
      const input = yield* rows.input(projectId, sharedDataVersionId, model)
      const { modelId, modelVersionId } = model
      const state = { modelId, modelVersionId, sharedDataVersionId, fingerprint: input.fingerprint }
      if (known?.fingerprint === input.fingerprint) return { state, files: null }
      // A snapshot without changes would displace one with changes.
      return { state, files: yield* rows.write(projectId, input, known) }
    })

    /** Brings the tables of a project up to date. Returns false if some model could not be written. */
    const write = fn("DatasetWriting.write")(function* (claim: DatasetClaim) {
      const { projectId } = claim
      const found = yield* repository.present(projectId)
      if (Option.isNone(found)) return true
      const project = found.value
      let shown: Shown = yield* commits.shown(projectId)
      let version = claim.number * versionsOfClaim
      const present = new Set(project.models.map(({ modelId }) => modelId))
      let removed: ReadonlyArray<ModelId> = [...shown.models.keys()].filter((modelId) => !present.has(modelId))
      let isWhole = true
      let news: Array<NewModel> = []
      let last: PublicModel | null = null
      const commit = Effect.gen(function* () {
        if (news.length + removed.length === 0 && shown.dataset !== null) {
          // After a crash, the hints may name older metadata files than those of the last commit.
          return yield* commits.hint(projectId, shown.dataset.tables.products.version)
        }
        const summary = {
          "plinth.project-version-id": project.projectVersionId,
          ...(last === null
            ? removed.length === 0
              ? {}
              : { "plinth.model-id": removed.at(-1)! }
            : {
                "plinth.model-id": last.modelId,
                "plinth.model-version-id": last.modelVersionId,
                "plinth.title": last.title
              })
        }
        const after: Shown | null = yield* commits.commit(claim, version++, shown, { written: news, removed, summary })
        if (after === null) return yield* new DatasetLost()
        shown = after
        news = []
        removed = []
        last = null
      })
      const confirmed: Array<ModelId> = []
      for (const model of project.models) {
        const known = shown.models.get(model.modelId)
        const isSame = known?.modelVersionId === model.modelVersionId
        if (isSame && known.sharedDataVersionId === project.sharedDataVersionId) continue
        const content = `${model.modelVersionId} ${project.sharedDataVersionId}`
        if (!failures.mayTry(model.modelId, content, yield* now)) {
          isWhole = false
          continue
        }
        const result = yield* Effect.either(written(claim, project, model, known))
        if (result._tag === "Left") {
          // Failures of the storage are temporary and do not depend on the model.
          if (result.left._tag === "JobCrashed") failures.failed(model.modelId, content, yield* now)
          yield* Effect.logWarning("A model is not in the open dataset yet", result.left).pipe(
            Effect.annotateLogs({ projectId, modelId: model.modelId })
          )
          isWhole = false
          continue
        }
        failures.succeeded(model.modelId)
        const { files, state } = result.right
        if (files === null) {
          confirmed.push(model.modelId)
          continue
        }
        yield* reach("dataset.written")
        news.push({ ...state, files })
        last = model
        if (news.length >= modelsOfCommit) yield* commit
      }
      yield* commit
      if (confirmed.length > 0) yield* repository.confirm(claim, project.sharedDataVersionId, confirmed)
      return isWhole
    })

    const settle = (claim: DatasetClaim) =>
      Effect.gen(function* () {
        const began = yield* now
        yield* reach("dataset.claimed")
        yield* space.demand
        const isWhole = yield* Effect.raceFirst(write(claim), holdOn(claim))
        yield* isWhole
          ? repository.finish(claim, Math.round((yield* now) - began))
          : repository.postpone(claim, pauseMillis)
      }).pipe(
        Effect.catchAll((error) =>
          error._tag === "DatasetLost"
            ? Effect.logInfo("Somebody else writes the open dataset")
            : Effect.zipRight(
                Effect.logWarning("An open dataset was not written this time", error),
                Effect.ignore(repository.postpone(claim, pauseMillis))
              )
        ),
        Effect.annotateLogs({ projectId: claim.projectId })
      )

    /** Writes the dataset that has been out of date for longest; returns false if there is none. */
    const next = Effect.gen(function* () {
      const claim = yield* repository.claim(leaseMillis)
      if (Option.isNone(claim)) return false
      yield* settle(claim.value)
      return true
    }).pipe(withoutContext)

    /** Marks the datasets as out of date that are at another location than the current one. */
    const moved = store === null ? Effect.void : repository.markMoved(store.location)

    return { next, moved, isOn: store !== null }
  })
}) {}
