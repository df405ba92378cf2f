import { Random } from "../../../testing/Random.ts"
import type {
  DescribedCode,
  DescribedLocation,
  DescribedMaterial,
  DescribedSystem
} from "../../../domain/libraries/Described.ts"
import { type Edit, type EditedValue, ownDeleted } from "../../../domain/edits/Edit.ts"
import type { ContentCodification, ModelContent } from "../../../domain/models/ModelContent.ts"
import { classNamed } from "../../schema/Schema.ts"
import type { Library } from "../PatchModel.ts"
import { RandomValues } from "./RandomValues.ts"

/** Edits of a model that are the same for the same seed, each for a different cell, and the objects that they name. */
export interface RandomScript {
  readonly edits: ReadonlyArray<Edit>
  readonly library: Library
}

const newStorey = "0000000000000000000001"
const newSpace = "0000000000000000000002"
const texts = ["New", "it's", "Tür \\ 日本", "x".repeat(300)] as const
/** Words of an enumeration are as long as names. */
const words = texts.map((text) => text.slice(0, 255))
const quantityUnits = ["Metre", "m²", "KiloGram", null] as const
const attributes = ["Name", "Description", "ObjectType", "Tag"] as const

const noEdition = { source: null, edition: null, editionDate: null }

const systemOf = ({ name, source, edition, editionDate }: ContentCodification): DescribedSystem | null =>
  name === null ? null : { name, source, edition, editionDate }

/** Returns the references that edits may name: all in the file, and some others. */
export const libraryOf = (content: ModelContent): Library => {
  const parent = content.locations[0]?.guid ?? null
  const text = { description: null, uri: null }
  return {
    materials: new Map<string, DescribedMaterial>([
      ...content.materials.map((material, i) => [`m${i}`, material] as const),
      ["m new", { name: "New material", description: null, category: null }]
    ]),
    codes: new Map<string, DescribedCode>([
      ...content.codes.map(
        (code, i) => [`c${i}`, { ...code, system: systemOf(content.codifications[code.codification]!) }] as const
      ),
      ["c new", { ...text, identification: "9.9", name: "New", system: { ...noEdition, name: "New system" } }],
      ["c alone", { ...text, identification: "8.8", name: "Alone", system: null }]
    ]),
    locations: new Map<string, DescribedLocation>([
      ...content.locations.map(
        ({ guid, name, type }) => [guid, { name, type: type as "Space", parentGuid: null }] as const
      ),
      [newStorey, { name: "New", type: "Floor", parentGuid: parent }],
      [newSpace, { name: "", type: "ExternalSpatialElement", parentGuid: newStorey }]
    ]),
    definitions: new Map([["New set\0A", { enumerationValues: words, measure: null }]])
  }
}

/** Makes edits one after another, and the last one of a cell counts. */
class Script {
  private readonly edits = new Map<string, Edit>()
  private readonly values: RandomValues

  constructor(
    private readonly random: Random,
    private readonly content: ModelContent,
    private readonly library: Library
  ) {
    this.values = new RandomValues(random, content)
  }

  all(): ReadonlyArray<Edit> {
    return [...this.edits.values()]
  }

  /** Adds one more edit of a random kind. */
  add(): void {
    const { content, library, random } = this
    const { guid: guids, whole } = content.products
    const product = random.below(guids.length)
    const guid = guids[product]!
    const chance = random.next()
    if (chance < 0.1) {
      this.put(
        { kind: "Material", guid, now: random.pick([...library.materials.keys(), null, ownDeleted]) },
        "material"
      )
    } else if (chance < 0.16) {
      this.put({ kind: "Codes", guid, now: [...new Set(random.some([...library.codes.keys()], 2))] }, "codes")
    } else if (chance < 0.2) {
      this.put({ kind: "Code", guid, code: random.pick([...library.codes.keys()]), now: random.chance(0.6) }, "codes")
    } else if (chance < 0.25) {
      const places = [...library.locations.keys()]
      // A part is somewhere as long as its whole is.
      const now = random.pick(whole[product]! < 0 ? [...places, ""] : places)
      this.put({ kind: "SpatialLocation", guid, now }, "location")
    } else if (chance < 0.37) this.attribute(product)
    else if (chance < 0.47 || content.cells.count === 0) this.newSet(guid)
    else if (chance < 0.6) this.newInSet()
    else this.cell()
  }

