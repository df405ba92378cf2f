import { type JsonObject, textOf } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { fixture, importBytes, type Imported, importModel } from "../../../harness/Imports.ts"
import { calculate, houseKeys, rows } from "../../../harness/Query.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"

const five = rules("contract 5", operating)
const seven = rules("contract 7", operating)
const nine = rules("contract 9", operating)

interface Library {
  readonly name: string
  readonly path: string
  /** The guid of the first material of each name. */
  readonly guids: ReadonlyMap<string, string>
}

/** The material libraries of a project. */
const libraries = async (context: Context, model: Imported): Promise<ReadonlyArray<Library>> => {
  const path = `${model.project.path}/material-libraries`
  return status(await context.api.get(path), 200)
    .list("materialProperties")
    .map(({ guid, name, properties }) => {
      const materials = properties as ReadonlyArray<ReadonlyArray<JsonObject>>
      const of = (rows: ReadonlyArray<JsonObject>, name: string) =>
        textOf(rows.find((row) => row["name"] === name)?.["value"])
      const guids = new Map(materials.toReversed().map((rows) => [of(rows, "Name"), of(rows, "Guid")]))
      return { name: textOf(name), path: `${path}/${textOf(guid)}`, guids }
    })
}

/** Imports a house or shed for a rule that changes its shared data. */
const own = async (context: Context, file: "house.ifc" | "shed.ifc"): Promise<Imported> =>
  importModel(context.api, await context.newProject("Imported materials"), file)

const materialOf = async (context: Context, model: Imported, name: string): Promise<{ path: string; guid: string }> => {
  const library = (await libraries(context, model)).find(({ guids }) => guids.has(name))!
  const guid = library.guids.get(name)!
  return { path: `${library.path}/materials/${guid}`, guid }
}

/** How many products a filter on the materials finds. */
const found = async (context: Context, model: Imported, value: string | null): Promise<number> =>
  (await rows(context, model, { filters: [{ property: "MaterialLayerSet", operator: "Equals", value }] })).length

/** How many a quantity calculation counts. */
const counted = async (context: Context, model: Imported, value: string): Promise<number> => {
  const filters = [{ property: "MaterialLayerSet", operator: "Equals", value }]
  return (await calculate(context, model, { calculators: ["Count"], filters })).number("totals", "Count")
}

/** Materials of the house's products, by the fixture's names of these. */
const shown = async (context: Context, model: Imported) => {
  const result = await rows(context, model, { fields: ["MaterialLayerSet", "MaterialLayers"] })
  return (key: (typeof houseKeys)[number]) => {
    const row = result[houseKeys.indexOf(key)]!
    return { set: row["MaterialLayerSet"] as JsonObject, layers: row["MaterialLayers"] as ReadonlyArray<JsonObject> }
  }
}

