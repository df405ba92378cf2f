import * as Effect from "effect/Effect"
import * as EditText from "../../dataframe/edits/overlay/EditText.ts"
import type { Texts } from "../../dataframe/edits/overlay/Layers.ts"
import type { FileQuestion } from "../../dataframe/TableWorker.ts"
import type { QueryRequest } from "../../dataframe/query/answer/QueryAnswer.ts"
import { ModelNotFound } from "../../domain/Errors.ts"
import type { ModelId, VersionId } from "../../domain/Identifier.ts"
import type { UserId } from "../../domain/Principal.ts"
import type { ModelAccess, ProjectAccess } from "../../ports/projects/AccessRepository.ts"
import type { StorageUnavailable } from "../../domain/StorageErrors.ts"
import { limits } from "../../domain/Limits.ts"
import { missing } from "../../domain/Missing.ts"
import { Pressure } from "../../ports/Pressure.ts"
import { VersionRepository } from "../../ports/models/VersionRepository.ts"
import { fn } from "../../runtime/Span.ts"
import { type Base, EditLayers } from "../views/EditLayers.ts"
import { ProjectView } from "../views/ProjectView.ts"
import { QueryThreads } from "../views/QueryThreads.ts"
import { Tables } from "../views/Tables.ts"
import { noMeasures, type SeenModelTable, short, TableThreads } from "../views/TableThreads.ts"
import { OpenFiles } from "./OpenFiles.ts"

/** Failures of other requests to table threads, which a query for rows does not have. */
const failuresOfOthers = { InvalidCalculator: Effect.die, InvalidParameter: Effect.die, LimitExceeded: Effect.die }

/** Queries on a model's products, in the caller's own view: fields (M3), rows (M4), checks of filters. */
export class Products extends Effect.Service<Products>()("application/Products", {
  effect: Effect.gen(function* () {
    const tables = yield* Tables
    const views = yield* ProjectView
    const layers = yield* EditLayers
    const versions = yield* VersionRepository
    const threads = yield* QueryThreads
    const tableThreads = yield* TableThreads
    const files = yield* OpenFiles
    const { level } = yield* Pressure

    /** Returns the model as the caller sees it, with unpublished changes. Fails with `ModelNotFound`. */
    const see = fn("Products.see")(function* (userId: UserId, { projectId }: ProjectAccess, model: ModelAccess) {
      if (model.latest === null) return yield* ModelNotFound.unknown()
      const { importedWith, source, table } = model.latest
      const view = yield* views.of(projectId, importedWith, source.sharedDataVersionId)
      const texts = yield* layers.of(userId, projectId, model, source)
      return { table: yield* tables.get(table), view, texts, key: table }
    })

    /**
     * Returns a version of the model with the edits on top, using the project's shared data of another version. Fails
     * with `VersionNotFound`.
     */
    const seeVersion = fn("Products.seeVersion")(function* (
      { projectId }: ProjectAccess,
      modelId: ModelId,
      { modelVersionId, sharedDataVersionId }: Base,
      texts: Effect.Effect<Texts, StorageUnavailable>
    ) {
      const found = yield* Effect.flatMap(
        versions.find({ projectId, modelId }, modelVersionId),
        Effect.mapError(missing.version)
      )
      const view = yield* views.of(projectId, found.importedWith, sharedDataVersionId)
      return { table: yield* tables.get(found.table), view, texts: yield* texts, key: found.table }
    })

    /** Returns a version of the model with a user's changes of a revision on top. */
    const seeUnpublished = (
      userId: UserId,
      project: ProjectAccess,
      model: Pick<ModelAccess, "modelId" | "revision">,
      base: Base
    ) => seeVersion(project, model.modelId, base, layers.of(userId, project.projectId, model, base))

    /** Returns a public version of the model. Fails with `VersionNotFound`. */
    const seePublic = (project: ProjectAccess, { latest, modelId }: ModelAccess, modelVersionId: VersionId) => {
      if (latest === null) return ModelNotFound.unknown()
      const { sharedDataVersionId } = latest.source
      const base = { modelVersionId, sharedDataVersionId }
      const isLatest = modelVersionId === latest.source.modelVersionId
      const published = layers.published(project.projectId, modelId, base, isLatest)
      const texts = Effect.map(published, (published) => ({ published, personal: EditText.nothing }))
      return seeVersion(project, modelId, base, texts)
    }

    const seeOr = (userId: UserId, project: ProjectAccess, model: ModelAccess, version: VersionId | undefined) =>
      version === undefined ? see(userId, project, model) : seePublic(project, model, version)

    /**
     * Answers a query on the caller's view, or on a version if one is given; the response is compressed if that pays.
     * Fails like these, and with `InvalidFilter`.
     */
    const ask = fn("Products.ask")(function* (
      userId: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      request: QueryRequest,
      version?: VersionId
    ) {
      return yield* threads.query(userId, yield* seeOr(userId, project, model, version), request)
    })

    /**
     * Begins the answer of a query as a file, and returns the effect that returns its next piece, or null at the end.
     * The file ends, wherever it is, when the scope closes. Fails like `ask`, and with `AnswerTooLarge` and `Overloaded`.
     */
    const file = fn("Products.file")(function* (
      userId: UserId,
      project: ProjectAccess,
      model: ModelAccess,
      { form, request }: Omit<FileQuestion, "kind"> & { readonly request: { readonly kind: "Rows" } },
      version?: VersionId
    ) {
      if (level() !== "Usual") return yield* short()
      yield* files.open(userId)
      const { key, table, texts, view } = yield* seeOr(userId, project, model, version)
      yield* files.keep(table.byteLength)
      const [held] = yield* tables.hold([key])
      const seen: SeenModelTable = {
        table: held!,
        view,
        texts,
        measures: noMeasures,
        model: { id: model.modelId, name: model.name }
      }
      const asked = { kind: "File", request, form } as const
      const job = { asked, shared: view.shared, tables: [seen], budget: limits.querySeconds }
      return yield* Effect.catchTags(tableThreads.stream(userId, job), failuresOfOthers)
    })

    return { see, seeUnpublished, seePublic, ask, file }
  })
}) {}
