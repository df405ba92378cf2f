import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import * as Either from "effect/Either"
import { type FieldNames, of } from "../../domain/products/FieldNames.ts"
import * as Condition from "../../domain/products/Condition.ts"
import { type FilterOperator, type Filters, parse } from "../../domain/products/Filter.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import { modelGuid } from "./RandomContent.ts"
import type { Random } from "../../testing/Random.ts"
import { classNames, propertyNames, setNames, types, words } from "./RandomWords.ts"
import * as View from "../query/View.ts"

/** A view that renames, moves and deletes some of what a content has, and defines properties. */
export const view = (random: Random, { locations, codes, codifications }: ModelContent): View.View => {
  const deletedLocations = new Map<string, number>()
  const now = new Map<string, { name: string; type: string; parentGuid: string | null } | null>()
  for (const { guid } of locations) {
    if (random.chance(0.1)) deletedLocations.set(guid, random.below(5))
    if (random.chance(0.15)) now.set(guid, null)
    else if (random.chance(0.2)) {
      now.set(guid, {
        name: random.pick(words),
        type: random.pick(types),
        parentGuid: random.chance(0.5) ? "2new" : null
      })
    }
  }
  now.set("2new", random.chance(0.3) ? null : { name: "New", type: "Site", parentGuid: null })
  const materials = new Map<string, { name: string } | null>()
  for (const name of ["Brick", "Wood"]) {
    if (random.chance(0.3))
      materials.set(DerivedUuid.ofMaterial(modelGuid, name), random.chance(0.5) ? null : { name: "Renamed" })
  }
  const renamed = new Map<string, { identification: string; name: string; libraryGuid: string } | null>()
  for (const { codification, identification } of codes) {
    if (!random.chance(0.3)) continue
    const guid = DerivedUuid.ofCode(modelGuid, codifications[codification]!.name, identification)
    const moved = { identification: "R", name: "Renamed", libraryGuid: "library" }
    const place = random.pick([{}, { parentGuid: null }, { parentGuid: guid }, { parentGuid: "elsewhere" }])
    renamed.set(guid, random.chance(0.5) ? null : { ...moved, ...place })
  }
  const view = View.empty(String(random.below(3)), {
    definitions: Array.from({ length: random.below(3) }, (_, i) => ({
      set: random.pick(setNames),
      name: random.pick(propertyNames),
      guid: `defined-${i}`,
      dataType: "String",
      unit: null,
      enumerationValues: null
    })),
    propertyGuids: new Map([["Pset_A\0FireRating", "exception"]]),
    references: { locations: now, deletedLocations, materials, codes: renamed }
  })
  return { ...view, importedWith: random.below(5) }
}

const fixedNames = [
  ..."Guid Class Name SpatialLocation Code MaterialLayerSet Material MaterialLayers".split(" "),
  ..."Description ObjectType Tag PredefinedType TypeName".split(" "),
  ..."SpatialLocation.Floor SpatialLocation.SpatialLocationId Code.Identification Code.LibraryGuid".split(" "),
  ..."MaterialLayerSet.Name Material.Layers MaterialLayers.Name MaterialLayers.Thickness".split(" ")
]

/** A field name that is usually valid. */
const fieldName = (random: Random, { properties }: ModelContent): string => {
  if (random.chance(0.3)) return random.pick(fixedNames)
  if (random.chance(0.05)) return random.pick(["SpatialLocation.Nothing", random.pick(propertyNames)])
  if (random.chance(0.05)) return `${random.pick(setNames)}.${random.pick(propertyNames)}`
  if (properties.length === 0) return random.pick(fixedNames)
  const { set, name } = random.pick(properties)
  return random.chance(0.5) ? name : `${set}.${name}`
}

export const fields = (random: Random, content: ModelContent): FieldNames =>
  of(Array.from({ length: 1 + random.below(6) }, () => fieldName(random, content)))

