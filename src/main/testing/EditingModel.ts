import type { ModificationVerb } from "../../domain/edits/Modification.ts"

/** The value of a cell; undefined if the product has no such property. Codes are guids in ascending order. */
export type Shown = string | number | boolean | null | undefined | ReadonlyArray<string>
export type Row = Readonly<Record<string, Shown>>

/** A product of the file: its own values, and those of its type for properties without an own value. */
export interface Product {
  readonly guid: string
  readonly whole: string | null
  readonly own: Row
  readonly ofType: Row
}

export interface Modification {
  readonly verb: ModificationVerb
  readonly field: string
  readonly guid: string
  readonly value: string | number | null | ReadonlyArray<string>
}

/** The user and the model of an edit, both by number. */
export interface Place {
  readonly user: number
  readonly model: number
}

interface Change {
  readonly guid: string
  readonly field: string
  readonly before: Shown
  readonly after: Shown
}

export interface Changes {
  readonly deleted: ReadonlyArray<string>
  readonly changes: ReadonlyArray<Change>
}

interface Version extends Changes {
  readonly title: string
  readonly layer: Layer
}

export const attributes = ["Name", "Description"]
export const quantity = "Qto_WallBaseQuantities.NetVolume"
export const custom = ["Custom.Grade", "Custom.Note"]
export const properties = ["Pset_WallCommon.FireRating", quantity, ...custom]
const fields = [...attributes, ...properties, "SpatialLocation", "Material", "Code"].sort()

/** The latest values that a user has set, by product and field; single codes by `Code` and guid. */
type Layer = Map<string, unknown>
const ownDeleted = Symbol("own deleted")
const keyOf = (guid: string, field: string): string => `${guid}\0${field}`
const codeOf = (code: string): string => `Code\0${code}`

const say = (layer: Layer, guid: string, field: string, now: unknown): void => {
  if (field === "Code") for (const key of layer.keys()) if (key.startsWith(keyOf(guid, "Code\0"))) layer.delete(key)
  layer.set(keyOf(guid, field), now)
}

const isReference = (field: string): boolean => field === "SpatialLocation" || field === "Material"

/**
 * A minimal model of contract section 7: the views that every user must see while users edit the models of a project.
 */
export class EditingModel {
  private readonly personal = new Map<string, Layer>()
  private readonly sessions = new Map<string, string>()
  private readonly versions: ReadonlyArray<Array<Version>>
  /** Guids of deleted materials, codes and locations. */
  private readonly gone = new Set<string>()

  constructor(private readonly models: ReadonlyArray<ReadonlyArray<Product>>) {
    this.versions = models.map(() => [{ title: "Import", layer: new Map(), deleted: [], changes: [] }])
  }

  private unpublished({ model, user }: Place): Layer {
    return this.personal.getOrInsertComputed(`${user} ${model}`, () => new Map())
  }

  private layers(place: Place): ReadonlyArray<Layer> {
    return [this.versions[place.model]!.at(-1)!.layer, this.unpublished(place)]
  }

  session({ model, user }: Place): string | null {
    return this.sessions.get(`${user} ${model}`) ?? null
  }

  /** Returns the rows that a user sees. */
  see(place: Place): ReadonlyMap<string, Row> {
    return this.rows(place.model, this.layers(place))
  }

  /** Returns the parts of a product that a user sees. */
  partsOf(place: Place, guid: string): ReadonlyArray<string> {
    const rows = this.see(place)
    return this.models[place.model]!.filter((one) => one.whole === guid && rows.has(one.guid)).map((one) => one.guid)
  }

  /** The rows of a version, the oldest is 0. */
  seeVersion(model: number, version: number): ReadonlyMap<string, Row> {
    return this.rows(model, [this.versions[model]![version]!.layer])
  }

  private rows(model: number, layers: ReadonlyArray<Layer>): ReadonlyMap<string, Row> {
    const rows = new Map<string, Row>()
    for (const product of this.models[model]!) {
      if (layers.some((layer) => layer.has(keyOf(product.guid, "Deleted")))) continue
      const row = Object.fromEntries(fields.map((field) => [field, this.cell(product, field, layers)]))
      if (product.whole !== null) row["SpatialLocation"] = rows.get(product.whole)!["SpatialLocation"]
      rows.set(product.guid, row)
    }
    return rows
  }

