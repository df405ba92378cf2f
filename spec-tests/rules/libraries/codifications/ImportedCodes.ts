import { type JsonObject, textOf } from "../../../harness/Answer.ts"
import { same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { errorView, problem } from "../../../harness/ErrorForms.ts"
import { guid, importBytes, type Imported, importModel } from "../../../harness/Imports.ts"
import { madeIfc, proxy } from "../../../harness/MadeIfc.ts"
import { rows } from "../../../harness/Query.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"

const nine = rules("contract 9", operating)

/** An IfcClassification of this name, with further attributes. */
const system = (id: number, name: string, more = "$,$,$"): string =>
  `#${id}=IFCCLASSIFICATION($,$,$,'${name}',${more});`

/** A reference of a source, `$` for none. */
const reference = (id: number, identification: string, source: number | "$"): string =>
  `#${id}=IFCCLASSIFICATIONREFERENCE($,'${identification}','Name ${identification}',${source === "$" ? "$" : `#${source}`},$,$);`

const classifies = (id: number, code: number, products: ReadonlyArray<number>): string =>
  `#${id}=IFCRELASSOCIATESCLASSIFICATION('${guid(`MadeCode${id}x`)}',$,$,$,(${products.map((one) => `#${one}`).join()}),#${code});`

const made = async (context: Context, lines: ReadonlyArray<string>, modelName = "Made"): Promise<Imported> =>
  importBytes(context.api, await context.newProject("Imported codes"), madeIfc("IFC4", lines), { modelName })

const libraries = async (context: Context, model: Imported): Promise<ReadonlyArray<JsonObject>> =>
  status(await context.api.get(`${model.project.path}/codifications`), 200).list("codificationLibraries")

/** The path of a library of this name, and its codes. */
const libraryOf = async (context: Context, model: Imported, name: string) => {
  const own = (await libraries(context, model)).find((library) => library["name"] === name)!
  const path = `${model.project.path}/codifications/${textOf(own["guid"])}`
  return { path, codes: status(await context.api.get(path), 200).list("codes") }
}

const identifications = (codes: ReadonlyArray<JsonObject>) => codes.map(({ identification }) => identification)

export const importedCodes = [
  nine(
    "9-codifications-order",
    "Each classification becomes a library, in the order of the file, even without references",
    async (context) => {
      const model = await made(context, [
        system(10, "Zeta"),
        reference(20, "z", 10),
        system(11, "Empty"),
        system(12, "Alpha"),
        reference(21, "a", 12)
      ])
      const found = await libraries(context, model)
      same(
        "names",
        found.map(({ name }) => name),
        ["Zeta", "Empty", "Alpha"]
      )
      for (const library of found)
        same("of the model", [library["group"], library["modelGuid"]], ["Model", model.modelGuid])
      same("codes", (await libraryOf(context, model, "Empty")).codes, [])
    }
  ),
  nine(
    "9-codifications-named-like-model",
    "References without a classification are in one library named after the model, not the file",
    async (context) => {
      const lines = [reference(20, "1", "$"), reference(21, "2", "$"), reference(22, "2.1", 21)]
      const model = await made(context, lines, " My model ")
      same(
        "names",
        (await libraries(context, model)).map(({ name }) => name),
        ["My model"]
      )
      same("codes", identifications((await libraryOf(context, model, "My model")).codes), ["1", "2", "2.1"])
    }
  ),
  nine(
    "9-codifications-members",
    "Libraries keep source, edition, date, description and uri of the file, codes name, description and uri",
    async (context) => {
      const model = await made(context, [
        "#10=IFCCLASSIFICATION('The source','3rd','2020-02-29','Full','What it is','https://full.example',$);",
        system(11, "Bare"),
        "#20=IFCCLASSIFICATIONREFERENCE('https://code.example','1','One',#10,'What one is',$);",
        "#21=IFCCLASSIFICATIONREFERENCE($,'2',$,#11,$,$);"
      ])
      const rest = { modelGuid: model.modelGuid, group: "Model" }
      const [full, bare] = await libraries(context, model)
      same("full", full, {
        guid: full!["guid"],
        name: "Full",
        source: "The source",
        edition: "3rd",
        editionDate: "2020-02-29",
        description: "What it is",
        uri: "https://full.example",
        ...rest
      })
      same("bare", bare, { guid: bare!["guid"], name: "Bare", ...rest })
      const [one] = (await libraryOf(context, model, "Full")).codes
      const none = { parentId: null, measureDefinitions: [] }
      const { properties, ...told } = one!
      same("code", told, {
        guid: one!["guid"],
        identification: "1",
        name: "One",
        description: "What one is",
        uri: "https://code.example",
        ...none
      })
      same("properties", Array.isArray(properties), true)
      const [two] = (await libraryOf(context, model, "Bare")).codes
      same("bare code", [two!["identification"], two!["description"], two!["uri"]], ["2", undefined, undefined])
    }
  ),
  nine(
    "9-codes-deep",
    "Referenced sources become parents at every level, whatever the order of the file",
    async (context) => {
      const depth = 40
      const lines = Array.from({ length: depth }, (_, i) => reference(100 + i, `L${10 + i}`, i === 0 ? 10 : 99 + i))
      const model = await made(context, [...lines.toReversed(), system(10, "Deep")])
      const { codes } = await libraryOf(context, model, "Deep")
      same(
        "identifications",
        identifications(codes),
        lines.map((_, i) => `L${10 + i}`)
      )
      same(
        "parents",
        codes.map(({ parentId }) => parentId),
        [null, ...codes.slice(0, -1).map(({ guid }) => guid)]
      )
    }
  ),
  nine(
    "9-codes-two-systems",
    "One identification in two classifications is two codes, repeated in one it is one code",
    async (context) => {
      const model = await made(context, [
        system(10, "A"),
        system(11, "B"),
        reference(20, "1", 10),
        reference(21, "1", 11),
        reference(22, "1", 10),
        proxy(30, "Thing"),
        proxy(31, "Other"),
        classifies(40, 20, [30]),
        classifies(41, 21, [30]),
        classifies(42, 22, [30, 31])
      ])
      const a = await libraryOf(context, model, "A")
      const b = await libraryOf(context, model, "B")
      same("codes", [identifications(a.codes), identifications(b.codes)], [["1"], ["1"]])
      const result = await rows(context, model, { fields: ["Code"] })
      const keys = result.map((row) => Object.keys(row["Code"] as object).toSorted())
      const [inA, inB] = [textOf(a.codes[0]!["guid"]), textOf(b.codes[0]!["guid"])]
      same("of the products", keys, [[inA, inB].toSorted(), [inA]])
    }
  ),
  nine(
    "9-codifications-two-models",
    "Each model has its own libraries, and only they are removed with it",
    async (context) => {
      const project = await context.newProject("Two models")
      const models = [
        await importModel(context.api, project, "shed.ifc"),
        await importModel(context.api, project, "shed.ifc")
      ]
      const hand = status(await context.api.post(`${project.path}/codifications`, { name: "By hand" }), 201)
      const guids = async () => (await libraries(context, models[0]!)).map(({ modelGuid }) => modelGuid)
      same("libraries", await guids(), [models[0]!.modelGuid, models[1]!.modelGuid, ""])
      const shown = async (model: Imported) =>
        Object.entries((await rows(context, model, { fields: ["Code"] }))[0]!["Code"] as object)
      const [[first], [second]] = [await shown(models[0]!), await shown(models[1]!)]
      same("codes of their own", first![0] === second![0], false)
      status(await context.api.delete(models[0]!.path), 204)
      same("left", await guids(), [models[1]!.modelGuid, ""])
      same("the other model keeps its code", await shown(models[1]!), [second])
      const library = `${project.path}/codifications/${textOf((first![1] as JsonObject)["LibraryGuid"])}`
      problem(await context.api.get(library), 404, "NotFound")
      problem(await context.api.get(`${library}/codification/${first![0]}`), 404, "NotFound", "application/json")
      status(await context.api.get(`${project.path}/codifications/${hand.string("guid")}`), 200)
    }
  ),
  nine(
    "9-codifications-edited",
    "Libraries of a model can be changed like others: codes are added, changed, moved and deleted",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Edited codes"), "house.ifc")
      const { path, codes } = await libraryOf(context, model, "Uniclass")
      const [walls, structures] = codes.map(({ guid }) => textOf(guid))
      const { api } = context
      const body = { name: "New", identification: "EF_25_20", parentId: walls, sort: 1 }
      const added = status(await api.post(`${path}/codification`, body), 201).string("guid")
      errorView(await api.post(`${path}/codification`, { ...body, identification: "Ss_30" }), 400, "DuplicateName")
      status(
        await api.put(`${path}/codification/${structures}`, {
          parentId: added,
          description: "d",
          measureDefinitions: [{ id: "m" }]
        }),
        200
      )
      errorView(await api.put(`${path}/codification/${added}`, { parentId: structures }), 400, "InvalidHierarchy")
      status(await api.delete(`${path}/codification/${walls}`), 204)
      const now = status(await api.get(path), 200).list("codes")
      same(
        "codes",
        now.map(({ identification, parentId }) => [identification, parentId]),
        [
          ["EF_25_20", null],
          ["EF_25_10", added],
          ["Ss_30", null]
        ]
      )
      status(await api.delete(path), 204)
      same(
        "libraries",
        (await libraries(context, model)).map(({ name }) => name),
        ["house.ifc"]
      )
    }
  )
]
