import type { ContentLayer, ContentMaterial, ContentMaterialSet } from "../../domain/models/ModelContent.ts"
import { amountOf } from "../../domain/Limit.ts"
import { limits } from "../../domain/Limits.ts"
import { cellCost } from "../index/Allowance.ts"
import { Associations } from "./Associations.ts"
import type { IfcFile, InstanceReader } from "../index/IfcFile.ts"
import { longestText } from "../step/LongText.ts"
import type { MaterialSets } from "./MaterialSets.ts"
import type { ObjectSets } from "./ObjectSets.ts"

type Form = ContentMaterialSet["form"]

/** Classes of sets: form, and the attributes with the name (-1: none) and the members. */
const setForms: ReadonlyArray<readonly [string, Form, number, number]> = [
  ["IfcMaterialLayerSet", "layers", 1, 0],
  ["IfcMaterialProfileSet", "profiles", 0, 2],
  ["IfcMaterialConstituentSet", "constituents", 0, 2],
  ["IfcMaterialList", "list", -1, 0]
]

/** Members of a set, which may also be associated alone. */
const memberForms: ReadonlyArray<readonly [string, Form]> = [
  ["IfcMaterialLayer", "layers"],
  ["IfcMaterialProfile", "profiles"],
  ["IfcMaterialConstituent", "constituents"]
]

/** Usages, through which relations refer to a set. */
const usages = ["IfcMaterialLayerSetUsage", "IfcMaterialProfileSetUsage"]

/**
 * The materials of a file and the material sets of its objects.
 *
 * Source: IFC 4.3 and IFC2x3, IfcMaterialResource: IfcMaterialSelect.
 */
export class Materials {
  readonly materials: Array<ContentMaterial> = []
  readonly sets: Array<ContentMaterialSet> = []
  private readonly associations: Associations
  private readonly byName = new Map<string, number>()
  private readonly byRow = new Map<number, number>()
  private readonly byContent = new Map<string, number>()
  private readonly reader: InstanceReader

  constructor(
    private readonly file: IfcFile,
    objects: ObjectSets,
    sets: MaterialSets
  ) {
    this.reader = file.reader()
    for (const row of file.rowsOf("IfcMaterial")) this.addMaterial(row)
    for (const { material, rows } of sets.all()) {
      const index = this.materialOf(material)
      if (index < 0) continue
      const { properties, ...known } = this.materials[index]!
      this.materials[index] = { ...known, properties: [...properties, ...sets.admitted(properties, rows, known.name)] }
    }
    this.associations = new Associations(file, objects, "IfcRelAssociatesMaterial", (rows) => this.choose(rows))
  }

  /** Returns the material sets of an object. */
  of(row: number) {
    return this.associations.of(row)
  }

  /** Chooses a layer set if there is one, otherwise the first set. */
  private choose(rows: ReadonlyArray<number>): number {
    if (rows.length === 1) return this.setOf(rows[0]!)
    const sets = rows.map((row) => this.setOf(row)).filter((set) => set >= 0)
    return sets.find((set) => this.sets[set]!.form === "layers") ?? sets[0] ?? -1
  }

  private addMaterial(row: number): void {
    const read = this.reader
    const name = read.openRow(row) ? read.name(0) : null
    if (name === null) return
    const [description, category] = [read.string(1), read.string(2)]
    const { shared } = this.file
    const known = this.byName.get(name)
    if (known === undefined) {
      if (!shared.admits("Materials", [name, description, category])) return
      this.byName.set(name, this.materials.push({ name, description, category, properties: [] }) - 1)
      return
    }
    const first = this.materials[known]!
    const more = [first.description ?? description, first.category ?? category] as const
    const added = more.filter((text) => text !== first.description && text !== first.category)
    if (shared.affords("Materials", added)) {
      this.materials[known] = { ...first, description: more[0], category: more[1] }
    }
  }

