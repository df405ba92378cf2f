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

/** Members that a saved query may stand for. */
const ofRows = ["models", "fields", "filters", "where", "sort", "units"] as const
const ofModelGroups = ["filters", "where", "units", "groupBy", "measures", "groupSort"] as const
const ofGroups = ["models", ...ofModelGroups] as const

export const bindings = Effect.gen(function* () {
  const products = yield* ProjectProducts
  const queries = yield* SavedQueries
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
    queryProjectProducts: ({ body, headers, principal: { userId }, project, query }) =>
      Effect.gen(function* () {
        const sent = yield* queries.complete(project, userId, body, ofRows)
        const question = yield* questionOf(sent)
        const sort = yield* Sort.accept(sent.sort)
        const fields = sent.fields ?? FieldNames.ofProject([])
        const asked = { kind: "ProjectRows", ...query, ...question, fields, sort } as const
        const models = sent.models ?? null
        return compressible(yield* products.ask(userId, project, models, asked, headers["accept-encoding"]))
      }),
    groupProjectProducts: ({ body, headers, principal: { userId }, project, query }) =>
      Effect.gen(function* () {
        const sent = yield* queries.complete(project, userId, body, ofGroups)
        const asked = yield* groupsOf(query, sent)
        const models = sent.models ?? null
        return compressible(yield* products.ask(userId, project, models, asked, headers["accept-encoding"]))
      }),
    groupProducts: ({ body, headers, model, principal: { userId }, project, query }) =>
      Effect.gen(function* () {
        const asked = yield* groupsOf(query, yield* queries.complete(project, userId, body, ofModelGroups))
        return compressible(yield* products.askModel(userId, project, model, asked, headers["accept-encoding"]))
      })
  }
  return bind(ProjectProductsApi, handlers)
})
