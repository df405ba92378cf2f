import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { ProjectProducts } from "../../../application/products/ProjectProducts.ts"
import { SavedQueries } from "../../../application/projects/SavedQueries.ts"
import { InvalidParameter } from "../../../domain/Errors.ts"
import { limits } from "../../../domain/Limits.ts"
import * as FieldNames from "../../../domain/products/FieldNames.ts"
import * as Groups from "../../../domain/products/Groups.ts"
import * as Question from "../../../domain/products/Question.ts"
import * as Units from "../../../domain/products/Units.ts"
import * as Sort from "../../../domain/Sort.ts"
import { CalculatorCatalogue } from "../../../ports/products/CalculatorCatalogue.ts"
import type { Paging } from "../../api/common/Paging.ts"
import { ProjectProductsApi, SentModelIds } from "../../api/products/ProjectProductsApi.ts"
import { bind, type Handlers } from "../../call/Call.ts"
import * as FileHttp from "./FileHttp.ts"
import { compressible } from "./ProductsHttp.ts"

const decodeModelIds = Schema.decodeUnknown(SentModelIds)

/** Returns the models that a query names, or null for all. Fails with `InvalidParameter` if an id is malformed. */
const modelsOf = ({ searchParams }: URL) => {
  const sent = searchParams.getAll("models")
  if (sent.length === 0) return Effect.succeed(null)
  const details = `models: not a list of at most ${limits.entriesOfList.most} ids`
  return Effect.mapError(decodeModelIds(sent), () => new InvalidParameter({ details }))
}

/** Returns the question of a body, in SI unless it says otherwise. Fails like `Question.accept`. */
const questionOf = (sent: Question.SentQuestion) =>
  Effect.map(Question.accept(sent), (question) => ({ ...question, units: question.units ?? "SI" }) as const)

/** The members that a saved query can supply. */
const ofRows = ["models", "fields", "filters", "where", "sort", "units"] as const
const ofModelGroups = ["filters", "where", "units", "groupBy", "measures", "groupSort"] as const
const ofGroups = ["models", ...ofModelGroups] as const

/** The members that all files about several models share. */
const several = { model: null, version: null, sheet: "Products" } as const

const ofModels = (models: ReadonlyArray<string> | null) => (models === null ? {} : { models })

/** Returns a question as a client would send it. */
const shownQuestion = (question: Question.Question) => ({
  filters: question.filters,
  ...Question.besideFilters(question)
})

const shownGroups = ({ groupBy, measures, sort, ...question }: Groups.Groups & Question.Question) => ({
  groupBy,
  measures,
  sort,
  ...shownQuestion(question)
})

export const bindings = Effect.gen(function* () {
  const products = yield* ProjectProducts
  const queries = yield* SavedQueries
  const files = yield* FileHttp.make
  const { calculators, names } = yield* CalculatorCatalogue

  const groupsOf = (
    paging: Paging,
    {
      groupSort,
      ...sent
    }: Question.SentQuestion & Groups.SentGroups & { readonly groupSort?: Groups.SentGroups["sort"] }
  ) =>
    Effect.gen(function* () {
      const question = yield* questionOf(sent)
      const sort = sent.sort ?? groupSort
      const groups = yield* Groups.accept(names, { ...sent, ...(sort !== undefined && { sort }) })
      return { kind: "Groups", ...paging, ...question, ...groups, calculators } as const
    })

  const handlers: Handlers<typeof ProjectProductsApi> = {
    listProjectFields: ({ headers, principal: { userId }, project, query: { units: sent, ...paging }, url }) =>
      Effect.gen(function* () {
        const models = yield* modelsOf(url)
        const units = yield* Units.accept(sent)
        const asked = { kind: "ProjectFields", ...paging, ...(units !== undefined && { units }) } as const
        return compressible(yield* products.ask(userId, project, models, asked, headers["accept-encoding"]))
      }),
    queryProjectProducts: (call) =>
      Effect.gen(function* () {
        const { body, headers, project, query } = call
        const { userId } = call.principal
        const sent = yield* queries.complete(project, userId, body, ofRows)
        const question = yield* questionOf(sent)
        const sort = yield* Sort.accept(sent.sort)
        const fields = sent.fields ?? FieldNames.ofProject([])
        const asked = { kind: "ProjectRows", ...query, ...question, fields, sort } as const
        const models = sent.models ?? null
        const format = FileHttp.asked(call)
        if (format !== null) {
          const shown = { ...ofModels(models), fields, sort, ...shownQuestion(question) }
          const request = FileHttp.partOf(asked, call.url)
          return yield* files.file(call, format, { ...several, query: shown, units: question.units }, (form) =>
            products.file(userId, project, models, { form, request })
          )
        }
        const answer = yield* products.ask(userId, project, models, asked, headers["accept-encoding"])
        return compressible(answer, FileHttp.varied)
      }),
    groupProjectProducts: (call) =>
      Effect.gen(function* () {
        const { body, headers, project, query } = call
        const { userId } = call.principal
        const sent = yield* queries.complete(project, userId, body, ofGroups)
        const asked = yield* groupsOf(query, sent)
        const models = sent.models ?? null
        const format = FileHttp.asked(call)
        if (format !== null) {
          const shown = { ...ofModels(models), ...shownGroups(asked) }
          const subject = { ...several, sheet: "Groups", query: shown, units: asked.units } as const
          const request = FileHttp.partOf(asked, call.url)
          return yield* files.file(call, format, subject, (form) =>
            products.file(userId, project, models, { form, request })
          )
        }
        const answer = yield* products.ask(userId, project, models, asked, headers["accept-encoding"])
        return compressible(answer, FileHttp.varied)
      }),
    groupProducts: (call) =>
      Effect.gen(function* () {
        const { body, headers, model, project, query } = call
        const { userId } = call.principal
        const asked = yield* groupsOf(query, yield* queries.complete(project, userId, body, ofModelGroups))
        const version = model.latest?.source.modelVersionId ?? null
        const format = FileHttp.asked(call)
        if (format !== null) {
          const subject = { model, version, sheet: "Groups", query: shownGroups(asked), units: asked.units } as const
          const request = FileHttp.partOf(asked, call.url)
          return yield* files.file(call, format, subject, (form) =>
            products.fileOfModel(userId, project, model, { form, request })
          )
        }
        const answer = yield* products.askModel(userId, project, model, asked, headers["accept-encoding"])
        return compressible(answer, { ...FileHttp.varied, ...FileHttp.versionHeader(version) })
      })
  }
  return bind(ProjectProductsApi, handlers)
})
