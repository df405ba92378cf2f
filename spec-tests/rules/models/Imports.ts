import { type Json, textOf } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { fails } from "../../harness/Endings.ts"
import { fetched, fixture, guid, importBytes, type ModelFile } from "../../harness/Imports.ts"
import { rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const nine = rules("contract 9", operating)
const five = rules("contract 5", operating)
const encoder = new TextEncoder()

/** Every value of a JSON document, with the object or array that holds it. */
const values = (value: Json): ReadonlyArray<Json> =>
  typeof value !== "object" || value === null
    ? [value]
    : [value, ...Object.values(value).flatMap((inner: Json) => values(inner))]

const report = async (context: Context, file: ModelFile): Promise<Json> => {
  const { operationId } = await context.model(file)
  const url = status(await context.api.get(`/v1/operations/${operationId}`), 200).string("reportUrl")
  return status(await fetched(context.anonymous, url), 200).body
}

export const imports = [
  nine("9-ifc2x3", "IFC2X3 is read: classes, predefined types of the type, quantities in feet", async (context) => {
    const fields = ["Class", "Name", "PredefinedType", "Length", "Mark"]
    const result = await rows(context, await context.model("shed.ifc"), { fields })
    same(
      "classes",
      result.map(({ Class }) => Class),
      ["IfcWallStandardCase", "IfcSlab", "IfcDoor", "IfcFurnishingElement"]
    )
    const value = (row: number, field: string) => (result[row]![field] as Record<string, unknown>)["Value"]
    same("PredefinedType", [value(0, "PredefinedType"), value(1, "PredefinedType")], ["STANDARD", "ROOF"])
    same("Length", value(0, "Length"), 10)
    same("Mark", [value(0, "Mark"), value(1, "Mark"), value(2, "Mark")], ["old", "old", null])
  }),
  nine("9-ifc2x3-units", "Conversion-based units have their own names", async (context) => {
    const { path } = await context.model("shed.ifc")
    const details = status(await context.api.get(`${path}/products/properties/available-data`), 200).list(
      "fieldDetails"
    )
    const unit = (name: string) => details.find((entry) => entry["name"] === name)?.["unit"]
    same("units", ["Length", "NetSideArea", "NetVolume"].map(unit), ["Foot", "SquareFoot", "CubicFoot"])
  }),
  nine("9-ifc2x3-relations", "Materials and classifications of IFC2X3 are read", async (context) => {
    const [wall] = await rows(context, await context.model("shed.ifc"), { fields: ["MaterialLayerSet", "Code"] })
    same("material", (wall!["MaterialLayerSet"] as Record<string, unknown>)["Layers"], "Pine 0.5")
    const codes = Object.values(wall!["Code"] as Record<string, Record<string, unknown>>)
    same(
      "codes",
      codes.map(({ Identification, Name }) => [Identification, Name]),
      [["21", "External walls"]]
    )
  }),
  nine("9-ifc4x3", "IFC4X3 is read: facilities are a Building, their parts a Floor", async (context) => {
    const result = await rows(context, await context.model("bridge.ifc"), { fields: ["Class", "SpatialLocation"] })
    same(
      "classes",
      result.map(({ Class }) => Class),
      ["IfcBeam", "IfcPavement", "IfcBuiltElement"]
    )
    const bridge = { Site: "Valley", Building: "Footbridge", Space: null }
    same("on the deck", result[0]!["SpatialLocation"], {
      ...bridge,
      Floor: "Deck",
      SpatialLocationId: guid("BridgeDeck")
    })
    same("on the bridge", result[2]!["SpatialLocation"], { ...bridge, Floor: null, SpatialLocationId: guid("Bridge") })
  }),
  nine("9-release-candidates", "Release candidates and addenda are read as the nearest schema", async (context) => {
    const text = new TextDecoder().decode(await fixture("bridge.ifc"))
    await each(["IFC4X3_RC4", "IFC4X3_TC1", "IFC4X3", "IFC4X3_ADD2"], String, async (schema) => {
      const project = await context.newProject(schema)
      const model = await importBytes(context.api, project, encoder.encode(text.replace("IFC4X3_ADD2", schema)))
      same("products", (await rows(context, model, { fields: ["Guid"] })).length, 3)
    })
  }),
  nine("9-any-layout", "Comments, lines and line ends of the file do not matter", async (context) => {
    const text = new TextDecoder().decode(await fixture("bridge.ifc"))
    const layouts = [
      text.replaceAll("\n", "\r\n"),
      text.replaceAll("\n", " "),
      text.replaceAll(/,(?=\$)/g, " , /* ;' */\n"),
      `\u{FEFF}${text}`
    ]
    await each(
      layouts,
      (layout) => JSON.stringify(layout.slice(0, 60)),
      async (layout) => {
        const model = await importBytes(context.api, await context.newProject("Layout"), encoder.encode(layout))
        same(
          "names",
          (await rows(context, model, { fields: ["Name"] })).map(({ Name }) => Name),
          ["Girder", "Pavement", "Something built"]
        )
      }
    )
  }),
  nine("9-windows-1252", "A file that is not UTF-8 is read as windows-1252", async (context) => {
    const text = new TextDecoder().decode(await fixture("bridge.ifc")).replace("Girder'", "Tr\u{E4}ger \u{20AC}'")
    const bytes = encoder.encode(text.replace("\u{E4}", "\u{1}").replace("\u{20AC}", "\u{2}"))
    bytes[bytes.indexOf(1)] = 0xe4
    bytes[bytes.indexOf(2)] = 0x80
    const model = await importBytes(context.api, await context.newProject("Old encoding"), bytes)
    same("name", (await rows(context, model, { fields: ["Name"] }))[0], { Name: "Tr\u{E4}ger \u{20AC}" })
  }),
  nine(
    "9-broken-element",
    "A broken element never fails the file: it is skipped, and what follows is read",
    async (context) => {
      const result = await rows(context, await context.model("damaged.ifc"), { fields: ["Name"] })
      const expected = ["Good wall", "Second of the name", "Last wall"]
      same(
        "names",
        result.map(({ Name }) => Name),
        expected
      )
    }
  ),
  nine(
    "9-duplicate-globalids",
    "Of duplicate GlobalIds the first keeps it, later ones get a stable derived one",
    async (context) => {
      const result = await rows(context, await context.model("damaged.ifc"), { fields: ["Guid"] })
      const guids = result.map(({ Guid }) => textOf(Guid))
      same("first", guids[0], guid("DamagedWall"))
      holds(
        "the second has another",
        /^[0-3][0-9A-Za-z_$]{21}$/.test(guids[1]!) && !guids[1]!.startsWith("2DamagedWall"),
        guids
      )
      const again = await importBytes(
        context.api,
        await context.newProject("Damaged again"),
        await fixture("damaged.ifc")
      )
      same(
        "stable",
        (await rows(context, again, { fields: ["Guid"] })).map(({ Guid }) => Guid),
        guids
      )
    }
  ),
  five("5-name-twice-in-set", "A name twice in one set: the first in the file counts", async (context) => {
    const result = await rows(context, await context.model("damaged.ifc"), { fields: ["Twice"] })
    same("value", (result[2]!["Twice"] as Record<string, unknown>)["Value"], "one")
  }),
  nine("9-report-classes", "The import report counts products by class", async (context) => {
    const counts = { IfcWall: 1, IfcFurniture: 2, IfcDoor: 1 }
    const found = values(await report(context, "house.ifc")).some(
      (value) =>
        typeof value === "object" &&
        value !== null &&
        Object.entries(counts).every(([name, count]) => (value as Record<string, Json>)[name] === count)
    )
    holds("counts by class", found)
  }),
  nine(
    "9-report-faults",
    "The import report lists skipped lines with reasons, duplicates and elements without geometry",
    async (context) => {
      const all = values(await report(context, "damaged.ifc"))
      const text = new TextDecoder().decode(await fixture("damaged.ifc"))
      const line = text.slice(0, text.indexOf("'Broken wall'")).split("\n").length
      const skipped = all.filter(
        (value) =>
          typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).includes(line)
      )
      holds(
        `an entry for line ${line} with a reason`,
        skipped.some((entry) =>
          Object.values(entry as object).some((value) => typeof value === "string" && value.length > 5)
        ),
        skipped
      )
      holds("the duplicate GlobalId", all.includes(guid("DamagedWall")))
      holds("the name twice in a set", all.includes("Twice"))
      holds("an element without geometry", all.includes(guid("DamagedLast")))
    }
  ),
  nine(
    "9-fault-further-in",
    "A later fault in the file: a Failed operation with the code and the reason",
    async (context) => {
      const text = new TextDecoder().decode(await fixture("bridge.ifc"))
      const bad = [
        text.replace("IFC4X3_ADD2", "AUTOMOTIVE_DESIGN"),
        "ISO-10303-21;\nHEADER;\nENDSEC;\n",
        "ISO-10303-21;"
      ]
      await each(
        bad,
        (file) => JSON.stringify(file.slice(0, 50)),
        (file) => fails(context, encoder.encode(file), "m.ifc", "InvalidModelFile")
      )
    }
  ),
  nine("9-empty-file", "An empty upload is refused", async (context) => {
    await fails(context, new Uint8Array(), "m.ifc", "InvalidModelFile", "UploadNotFound")
  })
]
