import * as Schema from "effect/Schema"
import { missing } from "../../../domain/Missing.ts"
import { limits } from "../../../domain/Limits.ts"
import { sentenceOf } from "../../../domain/Limit.ts"
import { collecting, withLeft } from "../Answer.ts"
import { type ApiClient, idOf } from "../ApiClient.ts"
import * as Arguments from "../Arguments.ts"
import { Refusal } from "../Refusal.ts"
import { ofPages, pageSizeOf } from "../Rows.ts"
import * as Tool from "../Tool.ts"

type Members = Readonly<Record<string, unknown>>

interface Where {
  readonly projectId: string | number
  readonly modelId?: string | number
}

/** Returns the path of a project, or of a model in it if one is named. */
const rootOf = ({ modelId, projectId }: Where): string => {
  const project = `/v1/projects/${idOf("projectId", projectId)}`
  return modelId === undefined ? project : `${project}/models/${idOf("modelId", modelId)}`
}

/** The fields that lists of fields have no details of. */
const plainFields = ["Guid", "Class", "Name"]

/** Rows of a page of fields. */
const fieldsOfPage = 1000

/** Fields of M3 that have no details, and which a query returns nevertheless. */
const withoutDetails = plainFields.map((name) => ({ name, dataType: "String", unit: null, enumerationValues: null }))

export const listFields = Tool.make({
  name: "list_fields",
  title: "List fields",
  description:
    "Lists the fields that products have, with data type, unit and allowed values. Search by text before a query: names of properties differ from model to model. A field is `Property`, or `Set.Property` where a name is ambiguous.",
  input: Schema.Struct({
    ...Arguments.projectId,
    ...Arguments.maybeModelId,
    ...Arguments.search("the name, unit or an allowed value of a field"),
    units: Schema.optionalWith(Schema.Literal("Model", "SI"), { exact: true }),
    ...Arguments.paging
  }),
  output: {
    fields: Tool.listOf("name, dataType (null if mixed), unit, enumerationValues"),
    totalCount: { type: "integer", description: "The number of all fields, without regard to the text" }
  },
  required: ["fields", "totalCount"],
  run: async (asked, api) => {
    const path = `${rootOf(asked)}/products/properties/available-data`
    const request = { query: asked.units === undefined ? {} : { units: asked.units } }
    const isShown = Arguments.matcher(asked.text)
    const rowOf = (row: unknown) => {
      const { enumerationValues, name, unit } = row as Members
      return isShown(name, unit, ...[enumerationValues ?? []].flat()) ? row : null
    }
    const paged = { path, request, member: "fieldDetails", pageSize: fieldsOfPage, ahead: withoutDetails }
    const found = await ofPages(api, paged, Arguments.placeOf(asked.next).row, rowOf, asked.pageSize)
    return withLeft({ fields: found.rows, totalCount: found.totalCount }, found)
  }
})

/** The most fields that a query names. */
const demandFewFields = (fields: unknown): void => {
  if (Array.isArray(fields) && fields.length > limits.fieldsOfTool.most) {
    throw new Refusal("InvalidParameter", sentenceOf(limits.fieldsOfTool))
  }
}

export const queryProducts = Tool.make({
  name: "query_products",
  title: "Query products",
  description:
    "Lists products (walls, doors, pipes and so on) of one model, or of several models of a project, by filters, with the fields that you name. For numbers and sums use group_products instead of counting rows. Numbers are in the units of the model unless units is SI; without modelId they are in SI.",
  input: Schema.Struct({
    ...Arguments.projectId,
    ...Arguments.maybeModelId,
    ...Arguments.rows,
    version: Arguments.maybeId("A public version of the model instead of the user's own view, from list_versions"),
    ...Arguments.paging
  }),
  output: {
    products: Tool.listOf(
      "One member for each field. Most fields are {PropertySet, Value, PropertyId}; null where the product has none"
    ),
    totalCount: { type: "integer", description: "The number of products that match" }
  },
  required: ["products", "totalCount"],
  run: async ({ modelId, next, pageSize, projectId, version, ...body }, api) => {
    demandFewFields(body.fields)
    const path = `${rootOf({ projectId, ...(modelId === undefined ? {} : { modelId }) })}/products/properties/query`
    const request = { method: "POST", body, query: version === undefined ? {} : { version } } as const
    const paged = { path, request, member: "result", pageSize: pageSizeOf(pageSize) }
    const found = await ofPages(api, paged, Arguments.placeOf(next).row, (row) => row, pageSize)
    return withLeft({ products: found.rows, totalCount: found.totalCount }, found)
  }
})

