import type { IfcFile } from "../../ifc/index/IfcFile.ts"
import { Links } from "./Links.ts"
import { ValueReader } from "./ValueReader.ts"

/** Attributes that lead from a usage to its set, from a set to its parts, and from a part to its material. */
const parts = [
  "ForLayerSet",
  "ForProfileSet",
  "ForProfileEndSet",
  "MaterialLayers",
  "MaterialProfiles",
  "MaterialConstituents",
  "Materials",
  "Material"
]

const names = ["Name", "LayerSetName", "Category"]

/** The longest path from a usage to a material. */
const deepest = 4

/** The materials of a file, of every form. */
export class Materials {
  private readonly links: Links

  constructor(private readonly file: IfcFile) {
    this.links = new Links(file).addAll("IfcRelAssociatesMaterial", "RelatedObjects", "RelatingMaterial")
  }

  of(row: number): Int32Array {
    return this.links.of(row)
  }

  /** Returns the names and categories of a material and its parts, without empty ones. */
  texts(row: number): ReadonlyArray<string> {
    const texts = new Set<string>()
    const read = new ValueReader(this.file)
    let level = new Set([row])
    for (let depth = 0; depth <= deepest && level.size > 0; depth++) {
      const below = new Set<number>()
      for (const at of level) {
        const { attributes } = this.file.classOf(at)
        if (!read.openRow(at)) continue
        for (const name of names) texts.add(read.text(attributes.indexOf(name)) ?? "")
        for (const name of parts) for (const part of read.rowsAt(attributes.indexOf(name))) below.add(part)
      }
      level = below
    }
    texts.delete("")
    return [...texts]
  }
}
