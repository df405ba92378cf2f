import { type EditedValue, ownDeleted } from "../../domain/edits/Edit.ts"
import { type Condition, type Leaf, leavesOf } from "../../domain/products/Condition.ts"
import type { FieldNames } from "../../domain/products/FieldNames.ts"
import type { Filter, Filters } from "../../domain/products/Filter.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import { encode } from "../table/Container.ts"
import { open } from "../table/ProductTable.ts"
import * as EditedTable from "../edits/overlay/EditedTable.ts"
import * as Overlay from "../query/Overlay.ts"
import type { SeenModel } from "../query/project/SeenModel.ts"
import { edited } from "./EditedContent.ts"
import * as RandomContent from "./RandomContent.ts"
import { Random } from "../../testing/Random.ts"
import * as RandomEdits from "./RandomEdits.ts"
import * as RandomQuery from "./RandomQuery.ts"
import * as Reference from "./Reference.ts"
import type { Value } from "./ReferenceForms.ts"

/** A model of a random project: its table for the engine, and its content after edits. */
export interface RandomModel {
  readonly seen: SeenModel
  readonly content: ModelContent
}

/**
 * Returns up to `most` models of one project; some of them are edited. Two may have the same name. With `isUnitless`, no
 * property has a unit.
 */
export const models = (random: Random, most: number, isUnitless = false): ReadonlyArray<RandomModel> => {
  const contents = Array.from({ length: 1 + random.below(most) }, () => RandomContent.content(random))
  if (isUnitless) for (const { values } of contents) values.unit.fill(-1)
  const view = RandomEdits.withExternal(RandomQuery.view(random, contents[0]!))
  return contents.map((content, i) => {
    const model = { id: `model-${i}`, name: random.pick(["House", "house", "Wall", "12", `M${i}`]) }
    const table = open(encode(content, { modelGuid: RandomContent.modelGuid }))
    const seen = { model, view: { ...view, importedWith: random.below(5) }, computed: null }
    if (random.chance(0.5)) return { seen: { ...seen, table }, content }
    const changes = RandomEdits.edits(random, content, 30).map((edit) =>
      isUnitless && edit.kind === "Property" && edit.now !== ownDeleted
        ? { ...edit, now: { ...(edit.now as EditedValue), unit: null } }
        : edit
    )
    const laid = EditedTable.of(table, Overlay.add(Overlay.empty, changes))
    return { seen: { ...seen, table: laid }, content: edited(content, RandomContent.modelGuid, changes) }
  })
}

/** Returns no condition, or a random one over the fields of the models and the field Model. */
export const condition = (random: Random, models: ReadonlyArray<RandomModel>): Condition | undefined => {
  if (random.chance(0.5)) return undefined
  const ofField = RandomQuery.condition(random, random.pick(models).content)
  if (random.chance(0.6)) return ofField
  const operator = random.pick(["Equals", "NotEquals", "Contains"] as const)
  const value = random.pick(["House", "model-1", "O"])
  const sent = { property: "Model", operator, value, at: "" }
  return random.chance(0.5) ? { or: [sent, ofField] } : { and: [{ not: sent }, ofField] }
}

export type Row = Readonly<Record<string, unknown>>

/**
 * Questions to a project once more, over plain objects and without a thought for speed. Returns the rows of all matching
 * products in the order of the models, or the index of a wrong filter, or the place of a wrong leaf.
 */