  private cell(product: Product, field: string, layers: ReadonlyArray<Layer>): Shown {
    if (field === "Code") return this.codes(product, layers)
    const own = this.ownCell(product, field, layers)
    return own === undefined && properties.includes(field) ? product.ofType[field] : own
  }

  /** Returns the product's own value. It is null for attributes and references without one. */
  private ownCell({ guid, own }: Product, field: string, layers: ReadonlyArray<Layer>): Shown {
    let value = own[field]
    for (const [i, layer] of layers.entries()) {
      const now = layer.get(keyOf(guid, field))
      // An unpublished deletion keeps the public value; a published one leaves nothing.
      if (now === undefined || (i > 0 && isReference(field) && this.gone.has(now as string))) continue
      value = now === ownDeleted ? undefined : (now as Shown)
    }
    if (properties.includes(field)) return value
    return isReference(field) && this.gone.has(value as string) ? null : (value ?? null)
  }

  private codes({ guid, own }: Product, layers: ReadonlyArray<Layer>): ReadonlyArray<string> {
    let codes = new Set(own["Code"] as ReadonlyArray<string>)
    for (const layer of layers) {
      const all = layer.get(keyOf(guid, "Code")) as ReadonlyArray<string> | undefined
      if (all !== undefined) codes = new Set(all)
      for (const [key, now] of layer) {
        if (!key.startsWith(keyOf(guid, "Code\0"))) continue
        if (now === true) codes.add(key.split("\0")[2]!)
        else codes.delete(key.split("\0")[2]!)
      }
    }
    return [...codes].filter((code) => !this.gone.has(code)).sort()
  }

  /** Returns the changes that the user would publish. */
  changes(place: Place): Changes {
    const { model } = place
    return this.between(model, this.seeVersion(model, this.versions[model]!.length - 1), this.see(place))
  }

  private between(model: number, before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): Changes {
    const wholes = new Map(this.models[model]!.map(({ guid, whole }) => [guid, whole]))
    const guids = [...before.keys()].sort()
    const changes = guids
      .filter((guid) => after.has(guid))
      .flatMap((guid) => fields.flatMap((field) => changesOf(guid, field, before.get(guid)!, after.get(guid)!)))
      .filter(({ field, guid }) => field !== "SpatialLocation" || wholes.get(guid) === null)
    return { deleted: guids.filter((guid) => !after.has(guid)), changes }
  }

  /** The versions of a model, newest first, with the remaining changes of each. */
  listed(model: number): ReadonlyArray<Version> {
    const left = (value: Shown): Shown => (this.gone.has(value as string) ? null : value)
    return this.versions[model]!.toReversed().map((version) => ({
      ...version,
      changes: version.changes
        .map((change) => ({ ...change, before: left(change.before), after: left(change.after) }))
        .filter(({ after, before, field }) => properties.includes(field) || before !== null || after !== null)
    }))
  }

  start(place: Place, id: string): string | null {
    const active = this.session(place) ?? id
    if (active !== id) return "SessionAlreadyActive"
    this.sessions.set(`${place.user} ${place.model}`, id)
    return null
  }

  end(place: Place, id: string): null {
    if (this.session(place) === id) this.sessions.delete(`${place.user} ${place.model}`)
    return null
  }

  /** Returns the allowed error words for each modification. If there are any, no modification is applied. */
  modify(place: Place, modifications: ReadonlyArray<Modification>): ReadonlyArray<ReadonlyArray<string>> {
    const rows = this.see(place)
    const errors = modifications.map((modification) => this.judge(place, rows.get(modification.guid), modification))
    if (errors.some((words) => words.length > 0)) return errors
    const own = this.unpublished(place)
    for (const { field, guid, value, verb } of modifications) {
      const deletes = verb === "delete"
      if (field !== "Code") say(own, guid, field, deletes ? ownDeleted : value === "" ? null : value)
      else if (verb === "update" || (deletes && value === null)) say(own, guid, field, value ?? [])
      else for (const code of (value ?? []) as ReadonlyArray<string>) say(own, guid, codeOf(code), !deletes)
    }
    return []
  }