export const importedMaterials = [
  nine("9-materials-named-like-model", "The library is named after the model, not the file", async (context) => {
    const project = await context.newProject("Named")
    const model = await importBytes(context.api, project, await fixture("shed.ifc"), {
      modelName: " Garden shed ",
      uploadFileName: "shed.ifc"
    })
    same(
      "names",
      (await libraries(context, model)).map(({ name }) => name),
      ["Garden shed"]
    )
  }),
  five(
    "5-material-resolves",
    "Every MaterialId in a query is found in a library with the same name",
    async (context) => {
      const model = await context.house
      const result = await rows(context, model, { fields: ["MaterialLayerSet", "MaterialLayers"] })
      const shown = new Map<string, string>()
      for (const row of result) {
        for (const layer of row["MaterialLayers"] as ReadonlyArray<JsonObject>) {
          shown.set(textOf(layer["MaterialId"]), textOf(layer["Name"]))
        }
      }
      same(
        "materials in use",
        [...shown.values()].sort(),
        ["Brick", "Concrete", "Glass", "Insulation", "Paint", "Plaster", "Wood", "Steel"].sort()
      )
      for (const row of result) {
        const id = (row["MaterialLayerSet"] as JsonObject)["MaterialId"]
        if (id !== null) holds("MaterialId of a set is that of its entries", shown.has(textOf(id)), id)
      }
      const [library] = await libraries(context, model)
      await each(
        shown,
        ([, name]) => name,
        async ([guid, name]) => {
          same("material", status(await context.api.get(`${library!.path}/materials/${guid}`), 200).body, {
            name,
            guid
          })
        }
      )
    }
  ),
  nine(
    "9-materials-two-models",
    "Each model has its own library: equal names are two materials, which are removed with their model",
    async (context) => {
      const first = await own(context, "shed.ifc")
      const second = await importModel(context.api, first.project, "shed.ifc")
      const [one, two] = await libraries(context, first)
      const pines = [one!, two!].map(({ guids }) => guids.get("Pine")!)
      holds("two guids", pines[0] !== pines[1])
      same("found by the guid of the other", await found(context, first, pines[1]!), 0)
      status(await context.api.put(`${one!.path}/materials/${pines[0]}`, { name: "Larch" }), 200)
      same("in the first", [await found(context, first, "Larch"), await found(context, first, "Pine")], [1, 0])
      same("in the second", [await found(context, second, "Larch"), await found(context, second, "Pine")], [0, 1])
      status(await context.api.delete(first.path), 204)
      same(
        "left",
        (await libraries(context, second)).map(({ path }) => path),
        [two!.path]
      )
      same("the second model", await found(context, second, pines[1]!), 1)
    }
  ),
  nine(
    "9-rename-material-everywhere",
    "A renamed material is shown and found only by its new name",
    async (context) => {
      const model = await own(context, "house.ifc")
      const { path, guid } = await materialOf(context, model, "Brick")
      same("answer", status(await context.api.put(path, { name: "Clinker" }), 200).body, { name: "Clinker", guid })
      const of = await shown(context, model)
      same("single", of("WallA").set, { Name: "Clinker", MaterialId: guid, Layers: "Clinker" })
      same("layers text", of("WallB").set["Layers"], "Clinker 100 | Insulation 80 | Plaster 12.3457")
      same("layer", of("WallB").layers[0], { MaterialId: guid, Name: "Clinker", Thickness: 100 })
      same("found", [await found(context, model, "Clinker"), await found(context, model, "Brick")], [2, 0])
      same("by its guid", await found(context, model, guid), 2)
      same("counted", [await counted(context, model, "Clinker"), await counted(context, model, "Brick")], [2, 0])
    }
  ),
  seven(
    "7-delete-material-everywhere",
    "No row shows or is found by a deleted material; other layers of its sets stay",
    async (context) => {
      const model = await own(context, "house.ifc")
      const before = await shown(context, model)
      const nothing = await found(context, model, null)
      const { path, guid } = await materialOf(context, model, "Brick")
      status(await context.api.delete(path), 204)
      const of = await shown(context, model)
      same("single", of("WallA").set, { Name: null, MaterialId: null, Layers: "" })
      const { layers, set } = of("WallB")
      same("set", [set["Name"], set["MaterialId"]], ["Cavity wall", null])
      same("layers", layers, [{ MaterialId: null, Name: null, Thickness: 100 }, ...before("WallB").layers.slice(1)])
      for (const key of ["Slab", "Door", "Window", "Column", "Beam"] as const) same(key, of(key), before(key))
      same("found", [await found(context, model, "Brick"), await found(context, model, guid)], [0, 0])
      same("without material", await found(context, model, null), nothing + 1)
      same("counted", await counted(context, model, guid), 0)
      const body = { fields: ["MaterialLayerSet", "MaterialLayers", "Material", "MaterialLayerSet.MaterialId"] }
      const text = JSON.stringify(await rows(context, model, body))
      holds("nothing speaks of it", !text.includes(guid) && !text.includes("Brick"), text)
    }
  ),
  seven("7-delete-material-library", "Deleting a library does the same for all its materials", async (context) => {
    const model = await own(context, "house.ifc")
    const [library] = await libraries(context, model)
    status(await context.api.delete(library!.path), 204)
    same("libraries", await libraries(context, model), [])
    const of = await shown(context, model)
    for (const key of houseKeys) {
      same(`${key}: MaterialId`, of(key).set["MaterialId"], null)
      for (const { MaterialId, Name } of of(key).layers) same(`${key}: layers`, [MaterialId, Name], [null, null])
    }
    same(
      "thicknesses",
      of("WallB").layers.map(({ Thickness }) => Thickness),
      [100, 80, 12.3456789]
    )
    same("the set's own name", of("WallB").set["Name"], "Cavity wall")
    for (const [name, guid] of library!.guids) {
      same(name, [await found(context, model, name), await found(context, model, guid)], [0, 0])
    }
  }),
  nine("9-materials-edited", "Imported materials can be changed, added to and deleted like others", async (context) => {
    const model = await own(context, "shed.ifc")
    const [library] = await libraries(context, model)
    const { path, guid } = await materialOf(context, model, "Pine")
    status(await context.api.put(path, { color: "#a52", description: "soft", category: "Wood" }), 200)
    const added = status(await context.api.post(`${library!.path}/materials`, { name: "Oak" }), 201).string("guid")
    const answer = status(await context.api.get(library!.path), 200)
    const values = (i: number) => (answer.at("properties", i) as ReadonlyArray<JsonObject>).map(({ value }) => value)
    same("Pine", values(0), ["Pine", guid, "#a52", "soft", "Wood"])
    same("Oak", values(1), ["Oak", added])
    status(await context.api.delete(`${library!.path}/materials/${added}`), 204)
    same("the wall keeps its own", await found(context, model, "Pine"), 1)
    status(await context.api.delete(path), 204)
    problem(await context.api.get(path), 404, "NotFound", "application/json")
    same("empty", status(await context.api.get(library!.path), 200).at("properties"), [])
  }),
  seven(
    "7-delete-material",
    "Deleting a material removes it from layers, which keep their thickness with null name and id",
    async (context) => {
      const model = await own(context, "shed.ifc")
      status(await context.api.delete((await materialOf(context, model, "Pine")).path), 204)
      const [wall] = await rows(context, model, { fields: ["MaterialLayers", "MaterialLayerSet"] })
      same("layers", wall!["MaterialLayers"], [{ MaterialId: null, Name: null, Thickness: 0.5 }])
      same("MaterialId", (wall!["MaterialLayerSet"] as JsonObject)["MaterialId"], null)
    }
  ),
  nine("9-rename-material", "An imported material can be renamed, and is shown with its new name", async (context) => {
    const model = await own(context, "shed.ifc")
    status(await context.api.put((await materialOf(context, model, "Pine")).path, { name: "Larch" }), 200)
    const [wall] = await rows(context, model, { fields: ["MaterialLayerSet"] })
    same("Layers", (wall!["MaterialLayerSet"] as JsonObject)["Layers"], "Larch 0.5")
    same("found by it", await found(context, model, "Larch"), 1)
  })
]