  private put(edit: Edit, field: string): void {
    this.edits.set(`${edit.guid}\0${field}`, edit)
  }

  private property(guid: string, set: string, name: string, now: EditedValue | typeof ownDeleted): void {
    this.put({ kind: "Property", guid, set, name, now }, `${set}\0${name}`)
  }

  /** Returns the words that may be its PredefinedType by themselves; USERDEFINED needs an ObjectType. */
  private wordsOf(product: number): ReadonlyArray<string> {
    const { products, schema } = this.content
    const found = schema === null ? undefined : classNamed(schema, products.classes[products.class[product]!]!)
    return (found?.predefinedTypes ?? []).filter((word) => word !== "USERDEFINED" && word !== "NOTDEFINED")
  }

  private attribute(product: number): void {
    const { content, random } = this
    const words = this.wordsOf(product)
    if (words.length > 0 && random.chance(0.2)) {
      const edit = { kind: "Attribute", name: "PredefinedType", now: random.pick(words) } as const
      return this.put({ ...edit, guid: content.products.guid[product]! }, "\0PredefinedType")
    }
    const name = random.pick(attributes)
    const now = random.chance(0.2) ? null : random.pick(texts).slice(0, 255)
    this.put({ kind: "Attribute", guid: content.products.guid[product]!, name, now }, `\0${name}`)
  }

  /** A property or quantity in a set that no product has. */
  private newSet(guid: string): void {
    const { random } = this
    if (random.chance(0.3)) {
      const unit = random.pick(quantityUnits)
      return this.property(guid, "New quantities", unit ?? "Count", this.values.quantity(unit))
    }
    const name = random.pick(["A", "B"])
    const value = random.chance(0.1) ? null : random.pick(name === "A" ? words : texts)
    this.property(guid, "New set", name, { value, type: "String", quantity: false, unit: null })
  }

  /** A property or quantity in a set that a product has, which it lacks there. */
  private newInSet(): void {
    const { random } = this
    const { isQuantity, owner, set } = this.values.cell(random.below(this.content.cells.count))
    const name = random.pick(["Added", "Added too"])
    const now = isQuantity ? this.values.quantity("Metre") : this.values.scalar(random.pick(this.values.types))
    if (!isQuantity && random.chance(0.1)) this.property(owner, set, name, { ...now, value: null })
    else this.property(owner, set, name, now)
  }

  /** A cell that exists. */
  private cell(): void {
    const { random } = this
    const cell = this.values.cell(random.below(this.content.cells.count))
    const { isFixed, isOwn, isQuantity, name, owner, set } = cell
    if (!isOwn || isFixed) return
    const now = this.values.like(cell)
    const chance = random.next()
    if (chance < 0.15) this.property(owner, set, name, ownDeleted)
    else this.property(owner, set, name, chance < 0.25 && !isQuantity ? { ...now, value: null } : now)
  }
}

/** Deletions of some products with their parts; edits of others. */
const withDeletions = (random: Random, { products }: ModelContent, edits: ReadonlyArray<Edit>): ReadonlyArray<Edit> => {
  const gone = new Set<string>()
  for (let i = 0; i < 1 + products.count / 20; i++) gone.add(random.pick(products.guid))
  for (let isMore = true; isMore;) {
    isMore = false
    for (const [product, guid] of products.guid.entries()) {
      const whole = products.guid[products.whole[product]!]
      if (whole === undefined || !gone.has(whole) || gone.has(guid)) continue
      gone.add(guid)
      isMore = true
    }
  }
  return [...edits.filter(({ guid }) => !gone.has(guid)), ...[...gone].map((guid): Edit => ({ kind: "Deleted", guid }))]
}

/** @param count how many edits are tried; duplicates and cells that cannot be edited reduce the number */
export const scriptOf = (content: ModelContent, seed: number, isDeleting: boolean, count = 60): RandomScript => {
  const random = new Random(seed)
  const library = libraryOf(content)
  const script = new Script(random, content, library)
  for (let i = 0; i < count; i++) script.add()
  return { library, edits: isDeleting ? withDeletions(random, content, script.all()) : script.all() }
}