  private setOf(row: number): number {
    const known = this.byRow.get(row)
    if (known !== undefined) return known
    const index = this.isUsage(row) ? this.setOfUsage(row) : this.add(this.read(row))
    this.byRow.set(row, index)
    return index
  }

  private isUsage(row: number): boolean {
    return usages.some((usage) => this.file.is(row, usage))
  }

  private setOfUsage(row: number): number {
    const set = this.reader.openRow(row) ? this.reader.row(0) : -1
    return set < 0 || this.isUsage(set) ? -1 : this.setOf(set)
  }

  private add(whole: ContentMaterialSet | null): number {
    const set = whole === null ? null : this.shown(whole)
    if (set === null) return -1
    return this.byContent.getOrInsertComputed(JSON.stringify(set), () => this.sets.push(set) - 1)
  }

  /**
   * Returns a set with as many layers as one text can name, or null if the allowance is used up because sets name too
   * much.
   */
  private shown(set: ContentMaterialSet): ContentMaterialSet | null {
    const { allowance, log } = this.file
    let letters = 0
    const end = set.layers.findIndex(({ material, name }) => {
      letters += (this.materials[material]?.name.length ?? 0) + (name?.length ?? 0) + cellCost
      return letters > longestText
    })
    if (!allowance.spend(letters)) {
      log.count("Sets of materials that were left out, because the sets have too many or too long names")
      return null
    }
    if (end < 0) return set
    log.count(`Sets of materials whose text was cut at ${amountOf(limits.textOfFile)}`)
    return { ...set, layers: set.layers.slice(0, end) }
  }

  private read(row: number): ContentMaterialSet | null {
    const { file } = this
    const read = this.reader
    if (file.is(row, "IfcMaterial")) {
      const material = this.materialOf(row)
      return material < 0 ? null : { name: this.materials[material]!.name, form: "single", layers: [layerOf(material)] }
    }
    const member = memberForms.find(([kind]) => file.is(row, kind))
    if (member !== undefined) return { name: null, form: member[1], layers: [this.layer(row, member[1])] }
    const found = setForms.find(([kind]) => file.is(row, kind))
    if (found === undefined || !read.openRow(row)) {
      if (found === undefined)
        file.log.count("Material associations with an instance that is not a material", `#${file.idOf(row)}`)
      return null
    }
    const [, form, name, members] = found
    const rows: Array<number> = []
    read.references(members, (id) => rows.push(file.rowOf(id)))
    const setName = name < 0 ? null : read.name(name)
    if (form === "list") {
      const layers = rows.map((material) => this.materialOf(material)).filter((material) => material >= 0)
      if (layers.length === 0) return null
      const single = layers.length === 1
      return {
        name: single ? this.materials[layers[0]!]!.name : null,
        form: single ? "single" : "list",
        layers: layers.map(layerOf)
      }
    }
    const kind = memberForms.find(([, other]) => other === form)![0]
    const layers = rows.filter((layer) => file.is(layer, kind)).map((layer) => this.layer(layer, form))
    return { name: setName, form, layers }
  }

  private layer(row: number, form: Form): ContentLayer {
    const read = this.reader
    if (!read.openRow(row)) return layerOf(-1)
    const number = (argument: number) => {
      const value = read.number(argument)
      return Number.isFinite(value) ? value : null
    }
    const named = form === "layers" ? 3 : 0
    return {
      name: read.name(named),
      thickness: form === "layers" ? number(1) : null,
      fraction: form === "constituents" ? number(3) : null,
      material: this.materialOf(read.row(form === "layers" ? 0 : 2))
    }
  }

  private materialOf(row: number): number {
    const read = this.reader
    if (!this.file.is(row, "IfcMaterial") || !read.openRow(row)) return -1
    const name = read.name(0)
    return name === null ? -1 : (this.byName.get(name) ?? -1)
  }
}

const layerOf = (material: number): ContentLayer => ({ material, name: null, thickness: null, fraction: null })
