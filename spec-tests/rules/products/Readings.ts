import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { holds, near, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { fetched, guid, importBytes, type Imported } from "../../harness/Imports.ts"
import { aggregates, contains, madeIfc, place } from "../../harness/MadeIfc.ts"
import { calculate, query, rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const five = rules("contract 5", operating)
const six = rules("contract 6", operating)
const eight = rules("contract 8", operating)
const nine = rules("contract 9", operating)

const wall = (id: number, name: string): string => `#${id}=IFCWALL('${guid(name)}',$,'${name}',$,$,$,$,$,$);`

const refers = (ids: ReadonlyArray<number>): string => ids.map((id) => `#${id}`).join()

/** A set of these members, numbered after the product, and the relation that gives it to a product. */
const gives = (id: number, to: number, className: string, name: string, members: ReadonlyArray<string>) => {
  const numbers = members.map((_, i) => id + 2 + i)
  return [
    `#${id}=${className}('${guid(`Set${id}x`)}',$,'${name}',$,${className === "IFCELEMENTQUANTITY" ? "$," : ""}(${refers(numbers)}));`,
    `#${id + 1}=IFCRELDEFINESBYPROPERTIES('${guid(`Gives${id}x`)}',$,$,$,(#${to}),#${id});`,
    ...members.map((member, i) => `#${numbers[i]}=${member};`)
  ]
}

const assigns = (id: number, group: number, objects: ReadonlyArray<number>): string =>
  `#${id}=IFCRELASSIGNSTOGROUP('${guid(`Assigns${id}x`)}',$,$,$,(${refers(objects)}),$,#${group});`

const classifies = (id: number, code: number, objects: ReadonlyArray<number>): string =>
  `#${id}=IFCRELASSOCIATESCLASSIFICATION('${guid(`Classifies${id}x`)}',$,$,$,(${refers(objects)}),#${code});`

const lines: ReadonlyArray<string> = [
  place(10, "IfcSite", "ReadSite", "$,.ELEMENT.,$,$,$,$,$"),
  place(11, "IfcBuilding", "ReadHouse", "$,.ELEMENT.,$,$,$"),
  place(12, "IfcBuildingStorey", "ReadLevel"),
  place(13, "IfcBuildingStorey", "ReadLost"),
  place(14, "IfcSpatialZone", "ReadZone", "$,$"),
  aggregates(15, 1, [10]),
  aggregates(16, 10, [11]),
  aggregates(17, 11, [12]),
  aggregates(18, 12, [14]),
  wall(20, "ReadWallA"),
  wall(21, "ReadWallB"),
  `#22=IFCDOOR('${guid("ReadDoor")}',$,'ReadDoor',$,$,$,$,$,2.1,0.9,$,$,$);`,
  `#23=IFCROOF('${guid("ReadRoof")}',$,'ReadRoof',$,$,$,$,$,$);`,
  `#24=IFCSLAB('${guid("ReadSlab")}',$,'ReadSlab',$,$,$,$,$,$);`,
  aggregates(25, 23, [24]),
  contains(26, 14, [20]),
  contains(27, 13, [21]),
  contains(28, 12, [21]),
  ...gives(40, 20, "IFCPROPERTYSET", "Read", [
    "IFCPROPERTYLISTVALUE('Finish',$,(IFCLABEL('Oak; oiled'),IFCLABEL('Ash')),$)",
    "IFCPROPERTYLISTVALUE('Steps',$,(IFCLENGTHMEASURE(1.),IFCLENGTHMEASURE(2.)),$)",
    "IFCPROPERTYBOUNDEDVALUE('Range',$,IFCREAL(2.5),IFCREAL(1.5),$,IFCREAL(1.75))",
    "IFCPROPERTYSINGLEVALUE('Serial',$,IFCINTEGER(900719925474099313),$)",
    "IFCPROPERTYSINGLEVALUE('Empty',$,IFCLABEL(''/* none */),$)"
  ]),
  ...gives(50, 21, "IFCPROPERTYSET", "BaseQuantities", ["IFCPROPERTYSINGLEVALUE('Length',$,IFCREAL(5.),$)"]),
  ...gives(60, 20, "IFCELEMENTQUANTITY", "Qto_WallBaseQuantities", ["IFCQUANTITYWEIGHT('NetVolume',$,$,2400.,$)"]),
  ...gives(70, 23, "IFCELEMENTQUANTITY", "Qto_RoofBaseQuantities", ["IFCQUANTITYVOLUME('NetVolume',$,$,5.,$)"]),
  ...gives(80, 24, "IFCELEMENTQUANTITY", "Qto_SlabBaseQuantities", ["IFCQUANTITYVOLUME('NetVolume',$,$,2.,$)"]),
  `#90=IFCGROUP('${guid("ReadGroup")}',$,'Phase 2',$,$);`,
  `#91=IFCDISTRIBUTIONSYSTEM('${guid("ReadSystem")}',$,'Cold water',$,$,$,$);`,
  assigns(92, 91, [20]),
  assigns(93, 90, [91]),
  `#100=IFCWALLTYPE('${guid("ReadType")}',$,'Type',$,$,$,$,$,$,.NOTDEFINED.);`,
  `#101=IFCRELDEFINESBYTYPE('${guid("ReadTyped")}',$,$,$,(#20,#21),#100);`,
  "#102=IFCCLASSIFICATION('Pub','v1',$,'Uniform',$,$,$);",
  "#103=IFCCLASSIFICATION('Pub','v2',$,'Uniform',$,$,$);",
  "#104=IFCCLASSIFICATIONREFERENCE($,'A1','Old',#102,$,$);",
  "#105=IFCCLASSIFICATIONREFERENCE($,'A1','New',#103,$,$);",
  "#106=IFCCLASSIFICATIONREFERENCE($,'A2','Own',#102,$,$);",
  classifies(107, 104, [100]),
  classifies(108, 105, [100]),
  classifies(109, 106, [20]),
  "#110=IFCMATERIAL('Oak',$,$);",
  "#111=IFCMATERIALPROPERTIES('Pset_MaterialCommon',$,(#112),#110);",
  "#112=IFCPROPERTYSINGLEVALUE('MassDensity',$,IFCMASSDENSITYMEASURE(700.),$);",
  ...gives(120, 1, "IFCPROPERTYSET", "Pset_Project", ["IFCPROPERTYSINGLEVALUE('Phase',$,IFCLABEL('x'),$)"])
]

const model = (context: Context): Promise<Imported> =>
  context.once("readings", async () =>
    importBytes(context.api, await context.newProject("Readings"), madeIfc("IFC4", lines), { modelName: "Readings" })
  )

/** The row of a product. */
const row = async (context: Context, name: string, fields: ReadonlyArray<string>): Promise<JsonObject> => {
  const filters = [{ property: "Guid", operator: "Equals", value: guid(name) }]
  const [found] = await rows(context, await model(context), { fields, filters })
  return found!
}

const valueOf = async (context: Context, name: string, field: string) =>
  ((await row(context, name, [field]))[field] as JsonObject)["Value"]

const detail = async (context: Context, name: string) => {
  const { path } = await model(context)
  const answer = status(await context.api.get(`${path}/products/properties/available-data`), 200)
  return { listed: answer.list("fields"), detail: answer.list("fieldDetails").find((one) => one["name"] === name) }
}

const found = async (context: Context, property: string, value: unknown) => {
  const filters = [{ property, operator: "Equals", value }]
  const answer = status(await query(context, await model(context), { fields: ["Name"], filters }), 200)
  return answer.list("result").map(({ Name }) => Name)
}

const codesOf = async (context: Context, name: string) =>
  Object.values((await row(context, name, ["Code"]))["Code"] as JsonObject)
    .map((code) => `${textOf((code as JsonObject)["Identification"])} ${textOf((code as JsonObject)["Name"])}`)
    .sort()

export const readings = [
  six("6-list-items", "An item of a list keeps its own text for filters, even if it contains `; `", async (context) => {
    same("value", await valueOf(context, "ReadWallA", "Finish"), "Oak; oiled; Ash")
    for (const value of ["Oak; oiled", "Ash", "Oak; oiled; Ash"]) {
      same(value, await found(context, "Finish", value), ["ReadWallA"])
    }
    for (const value of ["Oak", "oiled"]) same(value, await found(context, "Finish", value), [])
  }),
  five("5-set-point", "Bounds with a set point are `lower; set point; upper`", async (context) => {
    same("value", await valueOf(context, "ReadWallA", "Range"), "1.5; 1.75; 2.5")
  }),
  five("5-long-integer", "An integer beyond the precision of doubles is a text of its digits", async (context) => {
    same("value", await valueOf(context, "ReadWallA", "Serial"), "900719925474099313")
    same("dataType", (await detail(context, "Serial")).detail?.["dataType"], "Integer")
    same("another one", await found(context, "Serial", "900719925474099312"), [])
  }),
  five("5-list-unit", "Lists of numbers have a unit like single values", async (context) => {
    same("unit", (await detail(context, "Steps")).detail?.["unit"], "Metre")
  }),
  five(
    "5-sizes",
    "Doors and windows have OverallHeight and OverallWidth, others have the null object",
    async (context) => {
      const { OverallHeight } = await row(context, "ReadDoor", ["OverallHeight"])
      same("height", OverallHeight, { PropertySet: null, Value: 2.1, PropertyId: null })
      same("width", await valueOf(context, "ReadDoor", "OverallWidth"), 0.9)
      same("of a wall", await valueOf(context, "ReadWallA", "OverallWidth"), null)
      const { detail: told } = await detail(context, "OverallWidth")
      same("detail", [told?.["dataType"], told?.["unit"]], ["Real", "Metre"])
    }
  ),
  five("5-groups", "Groups are the systems and groups of a product, also nested ones", async (context) => {
    const { Groups, ...more } = await row(context, "ReadWallA", ["Groups", "Groups.Name"])
    same("groups", Groups, [
      { Guid: guid("ReadSystem"), Name: "Cold water", Class: "IfcDistributionSystem" },
      { Guid: guid("ReadGroup"), Name: "Phase 2", Class: "IfcGroup" }
    ])
    same("names", more["Groups.Name"], "Cold water; Phase 2")
    same("of none", (await row(context, "ReadWallB", ["Groups"]))["Groups"], [])
    same("found", await found(context, "Groups.Name", "Phase 2"), ["ReadWallA"])
    const { listed } = await detail(context, "Groups")
    holds("Groups is not listed", !listed.map(String).some((name) => name.startsWith("Groups")))
  }),
  five("5-type-codes", "Codes of the type apply in each library in which the product has none", async (context) => {
    same("of its own beside the type's", await codesOf(context, "ReadWallA"), ["A1 New", "A2 Own"])
    same("of the type", await codesOf(context, "ReadWallB"), ["A1 New", "A1 Old"])
  }),
  eight(
    "8-other-kind",
    "A quantity of another kind is never used for a measure; a plain number is",
    async (context) => {
      const answer = await calculate(context, await model(context), { calculators: ["Length", "NetVolume"] })
      const ofWall = answer.list("products").find(({ Guid }) => Guid === guid("ReadWallA"))!
      same("a weight named NetVolume", ofWall["NetVolume"], undefined)
      holds("it is missing", answer.list("missing", "NetVolume").map(String).includes(guid("ReadWallA")))
      near("a plain number named Length", answer.at("totals", "Length"), 5)
    }
  ),
  eight(
    "8-also-carried",
    "Wholes with a value besides that of their parts are listed under alsoCarriedByParts",
    async (context) => {
      const answer = await calculate(context, await model(context), { calculators: ["NetVolume"] })
      same("listed", answer.at("alsoCarriedByParts"), { NetVolume: [guid("ReadRoof")] })
      near("total", answer.at("totals", "NetVolume"), 7)
    }
  ),
  eight("8-door-area", "The area of a door is OverallWidth × OverallHeight if none is authored", async (context) => {
    const answer = await calculate(context, await model(context), { calculators: ["NetArea"] })
    const area = answer.list("products").find(({ Guid }) => Guid === guid("ReadDoor"))!["NetArea"] as JsonObject
    near("value", area["value"], 1.89)
    same("source", [area["origin"], area["from"]], ["Computed", "OverallWidth × OverallHeight"])
  }),
  nine(
    "9-zone",
    "Content of spatial zones is in the containing location, and of several containers the reachable one counts",
    async (context) => {
      for (const name of ["ReadWallA", "ReadWallB"]) {
        const { SpatialLocation } = await row(context, name, ["SpatialLocation"])
        same(name, (SpatialLocation as JsonObject)["SpatialLocationId"], guid("ReadLevel"))
      }
    }
  ),
  nine("9-editions", "Two classifications of one name are two libraries if their editions differ", async (context) => {
    const { project } = await model(context)
    const libraries = status(await context.api.get(`${project.path}/codifications`), 200).list("codificationLibraries")
    same("libraries", libraries.filter(({ name }) => name === "Uniform").length, 2)
  }),
  nine("9-material-sets", "Property sets of a material are listed in its library", async (context) => {
    const { project } = await model(context)
    const answer = status(await context.api.get(`${project.path}/material-libraries`), 200)
    const properties = answer.list("materialProperties")[0]!["properties"] as ReadonlyArray<ReadonlyArray<JsonObject>>
    same("row", properties[0]!.at(-1), { set: "Pset_MaterialCommon", name: "MassDensity", value: "700" })
  }),
  nine(
    "9-warnings",
    "The report names the data that is read otherwise than written, one line for each kind",
    async (context) => {
      const { operationId } = await model(context)
      const url = status(await context.api.get(`/v1/operations/${operationId}`), 200).string("reportUrl")
      const warnings = status(await fetched(context.anonymous, url), 200)
        .list("warnings")
        .map(String)
      for (const text of ["IfcProject", "MASSUNIT", "VOLUMEUNIT"]) {
        same(text, warnings.filter((warning) => warning.includes(text)).length, 1)
      }
    }
  )
]
