import * as Effect from "effect/Effect"
import type { FileRequest } from "../../dataframe/query/files/FileAnswer.ts"
import type { Encoding } from "../../dataframe/query/answer/QueryAnswer.ts"
import type { ProjectRequest } from "../../dataframe/query/project/ProjectAnswer.ts"
import { expectedBytes } from "../../dataframe/query/project/ProjectCost.ts"
import { empty } from "../../dataframe/query/View.ts"
import type { FileQuestion } from "../../dataframe/TableWorker.ts"
import { Overloaded, ReferenceNotFound } from "../../domain/Errors.ts"
import type { ModelId } from "../../domain/Identifier.ts"
import { sentenceOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import type { UserId } from "../../domain/Principal.ts"
import { modelRoleReaches } from "../../domain/projects/Role.ts"
import { AccessRepository, type ModelAccess, type ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { Settings } from "../../ports/Settings.ts"
import { fn } from "../../runtime/Span.ts"
import * as Turns from "../../runtime/Turns.ts"
import { EditLayers } from "../views/EditLayers.ts"
import { MeasureFiles } from "../views/MeasureFiles.ts"
import { ProjectView } from "../views/ProjectView.ts"
import { Tables } from "../views/Tables.ts"
import { noMeasures, type SeenModelTable, short, TableThreads } from "../views/TableThreads.ts"
import { OpenFiles } from "./OpenFiles.ts"

/** Questions that are answered at a time. Each may hold the tables of `limits.tablesOfQuestion`. */
const questionsAtOnce = 2

/** Models whose edits and measures are read at a time. */
const modelsAtOnce = 4

/** The view for a question to no model. */
const withoutModels = empty("").shared

/** Returns whether a question needs measures from geometry. */
const usesMeasures = (request: ProjectRequest | FileRequest): boolean =>
  request.kind === "Groups" &&
  request.measures.some(
    (measure) =>
      "calculator" in measure &&
      request.calculators.some(({ computed, name }) => name === measure.calculator && computed.length > 0)
  )

/** Asks once more if a file is gone, because its model may have been removed meanwhile. */
const ifRemoved = { times: 1, while: ({ _tag }: { readonly _tag: string }) => _tag === "BlobNotFound" }

/** A model whose import is Ready. */
type ReadyModel = ModelAccess & { readonly latest: NonNullable<ModelAccess["latest"]> }

const isReady = (model: ModelAccess): model is ReadyModel => model.latest !== null

/** Returns the error for an id that names no model of the project, or one that the caller may not read. */
const unknownModel = (id: ModelId) =>
  new ReferenceNotFound({ details: `models: there is no model ${id} in this project, or you may not see it.` })

/** Questions to several models of a project, each as the caller sees it (contract section 13). */
export class ProjectProducts extends Effect.Service<ProjectProducts>()("application/ProjectProducts", {
  effect: Effect.gen(function* () {
    const access = yield* AccessRepository
    const tables = yield* Tables
    const views = yield* ProjectView
    const layers = yield* EditLayers
    const measureFiles = yield* MeasureFiles
    const threads = yield* TableThreads
    const files = yield* OpenFiles
    const { level } = yield* Pressure
    const { cacheBytes } = yield* Settings
    const mostBytes = cacheBytes * limits.tablesOfQuestion.most
    const turns = Turns.make({
      places: questionsAtOnce,
      ofUser: limits.jobsOfUserWaiting.most,
      inAll: limits.jobsWaiting.most
    })

    /**
     * Returns the models that the caller may read, in the order of the list of models. Fails with `ReferenceNotFound` if
     * one of the ids is not among them.
     */
    const readable = fn("ProjectProducts.readable")(function* (
      userId: UserId,
      { projectId }: ProjectAccess,
      ids: ReadonlyArray<ModelId> | null
    ) {
      const models = (yield* access.models(userId, projectId, ids)).filter(({ role }) =>
        modelRoleReaches(role, "Viewer")
      )
      const found = new Set(models.map(({ modelId }) => modelId))
      const unknown = ids?.find((id) => !found.has(id))
      return unknown === undefined ? models : yield* unknownModel(unknown)
    })

    /** One model alone is answered whatever its size, like the queries of one model. */
    const checkBytes = (models: ReadonlyArray<ReadyModel>, bytes: number) =>
      bytes <= mostBytes || models.length === 1
        ? Effect.void
        : new Overloaded({ details: sentenceOf(limits.tablesOfQuestion) })

    const bytesOf = (models: ReadonlyArray<ReadyModel>) => tables.bytesOfAll(models.map(({ latest }) => latest.table))

    /**
     * Returns the models, whose tables have `tableBytes`, as the caller sees them, in memory until the scope closes.
     * Fails with `Overloaded` if they take too much of it together.
     */
    const see = fn("ProjectProducts.see")(function* (
      userId: UserId,
      { projectId }: ProjectAccess,
      models: ReadonlyArray<ReadyModel>,
      tableBytes: number,
      withMeasures: boolean
    ) {
      const [first] = models
      if (first === undefined) return []
      yield* checkBytes(models, tableBytes)
      // All models have the shared data of one version, because one statement read them.
      const view = yield* views.of(projectId, 0, first.latest.source.sharedDataVersionId)
      let bytes = tableBytes
      const details = yield* Effect.forEach(
        models,
        (model) =>
          Effect.gen(function* () {
            const texts = yield* layers.of(userId, projectId, model, model.latest.source)
            const measures = withMeasures ? yield* measureFiles.of(model.latest.table) : noMeasures
            bytes += texts.published.length + texts.personal.length + measures.length
            yield* checkBytes(models, bytes)
            return { texts, measures }
          }),
        { concurrency: modelsAtOnce }
      )
      const held = yield* tables.hold(models.map(({ latest }) => latest.table))
      return models.map(({ latest, modelId, name }, i): SeenModelTable => ({
        ...details[i]!,
        table: held[i]!,
        view: { ...view, importedWith: latest.importedWith },
        model: { id: modelId, name }
      }))
    })

    /** Answers a question to models, which `find` returns, while it has a place. */
    const answered = fn("ProjectProducts.answered")(function* <E>(
      userId: UserId,
      project: ProjectAccess,
      find: Effect.Effect<ReadonlyArray<ModelAccess>, E>,
      request: ProjectRequest,
      encoding: Encoding | null
    ) {
      if (level() !== "Usual") return yield* short()
      if (!(yield* turns.hold(userId))) return yield* new Overloaded({ details: sentenceOf(limits.jobsWaiting) })
      const models = (yield* find).filter(isReady)
      const seen = yield* see(userId, project, models, yield* bytesOf(models), usesMeasures(request))
      const job = {
        asked: { kind: "Project", request, encoding },
        shared: seen[0]?.view.shared ?? withoutModels,
        tables: seen,
        budget: limits.questionSeconds
      } as const
      const products = seen.reduce((sum, { table }) => sum + table.count, 0)
      return yield* Effect.catchTag(
        threads.answered(userId, job, expectedBytes(products, request)),
        "LimitExceeded",
        Effect.die
      )
    }, Effect.scoped)

    /**
     * Answers a question to the models of the ids, or to all that the caller may read. Models whose import has not ended
     * have no products.
     *
     * Fails with `ReferenceNotFound` if a model is unknown or the caller may not read it, with what the question itself
     * fails with, and with `Overloaded`.
     */
    const ask = (
      userId: UserId,
      project: ProjectAccess,
      ids: ReadonlyArray<ModelId> | null,
      request: ProjectRequest,
      encoding: Encoding | null
    ) => Effect.retry(answered(userId, project, readable(userId, project, ids), request, encoding), ifRemoved)

    /** Answers a question to one model. Fails like `ask`, but not with `ReferenceNotFound`. */
    const askModel = (
      userId: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      request: ProjectRequest,
      encoding: Encoding | null
    ) => answered(userId, project, Effect.succeed([model]), request, encoding)

    const begun = fn("ProjectProducts.begun")(function* <E>(
      userId: UserId,
      project: ProjectAccess,
      find: Effect.Effect<ReadonlyArray<ModelAccess>, E>,
      { form, request }: Omit<FileQuestion, "kind">
    ) {
      const models = (yield* find).filter(isReady)
      const tableBytes = yield* bytesOf(models)
      yield* files.keep(tableBytes)
      const seen = yield* see(userId, project, models, tableBytes, usesMeasures(request))
      const job = {
        asked: { kind: "File", request, form },
        shared: seen[0]?.view.shared ?? withoutModels,
        tables: seen,
        budget: limits.questionSeconds
      } as const
      return yield* Effect.catchTag(threads.stream(userId, job), "LimitExceeded", Effect.die)
    })

    /** A question holds its place until its file begins. A reader may take as long as it likes. */
    const fileOf = fn("ProjectProducts.file")(function* <E extends { readonly _tag: string }>(
      userId: UserId,
      project: ProjectAccess,
      find: Effect.Effect<ReadonlyArray<ModelAccess>, E>,
      question: Omit<FileQuestion, "kind">
    ) {
      if (level() !== "Usual") return yield* short()
      yield* files.open(userId)
      const full = () => new Overloaded({ details: sentenceOf(limits.jobsWaiting) })
      // The first attempt counts its tables until the file ends, too, which is harmless because it is rare.
      return yield* Effect.retry(turns.within(userId, full)(begun(userId, project, find, question)), ifRemoved)
    })

    /**
     * Begins the answer of a question as a file, and returns the effect that returns its next piece, or null at the end.
     * The file ends, wherever it is, when the scope closes. Fails like `ask`.
     */
    const file = (
      userId: UserId,
      project: ProjectAccess,
      ids: ReadonlyArray<ModelId> | null,
      question: Omit<FileQuestion, "kind">
    ) => fileOf(userId, project, readable(userId, project, ids), question)

    /** Does the same for a question to one model. */
    const fileOfModel = (
      userId: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      question: Omit<FileQuestion, "kind">
    ) => fileOf(userId, project, Effect.succeed([model]), question)

    return { ask, askModel, file, fileOfModel }
  })
}) {}
