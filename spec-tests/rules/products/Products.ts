import { textOf } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import { rules } from "../../harness/Rule.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { cell, houseKeys, houseNames, query, rows } from "../../harness/Query.ts"

const five = rules("contract 5")
const m4 = rules("specification M4")

export const products = [
  five(
    "5-which-products",
    "Products are the elements without openings, virtual elements, spaces and annotations, in the order of the file",
    async (context) => {
      const answer = status(await query(context, await context.house, { fields: ["Guid", "Name"] }), 200)
      same("totalCount", answer.at("totalCount"), houseNames.length)
      same(
        "rows",
        answer.at("result"),
        houseKeys.map((key, i) => ({ Guid: guid(key), Name: houseNames[i]! }))
      )
    }
  ),
  m4(
    "M4-answer",
    "The answer has totalCount, page, pageSize and result; pageSize is 1000 by default",
    async (context) => {
      const answer = status(await query(context, await context.house, {}), 200)
      same("members", Object.keys(answer.object()).sort(), ["page", "pageSize", "result", "totalCount"])
      same("page", [answer.at("page"), answer.at("pageSize")], [1, 1000])
    }
  ),
  m4("M4-default-fields", "Without fields a row has the default fields in order", async (context) => {
    const expected = ["Guid", "Class", "Name", "SpatialLocation", "MaterialLayerSet", "Code"]
    await each([{}, { fields: null }, { fields: [] }], JSON.stringify, async (body) => {
      for (const row of await rows(context, await context.house, body)) same("fields", Object.keys(row), expected)
    })
  }),
  m4("M4-pages", "Rows keep their order from page to page", async (context) => {
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) =>
        query(context, await context.house, { fields: ["Name"] }, `?page=${page}&pageSize=5`)
      )
    )
    same(
      "names",
      pages.flatMap((page) =>
        status(page, 200)
          .list("result")
          .map(({ Name }) => Name ?? null)
      ),
      houseNames
    )
    same(
      "sizes",
      pages.map((page) => page.list("result").length),
      [5, 5, 3]
    )
    same(
      "totals",
      pages.map((page) => page.at("totalCount")),
      [13, 13, 13]
    )
  }),
  m4(
    "M4-no-body",
    "The body is an object; fields is an array of texts and filters a list or a map",
    async (context) => {
      await each(
        ['{"fields":"Name"}', '{"fields":[1]}', '{"fields":{}}', '{"filters":"x"}', '{"filters":3}', "[]"],
        String,
        async (body) => {
          const { path } = await context.house
          errorView(await context.api.raw("POST", `${path}/products/properties/query`, body), 400)
        }
      )
    }
  ),
  five("5-plain-fields", "Guid, Class and Name are plain strings; Name may be empty", async (context) => {
    const result = await rows(context, await context.house, { fields: ["Guid", "Class", "Name"] })
    same("first", result[0], { Guid: guid("WallA"), Class: "IfcWall", Name: "Wall A" })
    same("last", result.at(-1), { Guid: guid("Nameless"), Class: "IfcFurniture", Name: "" })
  }),
  five("5-class-spelling", "Class is the IFC class in its usual spelling", async (context) => {
    const result = await rows(context, await context.house, { fields: ["Class"] })
    same(
      "classes",
      result.map(({ Class }) => Class),
      [
        "IfcWall",
        "IfcWallStandardCase",
        "IfcCurtainWall",
        "IfcMember",
        "IfcPlate",
        "IfcSlab",
        "IfcDoor",
        "IfcWindow",
        "IfcColumn",
        "IfcBeam",
        "IfcBuildingElementProxy",
        "IfcFurniture",
        "IfcFurniture"
      ]
    )
  }),
  five("5-escapes", "Every string escape of the file is decoded", async (context) => {
    same("name", await cell(context, "Proxy", "Name"), "It's \u{E9}\u{FC} \u{E4} \u{E9} \\ \u{1F600} end")
  }),
  five("5-fields-in-order", "Fields appear in the requested order", async (context) => {
    const fields = ["Reference", "Name", "Code", "Guid", "Größe"]
    const result = await rows(context, await context.house, { fields })
    same("fields", Object.keys(result[0]!), fields)
  }),
  five("5-unknown-field", "An unknown name in fields has the null object; names match with case", async (context) => {
    const nothing = { PropertySet: null, Value: null, PropertyId: null }
    await each(["No such field", "firerating", "Site data.No such", "name", "\u{1F600}"], String, async (field) => {
      same(field, await cell(context, "WallA", field), nothing)
    })
  }),
  five("5-attributes", "Attributes are objects without set and id", async (context) => {
    const expected = { Description: "South wall", ObjectType: "Masonry", Tag: "W-1", PredefinedType: "SOLIDWALL" }
    await each(
      Object.entries(expected),
      ([name]) => name,
      async ([name, value]) => {
        same(name, await cell(context, "WallA", name), { PropertySet: null, Value: value, PropertyId: null })
      }
    )
    same("without value", await cell(context, "WallB", "Description"), {
      PropertySet: null,
      Value: null,
      PropertyId: null
    })
  }),
  five("5-type-name", "TypeName is the name of the product's type", async (context) => {
    same("Wall B", await cell(context, "WallB", "TypeName"), {
      PropertySet: null,
      Value: "Cavity wall type",
      PropertyId: null
    })
    same("Wall A", await cell(context, "WallA", "TypeName"), { PropertySet: null, Value: null, PropertyId: null })
  }),
  five(
    "5-predefined-type",
    "PredefinedType is the occurrence's, or the type's if it is unset or NOTDEFINED",
    async (context) => {
      const expected = { WallA: "SOLIDWALL", WallB: "STANDARD", Window: "WINDOW", Column: "COLUMN" } as const
      await each(
        Object.entries(expected),
        ([key]) => key,
        async ([key, value]) => {
          same("value", await cell(context, key as keyof typeof expected, "PredefinedType"), {
            PropertySet: null,
            Value: value,
            PropertyId: null
          })
        }
      )
    }
  ),
  five(
    "5-location",
    "SpatialLocation names site, building, floor and space, and the nearest location's guid",
    async (context) => {
      const house = { Site: "Meadow", Building: "House" }
      const none = { Site: null, Building: null, Floor: null, Space: null, SpatialLocationId: "" }
      const expected = {
        WallA: { ...house, Floor: "Ground floor", Space: null, SpatialLocationId: guid("Ground") },
        Column: { ...house, Floor: "Upper floor", Space: null, SpatialLocationId: guid("Upper") },
        Chair: { ...house, Floor: "Ground floor", Space: "Kitchen", SpatialLocationId: guid("Kitchen") },
        Proxy: none
      }
      await each(
        Object.entries(expected),
        ([key]) => key,
        async ([key, value]) => {
          same("SpatialLocation", await cell(context, key as keyof typeof expected, "SpatialLocation"), value)
        }
      )
    }
  ),
  five(
    "5-code",
    "Code is a map from code guids to identification, name and library, {} if there are none",
    async (context) => {
      const code = await cell(context, "WallA", "Code")
      const entries = Object.entries(code as object)
      same("codes", entries.length, 1)
      matches("guid", entries[0]![0], /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      const { LibraryGuid, ...rest } = entries[0]![1] as { LibraryGuid: string }
      matches("LibraryGuid", LibraryGuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      same("code", rest, { Identification: "EF_25_10", Name: "Wall structures" })
      same("none", await cell(context, "Chair", "Code"), {})
    }
  ),
  five("5-code-equal", "Equal identifications are one code", async (context) => {
    same(
      "one guid",
      Object.keys((await cell(context, "Facade", "Code")) as object),
      Object.keys((await cell(context, "WallA", "Code")) as object)
    )
  }),
  five("5-code-several", "A product may have several codes, of several libraries", async (context) => {
    const codes = Object.values((await cell(context, "Slab", "Code")) as Record<string, Record<string, string>>)
    same("identifications", codes.map(({ Identification }) => textOf(Identification)).sort(), ["OM-1", "Ss_30"])
    same("libraries", new Set(codes.map(({ LibraryGuid }) => LibraryGuid)).size, 2)
  }),
  five("5-code-of-type", "The type's classification applies to an occurrence without one", async (context) => {
    const codes = Object.values((await cell(context, "WallB", "Code")) as Record<string, Record<string, string>>)
    same(
      "codes",
      codes.map(({ Identification, Name }) => [Identification, Name]),
      [["EF_25", "Walls"]]
    )
  }),
  five("5-guids-in-any-page", "The guids of locations are GlobalIds of the file", async (context) => {
    const { project } = await context.house
    const locations = status(await context.api.get(`${project.path}/locations`), 200).list("locations")
    holds(
      "Kitchen",
      locations.some(({ locationGuid }) => locationGuid === guid("Kitchen")),
      locations
    )
  })
]
