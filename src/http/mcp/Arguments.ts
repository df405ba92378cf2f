import * as Schema from "effect/Schema"
import { limits } from "../../domain/Limits.ts"
import { Refusal } from "./Refusal.ts"

const described = (type: unknown, description: string) => ({ jsonSchema: { type, description } })

const optional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** An identifier; programs send numbers as well as texts. */
const id = (description: string) =>
  Schema.Union(Schema.String, Schema.Int).annotations(described(["string", "integer"], description))

export const projectId = { projectId: id("The id of the project, from list_projects") }
const modelId = { modelId: id("The id of the model, from list_models") }
export const inModel = { ...projectId, ...modelId }

export const maybeModelId = { modelId: optional(id("The id of one model, from list_models; all models if left out")) }
export const maybeId = (description: string) => optional(id(description))

export const maybeText = (description: string) => optional(Schema.String.annotations({ description }))
export const text = (description: string) => Schema.String.annotations({ description })

/** A member of a body of the API, which the API itself judges. */
const sent = (jsonSchema: object) => Schema.Unknown.annotations({ jsonSchema })
const maybeSent = (jsonSchema: object) => optional(sent(jsonSchema))

export const next = { next: maybeText("`next` of the result before, to go on") }

export const paging = {
  ...next,
  pageSize: optional(
    Schema.Int.pipe(Schema.between(1, limits.rowsOfTool.most)).annotations(
      described("integer", `The most rows of the result: 1 to ${limits.rowsOfTool.most}, by default 100`)
    )
  )
}

export const search = (what: string) => ({
  text: maybeText(`Words that ${what} contains, without regard to case, blanks and punctuation; all if left out`)
})

const question = {
  filters: maybeSent({
    type: "array",
    description:
      'Conditions that must all hold. `operator`: Equals, NotEquals, In, NotIn (with an array) or Contains. Example: [{"property": "Class", "operator": "Equals", "value": "IfcWall"}]',
    items: {
      type: "object",
      properties: {
        property: { type: "string" },
        operator: { type: "string", enum: ["Equals", "NotEquals", "In", "NotIn", "Contains"] },
        value: {}
      },
      required: ["property", "operator", "value"]
    }
  }),
  where: maybeSent({
    type: "object",
    description:
      'A tree of conditions, in addition to the filters: {"and": […]}, {"or": […]}, {"not": {…}} or {"property", "operator", "value"}. Further operators: GreaterThan, GreaterThanOrEquals, LessThan, LessThanOrEquals, Between (two values), StartsWith, EndsWith, Matches (RE2), Exists, NotExists, IsA (on Class, subtypes included), Below (on SpatialLocation or Code). Example: {"and": [{"property": "Class", "operator": "IsA", "value": "IfcWall"}, {"property": "Pset_WallCommon.FireRating", "operator": "NotExists"}]}'
  }),
  units: maybeSent({
    type: "string",
    enum: ["Model", "SI"],
    description: "The units of numbers: those of the model, or SI"
  }),
  savedQuery: maybeSent({
    type: "integer",
    description: "The id of a saved query, whose members stand for absent ones"
  }),
  models: maybeSent({
    type: "array",
    items: { type: ["string", "integer"] },
    description: "Ids of several models; instead of modelId"
  })
}

export const rows = {
  ...question,
  fields: maybeSent({
    type: "array",
    items: { type: "string" },
    description:
      "Names of fields from list_fields, at most 100; by default Guid, Class, Name, SpatialLocation, MaterialLayerSet and Code"
  }),
  sort: maybeSent({
    type: "array",
    description: 'At most three of {"property", "descending"}',
    items: { type: "object", properties: { property: { type: "string" }, descending: { type: "boolean" } } }
  })
}

export const groups = {
  ...question,
  groupBy: sent({
    type: "array",
    items: { type: "string" },
    description: "0 to 4 names of fields, such as Class or SpatialLocation.Floor; empty for one total"
  }),
  measures: sent({
    type: "array",
    description:
      '1 to 20 measures: {"calculator"} with Count, Length, NetArea, GrossArea, NetVolume or GrossVolume (authored quantities, else from geometry, in SI), or {"property", "function"} with Count, CountDistinct, Sum, Mean, Min or Max',
    items: {
      type: "object",
      properties: { calculator: { type: "string" }, property: { type: "string" }, function: { type: "string" } }
    }
  }),
  sort: maybeSent({
    type: "array",
    description:
      'At most three of {"key": index, "descending"} or {"measure": index, "descending"}; by default by keys',
    items: { type: "object" }
  })
}

const cells = (verb: string) =>
  maybeSent({
    type: "object",
    description: `${verb} {field: {productGuid: value}}`,
    additionalProperties: { type: "object", additionalProperties: {} }
  })

export const modifications = {
  update: cells("New values of what the products have:"),
  add: cells(
    'What the products lack. A property of a set that is new to the model needs {"PropertySet", "Value"} as its value:'
  ),
  addOrUpdate: cells("Values to set whether the products have them or not:"),
  delete: cells("What to remove; the values are ignored:")
}

export const expect = { expect: text("`expect` of propose_edits, apply_edits or get_changes") }

/** The place at which a result goes on: a part of the source, and a row in it. */
export interface Place {
  readonly part: number
  readonly row: number
  /** The digest of the list that the result before was a part of, if the list has one. */
  readonly digest?: string
}

export const start: Place = { part: 0, row: 0 }

/** Returns the place that a `next` stands for. Fails with `InvalidParameter`. */
export const placeOf = (next: string | undefined): Place => {
  if (next === undefined) return start
  const [, part, row, digest] = /^(?:(\d{1,9})\.)?(\d{1,9})(?:\.([\w-]{16}))?$/.exec(next) ?? []
  if (row === undefined) throw new Refusal("InvalidParameter", "next is not one that a result gave.")
  return { part: Number(part ?? 0), row: Number(row), ...(digest === undefined ? {} : { digest }) }
}

export const nextOf = ({ digest, part, row }: Place): string =>
  [...(part === 0 ? [] : [part]), row, ...(digest === undefined ? [] : [digest])].join(".")

const folded = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "")

/** Returns whether texts contain all words of a search. */
export const matcher = (search: string | undefined): ((...texts: ReadonlyArray<unknown>) => boolean) => {
  const words = (search ?? "").split(/\s+/).map(folded).filter(Boolean)
  return (...texts) => {
    const all = folded(texts.filter((text) => typeof text === "string").join(" "))
    return words.every((word) => all.includes(word))
  }
}