  private judge(place: Place, row: Row | undefined, { field, guid, value, verb }: Modification) {
    if (row === undefined) return ["ProductNotFound"]
    const [deletes, changes] = [verb === "delete", verb === "delete" || verb === "update"]
    const product = this.models[place.model]!.find((one) => one.guid === guid)!
    const unknown = [value].flat().some((one) => this.gone.has(one as string)) ? ["ReferenceNotFound"] : []
    if (field === "Code") {
      const codes = row[field] as ReadonlyArray<string>
      if (!deletes) return unknown
      return ((value ?? []) as ReadonlyArray<string>).every((code) => codes.includes(code)) ? [] : ["PropertyMissing"]
    }
    if (isReference(field)) {
      if (field === "SpatialLocation" && product.whole !== null) return ["FieldReadOnly"]
      if (verb === "add" && row[field] !== null) return ["PropertyExists"]
      if (changes && row[field] === null) return ["PropertyMissing"]
      return deletes ? [] : unknown
    }
    if (attributes.includes(field)) return verb === "add" && row[field] !== null ? ["PropertyExists"] : []
    const isOfType = row[field] !== undefined && this.ownCell(product, field, this.layers(place)) === undefined
    if (deletes && isOfType) return ["FieldReadOnly"]
    if (changes && row[field] === undefined) return ["PropertyMissing", "FieldNotFound"]
    return verb === "add" && row[field] !== undefined ? ["PropertyExists"] : []
  }

  /** Deletes the product with its parts. Returns null, or the reason of a refusal. */
  remove(place: Place, id: string, guid: string): string | null {
    if (!this.see(place).has(guid)) return "ProductNotFound"
    if (this.session(place) !== id) return "SessionNotActive"
    for (const one of this.models[place.model]!) {
      if (one.guid === guid || one.whole === guid) say(this.unpublished(place), one.guid, "Deleted", true)
    }
    return null
  }

  publish(place: Place, id: string, title: string): string | null {
    const changes = this.changes(place)
    const isNet = changes.deleted.length + changes.changes.length > 0
    if (isNet && this.session(place) !== id) return "SessionNotActive"
    const own = this.unpublished(place)
    if (isNet) {
      const rows = this.see(place)
      const layer = new Map(this.versions[place.model]!.at(-1)!.layer)
      for (const guid of changes.deleted) say(layer, guid, "Deleted", true)
      for (const { field, guid } of changes.changes) {
        const [name, code] = field.split("\0") as [string, string | undefined]
        if (own.has(keyOf(guid, "Code")) && name === "Code") say(layer, guid, name, rows.get(guid)!["Code"])
        else say(layer, guid, field, own.get(keyOf(guid, code === undefined ? name : codeOf(code))))
      }
      this.versions[place.model]!.push({ title, layer, ...changes })
    }
    own.clear()
    return null
  }

  discard(place: Place): null {
    this.unpublished(place).clear()
    return null
  }

  /** A user deletes materials, codes or locations. */
  forget(guids: Iterable<string>): void {
    for (const guid of guids) this.gone.add(guid)
  }

  /** Deletes the definition of a property, and with it all of its values, of all users. */
  undefine(field: string): void {
    const layers = [...this.personal.values(), ...this.versions.flat().map(({ layer }) => layer)]
    for (const layer of layers) for (const key of layer.keys()) if (key.endsWith(`\0${field}`)) layer.delete(key)
    for (const versions of this.versions) {
      for (const [i, version] of versions.entries()) {
        versions[i] = { ...version, changes: version.changes.filter((change) => change.field !== field) }
      }
    }
  }
}

const changesOf = (guid: string, field: string, one: Row, other: Row): ReadonlyArray<Change> => {
  const [before, after] = [one[field], other[field]]
  if (field !== "Code") return before === after ? [] : [{ guid, field, before, after }]
  const [was, is] = [new Set(before as ReadonlyArray<string>), new Set(after as ReadonlyArray<string>)]
  return [...was.symmetricDifference(is)].sort().map((code) => ({
    guid,
    field: codeOf(code),
    before: was.has(code) ? code : null,
    after: is.has(code) ? code : null
  }))
}
