import type { Json } from "../../harness/Answer.ts"
import { each, holds, matches, same, uuid } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { cell, type HouseKey } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"

const five = rules("contract 5")

interface LayerSet {
  readonly Name: Json
  readonly MaterialId: Json
  readonly Layers: Json
}

interface Layer {
  readonly Name: string
  readonly MaterialId: string
  readonly Thickness: number | null
}

const layerSet = async (context: Context, key: HouseKey, field = "MaterialLayerSet"): Promise<LayerSet> => {
  const value = (await cell(context, key, field)) as object
  same("members", Object.keys(value).sort(), ["Layers", "MaterialId", "Name"])
  return value as LayerSet
}

const layers = async (context: Context, key: HouseKey): Promise<ReadonlyArray<Layer>> =>
  (await cell(context, key, "MaterialLayers")) as unknown as ReadonlyArray<Layer>

export const layerRules = [
  five("5-material-single", "A single material has its own name and guid", async (context) => {
    const { Name, MaterialId, Layers } = await layerSet(context, "WallA")
    same("Name and Layers", [Name, Layers], ["Brick", "Brick"])
    matches("MaterialId", MaterialId, uuid)
  }),
  five(
    "5-material-layers-text",
    "Layers are names with thickness in the model's unit to at most 6 significant digits",
    async (context) => {
      same("Wall B", await layerSet(context, "WallB"), {
        Name: "Cavity wall",
        MaterialId: null,
        Layers: "Brick 100 | Insulation 80 | Plaster 12.3457"
      })
    }
  ),
  five(
    "5-material-unnamed",
    "A set without name has Name null; MaterialId is set if all entries are one material",
    async (context) => {
      const { Name, MaterialId, Layers } = await layerSet(context, "Slab")
      same("Name and Layers", [Name, Layers], [null, "Concrete 150 | Concrete 50"])
      matches("MaterialId", MaterialId, uuid)
    }
  ),
  five("5-material-constituents", "Constituents show their fraction in per cent", async (context) => {
    const { Name, MaterialId, Layers } = await layerSet(context, "Door")
    same("Name and MaterialId", [Name, MaterialId], ["Door set", null])
    matches("Layers", Layers, /^Wood 75 ?%? \| Glass 25 ?%?$/)
  }),
  five("5-material-list", "A list of materials shows their names", async (context) => {
    same("Column", await layerSet(context, "Column"), { Name: null, MaterialId: null, Layers: "Steel | Concrete" })
  }),
  five("5-material-of-type", "The type's material applies to an occurrence without one", async (context) => {
    same("Window", (await layerSet(context, "Window")).Name, "Glass")
  }),
  five("5-material-several", "Of several associations a layer set precedes others", async (context) => {
    const { Name, Layers } = await layerSet(context, "Beam")
    same("Beam", [Name, Layers], ["Coating", "Paint 0.5"])
  }),
  five("5-material-none", "Without material: nulls, an empty text, and [] for MaterialLayers", async (context) => {
    same("Chair", await layerSet(context, "Chair"), { Name: null, MaterialId: null, Layers: "" })
    same("MaterialLayers", await cell(context, "Chair", "MaterialLayers"), [])
  }),
  five("5-material-other-name", "Material is another name for MaterialLayerSet", async (context) => {
    same("Slab", await layerSet(context, "Slab", "Material"), await layerSet(context, "Slab"))
  }),
  five("5-material-layers", "MaterialLayers lists each entry with material, name and thickness", async (context) => {
    const entries = await layers(context, "WallB")
    same(
      "names and thicknesses",
      entries.map(({ Name, Thickness }) => [Name, Thickness]),
      [
        ["Brick", 100],
        ["Insulation", 80],
        ["Plaster", 12.3456789]
      ]
    )
    for (const { MaterialId } of entries) matches("MaterialId", MaterialId, uuid)
    same("Brick is one material", entries[0]!.MaterialId, (await layerSet(context, "WallA")).MaterialId)
  }),
  five("5-material-layers-without-thickness", "Entries without thickness have Thickness null", async (context) => {
    await each(["Door", "Column", "WallA"] as const, String, async (key) => {
      const entries = await layers(context, key)
      holds("entries", entries.length > 0 && entries.every(({ Thickness }) => Thickness === null), entries)
    })
  })
]
