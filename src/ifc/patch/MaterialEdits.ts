import type { DescribedMaterial } from "../../domain/libraries/Described.ts"
import type { Edit } from "../../domain/edits/Edit.ts"
import { type Patching, Relations } from "./Relations.ts"
import * as StepWord from "./StepWord.ts"

export type MaterialEdit = Extract<Edit, { readonly kind: "Material" }>

/** Edits the materials of products. Uses the file's materials, by name, and creates missing ones. */
export class MaterialEdits {
  private readonly relations: Relations
  private readonly ids = new Map<string, number>()

  constructor(
    private readonly patching: Patching,
    private readonly materials: ReadonlyMap<string, DescribedMaterial>
  ) {
    const { file } = patching.model
    this.relations = new Relations(patching, "IfcRelAssociatesMaterial")
    const read = file.freeReader()
    for (const row of file.rowsOf("IfcMaterial")) {
      const name = read.openRow(row) ? read.name(0) : null
      if (name !== null && !this.ids.has(name)) this.ids.set(name, file.idOf(row))
    }
  }

  /** Records an edit. Returns the reason if the project has no such material, otherwise null. */
  put(product: number, { now }: MaterialEdit): string | null {
    const row = this.patching.model.rows[product]!
    const material = typeof now === "string" ? this.materials.get(now) : null
    if (material === undefined) return "The project has no such material any more"
    for (const { relation } of this.relations.of(row)) this.relations.leave(row, relation)
    if (material !== null) this.relations.join(row, this.idOf(material))
    return null
  }

  apply(guidOf: (row: number) => string): void {
    const { edits, model } = this.patching
    this.relations.apply(guidOf, (other) => {
      // A usage belongs to its elements only, and IFC4 requires at least one of them.
      if (model.file.is(other, "IfcMaterialUsageDefinition") || model.file.is(other, "IfcMaterialLayerSetUsage")) {
        edits.remove(other)
      }
    })
  }

  private idOf({ category, description, name }: DescribedMaterial): number {
    const { model, patch } = this.patching
    const more = model.file.schema.name === "IFC2X3" ? [] : [description, category].map(StepWord.optional)
    return this.ids.getOrInsertComputed(name, () => patch.add("IFCMATERIAL", [StepWord.text(name), ...more]))
  }
}