export const make = (all: ReadonlyArray<RandomModel>) => {
  const made = all.map(({ content, seen }) => Reference.make(content, RandomContent.modelGuid)(seen.view, () => true))
  const strict = all.map(({ content, seen }) => Reference.make(content, RandomContent.modelGuid)(seen.view))
  const isKnown = (property: string): boolean =>
    modelField.has(property) ||
    strict.some((answer) => typeof answer([], [{ property, operator: "Equals", value: null }], 1, 1) !== "number")
  const rows = (fields: FieldNames, filters: Filters, where?: Condition): ReadonlyArray<Row> | number | string => {
    const wrong = filters.findIndex(({ property }) => !isKnown(property))
    if (wrong !== -1) return wrong
    const wrongLeaf = where === undefined ? undefined : leavesOf(where).find(({ property }) => !isKnown(property))
    if (wrongLeaf !== undefined) return wrongLeaf.at
    return all.flatMap(({ seen: { model } }, i) => {
      const compared = modelField.get("Model")!(model)
      if (!filters.filter(({ property }) => property === "Model").every((filter) => matches(compared, filter)))
        return []
      const rest = filters.filter(({ property }) => property !== "Model")
      const condition = where === undefined ? undefined : ofModel(where, compared)
      const answer = made[i]!(fields, rest, 1, Number.MAX_SAFE_INTEGER, condition) as {
        readonly result: ReadonlyArray<Row>
      }
      return answer.result.map((row) =>
        fields.includes("Model") ? { ...row, Model: { ModelId: model.id, Name: model.name } } : row
      )
    })
  }
  return { isKnown, rows }
}

const modelField = new Map([["Model", ({ id, name }: SeenModel["model"]) => [id, name]]])

const matches = (texts: ReadonlyArray<string>, { operator, value }: Filter): boolean => {
  const isOne = (wanted: Value): boolean => wanted !== null && texts.includes(String(wanted))
  switch (operator) {
    case "Equals":
      return isOne(value as Value)
    case "NotEquals":
      return !isOne(value as Value)
    case "In":
      return (value as ReadonlyArray<Value>).some(isOne)
    case "NotIn":
      return !(value as ReadonlyArray<Value>).some(isOne)
    default:
      return texts.some((text) => text.toLowerCase().includes(String(value).toLowerCase()))
  }
}

/** Returns the condition with true or false in place of each leaf that compares the model with a filter's operator. */
const ofModel = (where: Condition, compared: ReadonlyArray<string>): Condition => {
  if ("not" in where) return { not: ofModel(where.not, compared) }
  if ("and" in where) return { and: where.and.map((one) => ofModel(one, compared)) }
  if ("or" in where) return { or: where.or.map((one) => ofModel(one, compared)) }
  if (where.property !== "Model") return where
  return matches(compared, where as Leaf & Filter) ? { and: [] } : { or: [] }
}

/** Returns the plain value of a field as a row shows it: the one that products are sorted and grouped by. */
export const plain = (row: Row, field: string, material: "Name" | "Layers"): Value => {
  const shown = row[field]
  const orNull = (value: unknown): Value => (value === "" || value === undefined ? null : (value as Value))
  if (typeof shown !== "object" || shown === null) return orNull(shown)
  const object = shown as Record<string, Value>
  const joined = (member: string): Value =>
    orNull(
      Object.values(shown as Record<string, Record<string, Value>>)
        .map((item) => item[member])
        .filter((text) => text !== null)
        .join("; ")
    )
  switch (field) {
    case "Model":
      return orNull(object["Name"])
    case "SpatialLocation":
      return orNull(["Space", "Floor", "Building", "Site"].map((level) => object[level]).find(Boolean))
    case "Code":
      return joined("Identification")
    case "Groups":
      return joined("Name")
    case "Material":
    case "MaterialLayerSet":
      return orNull(object[material])
    case "MaterialLayers":
      return material === "Name" ? joined("Name") : null
    default:
      return orNull(object["Value"])
  }
}

/** Compares two values in the order of section 6 of the contract; values that are absent come last. */
export const compare = (a: Value, b: Value): number => {
  const kind = (value: Value): number => ["number", "string", "boolean", "object"].indexOf(typeof value)
  if (kind(a) !== kind(b)) return kind(a) - kind(b)
  if (typeof a !== "string") return Number(a) - Number(b)
  const points = (text: string): string => Array.from(text, (one) => one.codePointAt(0)!.toString(16).padStart(6, "0")).join() // prettier-ignore
  const keys = [a, b as string].map((text) => [points(text.toLowerCase()), points(text)].join("\0"))
  return keys[0]! < keys[1]! ? -1 : keys[0]! > keys[1]! ? 1 : 0
}