/** Values for filters, which mostly occur in the content. */
const scalars = (
  random: Random,
  { products, locations, materials, values, cells, texts }: ModelContent
): (() => string | number | boolean | null) => {
  const known = [
    ...classNames,
    ...products.guid.slice(0, 3),
    ...locations.flatMap(({ guid, name }) => [guid, name]),
    ...materials.map(({ name }) => DerivedUuid.ofMaterial(modelGuid, name)),
    ..."Wall Renamed R New Uniclass".split(" ")
  ]
  const odd = ["0.3", "+12", "1e3", "12.", ".3", "1e999", "0x10", " 12", "-1500", "TRUE", "False"]
  const own = (): string | number | boolean | null => {
    if (cells.count === 0) return null
    const value = cells.value[random.below(cells.count)]!
    const number = values.number[value]!
    switch (values.kind[value]! & 7) {
      case 1:
        return random.pick([texts[number]!, random.pick(texts[number]!.split("; "))])
      case 4:
        return number === 1
      default:
        return Number.isFinite(number) ? random.pick([number, String(number), number * (1 + 3e-10)]) : null
    }
  }
  return () =>
    random.pick<() => string | number | boolean | null>([
      own,
      own,
      own,
      () => random.pick(words),
      () => random.pick(known),
      () => random.pick(odd),
      () => null
    ])()
}

export const filters = (random: Random, content: ModelContent): Filters => {
  const scalar = scalars(random, content)
  const sent = Array.from({ length: random.pick([0, 1, 1, 1, 2, 3]) }, () => {
    const operator = random.pick<FilterOperator>(["Equals", "NotEquals", "In", "NotIn", "Contains"])
    const list = operator === "In" || operator === "NotIn"
    const value = list ? Array.from({ length: random.below(8) }, scalar) : scalar()
    const property = fieldName(random, content)
    if (operator !== "Contains") return { property, operator, value }
    const text = String(value ?? "")
    const from = random.below(text.length + 1)
    const part = text.slice(from, from + random.below(4)).toUpperCase()
    return { property, operator, value: random.pick<unknown>([value ?? "", part]) }
  })
  return Either.getOrThrow(parse(sent))
}

const expressions = ["^a", "12", "l+$", "(?:W|w)al", ".", "^[^;]*$", "é|ß", "1.*;"]

/** Returns a random tree of comparisons. */
export const condition = (random: Random, content: ModelContent): Condition.Condition => {
  const scalar = scalars(random, content)
  const ordered = (): unknown => {
    const value = scalar()
    return typeof value === "number" || typeof value === "string" ? value : 12
  }
  const codes = content.codes.map(({ identification }) => identification)
  const part = (): string => {
    const text = String(scalar() ?? "")
    return random.chance(0.5) ? text.slice(0, random.below(3)) : text.slice(-random.below(3)).toUpperCase()
  }
  const leaf = (): unknown => {
    const property = fieldName(random, content)
    const operator = random.pick(Condition.ConditionOperator.literals)
    switch (operator) {
      case "In":
      case "NotIn":
        return { property, operator, value: Array.from({ length: random.below(4) }, scalar) }
      case "Between":
        return { property, operator, value: [ordered(), ordered()] }
      case "Contains":
      case "StartsWith":
      case "EndsWith":
        return { property, operator, value: part() }
      case "Matches":
        return { property, operator, value: random.pick(expressions) }
      case "IsA":
        return {
          property: "Class",
          operator,
          value: random.pick(["IfcWall", "Wall", "IfcElement", "BuiltElement", "Door"])
        }
      case "Below":
        return random.chance(0.5)
          ? { property: "Code", operator, value: random.pick([...codes, "R"]) }
          : { property: "SpatialLocation", operator, value: random.pick([...words, "1location0", "New"]) }
      case "Equals":
      case "NotEquals":
      case "Exists":
      case "NotExists":
        return { property, operator, value: scalar() }
      default:
        return { property, operator, value: ordered() }
    }
  }
  const node = (depth: number): unknown => {
    if (depth === 0 || random.chance(0.4)) return leaf()
    const below = () => Array.from({ length: random.below(4) }, () => node(depth - 1))
    return random.pick<() => unknown>([
      () => ({ and: below() }),
      () => ({ or: below() }),
      () => ({ not: node(depth - 1) })
    ])()
  }
  return Either.getOrThrow(Condition.parse(node(3)))!
}
