import * as DerivedUuid from "../../domain/DerivedUuid.ts"
import { type Edit, type EditedValue, ownDeleted } from "../../domain/edits/Edit.ts"
import type { ModelContent } from "../../domain/models/ModelContent.ts"
import type { View } from "../query/View.ts"
import { external } from "./EditedContent.ts"
import { modelGuid } from "./RandomContent.ts"
import type { Random } from "../../testing/Random.ts"
import { numbers, propertyNames, setNames, words } from "./RandomWords.ts"

const externalMaterial = DerivedUuid.ofMaterial(modelGuid, external.material)
const externalCode = DerivedUuid.ofCode(modelGuid, null, external.code.identification)

/** The view with objects that only edits refer to. */
export const withExternal = (view: View): View => {
  const { references } = view.shared
  const material = { name: "Elsewhere" }
  const code = { identification: "E", name: "Elsewhere", libraryGuid: "library" }
  const more = {
    materials: new Map([...references.materials, [externalMaterial, material]]),
    codes: new Map([...references.codes, [externalCode, code]])
  }
  return { ...view, shared: { ...view.shared, references: { ...references, ...more } } }
}

const value = (random: Random): EditedValue => {
  const number = (): number => random.pick(numbers.filter((one) => Number.isFinite(one) && !Object.is(one, -0)))
  const [of, type] = random.pick<() => readonly [EditedValue["value"], EditedValue["type"]]>([
    () => [random.pick(words), "String"],
    () => [random.pick(words), "Enum"],
    () => [number(), "Real"],
    () => [Math.trunc(number()), "Integer"],
    () => [random.chance(0.5), "Boolean"],
    () => [random.some(words, 3), random.pick(["String", "Enum"])],
    () => [null, "String"]
  ])()
  const unit = typeof of === "number" ? random.pick([null, "Millimetre", "SquareMetre", "Furlong"]) : null
  return { value: of, type, quantity: random.chance(0.1), unit }
}

/** Edits of a content: mostly of existing cells, sometimes of missing ones. */
export const edits = (random: Random, content: ModelContent, most: number): ReadonlyArray<Edit> => {
  const { cells, codes, codifications, locations, materials, products, properties } = content
  const guid = (): string => (random.chance(0.02) || products.count === 0 ? "no product" : random.pick(products.guid))
  const pair = (): { readonly set: string; readonly name: string } =>
    random.chance(0.2) || properties.length === 0
      ? { set: random.pick(setNames), name: random.pick([...propertyNames.slice(0, 3), random.pick(propertyNames)]) }
      : random.pick(properties)
  const code = (): string => {
    if (random.chance(0.2) || codes.length === 0) return externalCode
    const { codification, identification } = random.pick(codes)
    return DerivedUuid.ofCode(modelGuid, codifications[codification]!.name, identification)
  }
  const property = (): Edit => {
    const { name, set } = pair()
    const now = random.chance(0.25) ? ownDeleted : value(random)
    return { kind: "Property", guid: guid(), set, name, now }
  }
  /** An existing cell is set to a value that occurs in the model, as most edits do. */
  const known = (): Edit => {
    const cell = random.below(cells.count)
    const { name, set } = properties[cells.property[cell]!] ?? pair()
    return { kind: "Property", guid: products.guid[cells.product[cell]!] ?? guid(), set, name, now: value(random) }
  }
  /** Its last cells go. */
  const cleared = (): ReadonlyArray<Edit> => {
    const { name, set } = pair()
    return products.guid.map((guid) => ({ kind: "Property", guid, set, name, now: ownDeleted }))
  }
  /** Most products are deleted, together with values that only they have. */
  const deletions = (): ReadonlyArray<Edit> =>
    products.guid.filter(() => random.chance(0.8)).map((guid) => ({ kind: "Deleted", guid }))
  const one = (): Edit | ReadonlyArray<Edit> =>
    random.pick<() => Edit | ReadonlyArray<Edit>>([
      property,
      property,
      property,
      known,
      known,
      known,
      () => (random.chance(0.1) ? cleared() : property()),
      () => {
        const name = random.pick(["Name", "Description", "ObjectType", "Tag", "PredefinedType"] as const)
        const now = random.pick([null, "NOTDEFINED", ...Array.from({ length: 6 }, () => random.pick(words))])
        return { kind: "Attribute", guid: guid(), name, now }
      },
      () => {
        const all = ["", "2new", ...locations.map((location) => location.guid)]
        return { kind: "SpatialLocation", guid: guid(), now: random.pick(all) }
      },
      () => {
        const all = [
          null,
          ownDeleted,
          externalMaterial,
          ...materials.map(({ name }) => DerivedUuid.ofMaterial(modelGuid, name))
        ]
        return { kind: "Material", guid: guid(), now: random.pick(all) }
      },
      () => ({ kind: "Code", guid: guid(), code: code(), now: random.chance(0.6) }),
      () => ({ kind: "Codes", guid: guid(), now: Array.from({ length: random.below(3) }, code) }),
      () => (random.chance(0.9) ? { kind: "Deleted", guid: guid() } : deletions())
    ])()
  return Array.from({ length: random.below(most + 1) }, one).flat()
}