export const groupProducts = Tool.make({
  name: "group_products",
  title: "Sum products by groups",
  description:
    "Counts and sums products of one model, or of several models of a project, by up to four fields: quantities by class and storey, doors by fire rating, numbers of products without a value. Totals cover all groups.",
  input: Schema.Struct({
    ...Arguments.projectId,
    ...Arguments.maybeModelId,
    ...Arguments.groups,
    ...Arguments.paging
  }),
  output: {
    groups: Tool.listOf("keys in the order of groupBy, count, measures: value, and measured: how many have one"),
    totals: { type: "object", description: "count and measures of all products" },
    units: { type: "array", description: "The unit of each measure, null without" },
    totalCount: { type: "integer", description: "The number of groups" }
  },
  required: ["groups", "totals", "units", "totalCount"],
  run: async ({ modelId, next, pageSize, projectId, ...body }, api) => {
    const path = `${rootOf({ projectId, ...(modelId === undefined ? {} : { modelId }) })}/products/groups`
    const paged = { path, request: { method: "POST", body }, member: "groups", pageSize: pageSizeOf(pageSize) } as const
    const found = await ofPages(api, paged, Arguments.placeOf(next).row, (row) => row, pageSize)
    const { totals, units } = found.others
    return withLeft({ groups: found.rows, totals, units, totalCount: found.totalCount }, found)
  }
})

/** Fields with a form of their own, which a product shows beside its properties. */
const ownForms = ["SpatialLocation", "Code", "MaterialLayerSet", "MaterialLayers", "Groups"]

/** Returns the names of all fields of a model. */
const allFields = async (api: ApiClient, root: string): Promise<ReadonlyArray<string>> => {
  const names: Array<string> = []
  for (let page = 1, total = 1; (page - 1) * fieldsOfPage < total; page++) {
    await api.scan(
      `${root}/products/properties/available-data`,
      { query: { page, pageSize: fieldsOfPage } },
      (path) => path[0] === "totalCount" || (path[0] === "fields" && path.length === 2),
      (path, value) => {
        if (path[0] === "fields") names.push(value as string)
        else total = Number(value)
      }
    )
  }
  return names
}

const none = () => {
  const { details } = missing.product()
  return new Refusal("ProductNotFound", details)
}

export const getProduct = Tool.make({
  name: "get_product",
  title: "Read a product",
  description:
    "Reads one product with all its properties, quantities, place, materials, codes and groups. Use text to find a property by its name.",
  input: Schema.Struct({
    ...Arguments.inModel,
    productId: Arguments.text("The guid of the product: Guid of query_products"),
    ...Arguments.search("the name of a property"),
    units: Schema.optionalWith(Schema.Literal("Model", "SI"), { exact: true }),
    ...Arguments.next
  }),
  output: {
    product: { type: "object", description: "Guid, Class, Name, SpatialLocation, Code, MaterialLayerSet, Groups" },
    properties: Tool.listOf("field, propertySet (absent for attributes), value, unit")
  },
  required: ["product", "properties"],
  run: async ({ next, productId, text, units, ...where }, api) => {
    const root = rootOf(where)
    const fields = await allFields(api, root)
    const filters = [{ property: "Guid", operator: "Equals", value: productId }]
    const asked = [...new Set([...plainFields, ...ownForms, ...fields])]
    const found: Array<readonly [string, unknown]> = []
    const atOnce = limits.fieldsOfQuery.most
    for (let at = 0; at < asked.length; at += atOnce) {
      const body = { fields: asked.slice(at, at + atOnce), filters, units: units ?? "Model" }
      await api.scan(
        `${root}/products/properties/query`,
        { method: "POST", body, query: { pageSize: 1 } },
        (path) => path[0] === "result" && path.length === 3,
        (path, value) => found.push([String(path[2]), value])
      )
    }
    if (found.length === 0) throw none()
    const isShown = Arguments.matcher(text)
    const isOwn = (name: string) => plainFields.includes(name) || ownForms.includes(name)
    const product = Object.fromEntries(found.filter(([name]) => isOwn(name)))
    const properties = found.flatMap(([field, value]) => {
      if (isOwn(field) || !isShown(field)) return []
      const { PropertySet, Unit, Value } = value as Members
      if (Value === null && PropertySet === null) return []
      return [
        {
          field,
          ...(PropertySet === null ? {} : { propertySet: PropertySet }),
          value: Value,
          ...(Unit === null || Unit === undefined ? {} : { unit: Unit })
        }
      ]
    })
    const { add, cuts, rows } = collecting()
    add(product)
    const from = Arguments.placeOf(next).row
    const rest = properties.slice(from)
    const end = rest.findIndex((row) => !add(row))
    const left = { next: end === -1 ? null : String(from + end), cuts: cuts() }
    return withLeft({ product: rows[0], properties: rows.slice(1) }, left)
  }
})
