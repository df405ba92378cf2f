/** The name of a table of the open dataset of a project. Contract section 16. */
export const tableNames = ["products", "properties", "quantities"] as const
export type TableName = (typeof tableNames)[number]

/** A column of a table. The id stands in files that stay readable, so it never changes its meaning. */
interface DatasetColumn {
  readonly id: number
  readonly name: string
  readonly type: "string" | "double" | "boolean"
  readonly doc: string
  readonly required?: true
}

export interface DatasetTable {
  readonly name: TableName
  readonly columns: ReadonlyArray<DatasetColumn>
  readonly sortedBy: ReadonlyArray<string>
}

type Named = readonly [name: string, type: DatasetColumn["type"], doc: string, required?: true]

const table = (name: TableName, sortedBy: ReadonlyArray<string>, columns: ReadonlyArray<Named>): DatasetTable => ({
  name,
  sortedBy,
  columns: columns.map(([name, type, doc, required], i) => ({
    id: i + 1,
    name,
    type,
    doc,
    ...(required === undefined ? {} : { required })
  }))
})

const modelId = ["model_id", "string", "The model, as the API names it", true] as const
const guid = ["guid", "string", "The IFC GlobalId of the product", true] as const
const className = ["class", "string", "The IFC class of the product, such as IfcWall", true] as const

/** The tables. New columns are appended, because ids are places. */
export const datasetTables: Readonly<Record<TableName, DatasetTable>> = {
  products: table(
    "products",
    ["guid"],
    [
      modelId,
      ["model_version_id", "string", "The public version of the model that the row shows", true],
      guid,
      className,
      ["predefined_type", "string", "The predefined type of the product, or of its type"],
      ["name", "string", "Name", true],
      ["description", "string", "Description"],
      ["object_type", "string", "ObjectType"],
      ["type_name", "string", "The name of the product's type"],
      ["tag", "string", "Tag"],
      ["site", "string", "The name of the site"],
      ["building", "string", "The name of the building or other facility"],
      ["floor", "string", "The name of the storey or part of a facility"],
      ["space", "string", "The name of the space"],
      ["location_guid", "string", "The guid of the nearest location, empty for a product without one"],
      ["material", "string", "The layers with their thickness in the model's unit, empty without material"],
      ["codes", "string", "The identifications of the product's codes, joined by semicolon and space"]
    ]
  ),
  properties: table(
    "properties",
    ["property_set", "property", "guid"],
    [
      modelId,
      guid,
      className,
      ["property_set", "string", "The property set or quantity set", true],
      ["property", "string", "The name of the property in its set", true],
      ["text", "string", "The value of a text or of several values joined by semicolon and space"],
      ["number", "double", "The value of a number in the unit of the model"],
      ["boolean", "boolean", "The value of a boolean"],
      ["unit", "string", "The unit of the number, such as Millimetre"],
      ["number_si", "double", "The number in SI"],
      ["unit_si", "string", "The unit of the number in SI, such as Metre"],
      ["origin", "string", "Occurrence, Type, or Edit for a value that somebody published", true]
    ]
  ),
  quantities: table(
    "quantities",
    ["measure", "guid"],
    [
      modelId,
      guid,
      className,
      ["measure", "string", "Length, NetArea, GrossArea, NetVolume or GrossVolume", true],
      ["value", "double", "The value in SI", true],
      ["unit", "string", "Metre, SquareMetre or CubicMetre", true],
      ["origin", "string", "Authored for a value of the model, Computed for one of its geometry", true],
      ["source", "string", "The quantity or computed measure that the value is from", true],
      ["suspect", "boolean", "Whether an authored value is doubtful", true]
    ]
  )
}
