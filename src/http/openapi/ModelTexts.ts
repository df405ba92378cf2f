import type { Text } from "./Text.ts"

const count = (name: string, description: string, maximum?: number) => ({
  name,
  in: "query",
  required: false,
  description,
  schema: { type: "integer", minimum: 1, ...(maximum === undefined ? {} : { maximum }) }
})

/** Older clients get everything unless they ask for a page. */
const olderPaging = [
  count("page", "Everything, up to 100,000 rows, where neither this nor pageSize is given"),
  count("pageSize", "1000 where only page is given", 5000)
]

/** Models and what is read, calculated and done with them. */
export const modelTexts: Readonly<Record<string, Text>> = {
  listModels: {
    summary: "List the models of a project",
    description: "The models that the caller may see and whose import is done, ordered by name."
  },
  createModel: {
    summary: "Create a model and start its import",
    description:
      "The extension of `uploadFileName` decides how the file is read: .ifc, .ifczip, .zip, .3dm, .rvt, .skp. The model is listed when the operation is Ready. The sample project takes none: 400."
  },
  readModel: { summary: "Read a model" },
  parquet: {
    summary: "Get the values of a model as a Parquet file",
    description:
      "One row for each value: `product` (GlobalId), `propertySet` (null: an attribute of the product, such as Class or Name), `property`, `text`, `number`; sorted by set, property and product. Numbers are in the units of the file; a boolean is `true` and 1 or `false` and 0. Pages are compressed with Zstandard. For the latest public version."
  },
  removeModel: { summary: "Remove a model", description: "Operations of it that have not ended end Failed." },
  listFields: {
    summary: "List the product fields of a model",
    description: "`fieldDetails` has an entry for each field of the page but Guid, Class and Name."
  },
  queryProducts: {
    summary: "Query the products of a model",
    description:
      "Filters combine with AND. Without `fields` a product has Guid, Class, Name, SpatialLocation, MaterialLayerSet and Code. Members of a product are named by the field."
  },
  startQuantities: {
    summary: "Start a quantity calculation",
    description: "Poll the operation at `Location`, then ask for its result. All values are SI."
  },
  readOperation: {
    summary: "Read an operation",
    description: "States go Queued, InProgress, then Ready or Failed. `error` and `errorDetails` say why it failed."
  },
  cancelOperation: {
    summary: "Cancel an operation",
    description: "One that has ended stays as it is. For its starter and Owners of the model."
  },
  listFieldsOlder: { summary: "List the product fields of a model", query: olderPaging, errors: [400] },
  queryProductsOlder: { summary: "Query the products of a model", query: olderPaging },
  getProducts: {
    summary: "Query the products of a model by its address",
    query: [
      {
        name: "fields",
        in: "query",
        required: false,
        description: "Repeated for each field",
        schema: { type: "array", items: { type: "string" } }
      },
      {
        name: "filters",
        in: "query",
        required: false,
        description: "`filters[Class]=Wall` means that Class contains Wall",
        style: "deepObject",
        explode: true,
        schema: { type: "object", additionalProperties: { type: "string" } }
      },
      ...olderPaging
    ]
  },
  startQuantitiesOlder: { summary: "Start a quantity calculation" },
  quantityResult: {
    summary: "Get the result of a quantity calculation",
    description: "400 while the operation is not Ready, and where it failed.",
    location: true
  },
  quantityResultOlder: { summary: "Get the result of a quantity calculation", location: true }
}
