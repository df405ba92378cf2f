import { same } from "../../harness/Check.ts"
import { type Case, editing, g, tried } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { rules } from "../../harness/Rule.ts"

const seven = rules("contract 7")

const site = (value: string | number | boolean | null) => ["Site data", value] as const
const common = (value: string | boolean | null) => ["Pset_WallCommon", value] as const
const long = "x".repeat(64 * 1024)

const cases = (id: string, title: string, ...entries: ReadonlyArray<Case>) => seven(id, title, tried(entries))

export const editedValues = [
  cases(
    "7-value-text",
    "A text accepts texts unchanged, and numbers and booleans as text",
    ["update", "Mark", "WallA", "new", site("new")],
    ["update", "Mark", "WallA", "  kept; as it is\t", site("  kept; as it is\t")],
    ["update", "Mark", "WallA", 1.5, site("1.5")],
    ["update", "Mark", "WallA", 7, site("7")],
    ["update", "Mark", "WallA", false, site("false")],
    ["update", "Größe", "WallA", "größer \u{1F600}", site("größer \u{1F600}")],
    ["update", "FireRating", "WallA", "true", common("true")],
    ["update", "Reference", "WallA", "12", common("12")]
  ),
  cases(
    "7-value-text-long",
    "A text has up to 64 KB; longer: InvalidValue",
    ["update", "Mark", "WallA", long, site(long)],
    ["update", "Mark", "WallA", `${long}x`, "InvalidValue"],
    ["update", "Mark", "WallA", "ä".repeat(32 * 1024 + 1), "InvalidValue"],
    ["update", "Mark", "WallA", { Value: `${long}x` }, "InvalidValue .Value"],
    ["add", "New", "WallA", { PropertySet: "S", Value: `${long}x` }, "InvalidValue .Value"],
    ["update", "Description", "WallA", `${long}x`, "InvalidValue"]
  ),
  cases(
    "7-value-real",
    "A real accepts numbers and decimal texts, without blanks and locale commas",
    ["update", "Ratio", "WallA", 3, site(3)],
    ["update", "Ratio", "WallA", -0.25, site(-0.25)],
    ["update", "Ratio", "WallA", "2.5", site(2.5)],
    ["update", "Ratio", "WallA", "-1.5e3", site(-1500)],
    ["update", "Depth", "WallA", 301.5, site(301.5)],
    ["update", "Ratio", "WallA", "2,5", "InvalidValue"],
    ["update", "Ratio", "WallA", "1,000.5", "InvalidValue"],
    ["update", "Ratio", "WallA", " 2.5", "InvalidValue"],
    ["update", "Ratio", "WallA", "2.5 ", "InvalidValue"],
    ["update", "Ratio", "WallA", "Infinity", "InvalidValue"],
    ["update", "Ratio", "WallA", "NaN", "InvalidValue"],
    ["update", "Ratio", "WallA", "1e999", "InvalidValue"],
    ["update", "Ratio", "WallA", "0x10", "InvalidValue"],
    ["update", "Ratio", "WallA", "abc", "InvalidValue"],
    ["update", "Ratio", "WallA", true, "InvalidValue"],
    ["update", "Ratio", "WallA", { Value: "x" }, "InvalidValue .Value"]
  ),
  cases(
    "7-value-integer",
    "An integer accepts 3.0, but not 3.5 or values beyond 2^53",
    ["update", "Count", "WallA", 8, site(8)],
    ["update", "Count", "WallA", "9", site(9)],
    ["update", "Count", "WallA", "3.0", site(3)],
    ["update", "Count", "WallA", 3.0, site(3)],
    ["update", "Count", "WallA", -4, site(-4)],
    ["update", "Count", "WallA", 2 ** 53 - 1, site(2 ** 53 - 1)],
    ["update", "Count", "WallA", 3.5, "InvalidValue"],
    ["update", "Count", "WallA", "3.5", "InvalidValue"],
    ["update", "Count", "WallA", "9007199254740993", "InvalidValue"],
    ["update", "Count", "WallA", 1e300, "InvalidValue"],
    ["update", "Count", "WallA", false, "InvalidValue"],
    ["update", "Level", "WallB", 2.5, "InvalidValue"],
    ["update", "Level", "WallA", 2.5, site(2.5)]
  ),
  cases(
    "7-value-boolean",
    "A boolean accepts booleans and their texts in any case, but not 1",
    ["update", "IsExternal", "WallA", false, common(false)],
    ["update", "IsExternal", "WallA", "FALSE", common(false)],
    ["update", "IsExternal", "WallA", "tRuE", common(true)],
    ["update", "LoadBearing", "WallA", true, common(true)],
    ["update", "IsExternal", "WallA", 1, "InvalidValue"],
    ["update", "IsExternal", "WallA", 0, "InvalidValue"],
    ["update", "IsExternal", "WallA", "1", "InvalidValue"],
    ["update", "IsExternal", "WallA", "yes", "InvalidValue"],
    ["update", "IsExternal", "WallA", " true", "InvalidValue"]
  ),
  cases(
    "7-value-enumeration",
    "An enumeration accepts exactly its words, several separated by `; `",
    ["update", "Status", "WallA", "EXISTING", common("EXISTING")],
    ["update", "Status", "WallA", "NEW; DEMOLISH", common("NEW; DEMOLISH")],
    ["update", "Status", "WallB", "NEW", common("NEW")],
    ["update", "Status", "WallA", "existing", "InvalidValue"],
    ["update", "Status", "WallA", "NEW;DEMOLISH", "InvalidValue"],
    ["update", "Status", "WallA", "NEW; OTHER", "InvalidValue"],
    ["update", "Status", "WallA", " NEW", "InvalidValue"],
    ["update", "Status", "WallA", 1, "InvalidValue"]
  ),
  cases(
    "7-value-list",
    "A list accepts a text separated by `; `",
    ["update", "Colours", "WallA", "white; black", site("white; black")],
    ["update", "Colours", "WallA", "white", site("white")],
    ["update", "Colours", "WallA", "a;b; c", site("a;b; c")],
    ["update", "Colours", "WallA", ["white", "black"], "InvalidValue"]
  ),
  seven("7-value-list-items", "Each item of an edited list is found by a filter", (context) =>
    editing(context, async (editor) => {
      await editor.apply(one("update", "Colours", g("WallA"), "white; black"))
      const path = `${editor.model.path}/products/properties/query`
      for (const [value, count] of [
        ["black", 1],
        ["white; black", 1],
        ["red", 0],
        ["white;", 0]
      ] as const) {
        const filters = [{ property: "Colours", operator: "Equals", value }]
        same(value, (await editor.client.post(path, { fields: ["Guid"], filters })).list("result").length, count)
      }
    })
  ),
  cases(
    "7-value-quantity",
    "Quantities may be negative; null and an empty text are InvalidValue, and quantities can be deleted",
    ["update", "NetSideArea", "WallA", -3.5, ["Qto_WallBaseQuantities", -3.5]],
    ["update", "NetSideArea", "WallA", "11", ["Qto_WallBaseQuantities", 11]],
    ["update", "Length", "Proxy", 3, ["BaseQuantities", 3]],
    ["update", "NetSideArea", "WallA", "x", "InvalidValue"],
    ["update", "NetSideArea", "WallA", true, "InvalidValue"],
    ["update", "NetSideArea", "WallA", null, "InvalidValue"],
    ["update", "NetSideArea", "WallA", "", "InvalidValue"],
    ["addOrUpdate", "NetSideArea", "WallA", { Value: null }, "InvalidValue .Value"],
    ["delete", "NetSideArea", "WallA", null, [null, null]]
  ),
  cases(
    "7-value-cleared",
    "null and an empty text on update clear the value and keep the property; delete removes it",
    ["update", "Mark", "WallA", null, site(null)],
    ["update", "Mark", "WallA", "", site(null)],
    ["update", "Count", "WallA", "", site(null)],
    ["update", "IsExternal", "WallA", { Value: null }, common(null)],
    ["addOrUpdate", "Status", "WallA", { PropertySet: "", Value: "" }, common(null)],
    ["update", "Colours", "WallA", null, site(null)],
    ["update", "AcousticRating", "WallA", "Rw 40", common("Rw 40")],
    ["delete", "Mark", "WallA", "ignored", [null, null]],
    ["delete", "Count", "WallA", { Value: "ignored" }, [null, null]],
    ["delete", "Colours", "WallA", [1, 2], [null, null]],
    ["delete", "AcousticRating", "WallA", null, [null, null]]
  ),
  cases(
    "7-value-model-type",
    "If the product lacks the cell, the type is that of the same set and name in the model, the first in the file",
    ["add", "Count", "Chair", { PropertySet: "Site data", Value: "5" }, site(5)],
    ["add", "Count", "Chair", { PropertySet: "Site data", Value: 5.5 }, "InvalidValue .Value"],
    ["add", "Level", "Chair", { PropertySet: "Site data", Value: 5.5 }, site(5.5)],
    ["add", "Ratio", "Chair", { PropertySet: "Site data", Value: "half" }, "InvalidValue .Value"],
    ["add", "Status", "Chair", { PropertySet: "Pset_WallCommon", Value: "OTHER" }, "InvalidValue .Value"],
    ["add", "Status", "Chair", { PropertySet: "Pset_WallCommon", Value: "NEW; EXISTING" }, common("NEW; EXISTING")],
    ["add", "NetSideArea", "Chair", { PropertySet: "Qto_WallBaseQuantities", Value: "x" }, "InvalidValue .Value"],
    ["add", "NetSideArea", "Chair", null, "InvalidValue"]
  ),
  cases(
    "7-value-own-type",
    "Otherwise the type follows the value: number Real, boolean Boolean, text String",
    ["add", "New", "Chair", { PropertySet: "S", Value: 5 }, ["S", 5]],
    ["add", "New", "Chair", { PropertySet: "S", Value: true }, ["S", true]],
    ["add", "New", "Chair", { PropertySet: "S", Value: "5" }, ["S", "5"]],
    ["add", "New", "Chair", { PropertySet: "S", Value: "a; b" }, ["S", "a; b"]],
    ["add", "New", "Chair", { PropertySet: "S", Value: null }, ["S", null]],
    ["add", "New", "Chair", { PropertySet: "S", Value: "" }, ["S", null]]
  ),
  seven("7-value-new-detail", "M3 shows the type of new values: Real, Boolean, String", (context) =>
    editing(context, async (editor) => {
      const types = { Real: 5, Boolean: true, String: "5" }
      for (const [name, value] of Object.entries(types)) {
        await editor.apply(one("add", `New ${name}`, g("Chair"), { PropertySet: "S", Value: value }))
      }
      const answer = await editor.client.get(`${editor.model.path}/products/properties/available-data`)
      for (const dataType of Object.keys(types)) {
        const detail = answer.list("fieldDetails").find(({ name }) => name === `New ${dataType}`)
        same("detail", detail, { name: `New ${dataType}`, dataType, unit: null, enumerationValues: null })
      }
    })
  ),
  cases(
    "7-value-shape",
    "A value is a scalar or has the shape of reads; other shapes are InvalidValue",
    ["update", "Count", "WallA", { PropertySet: "Site data", Value: 8, PropertyId: "any", other: {} }, site(8)],
    ["update", "Count", "WallA", { propertyset: "Site data", VALUE: 8 }, site(8)],
    ["update", "Count", "WallA", { PropertySet: null, Value: 8 }, site(8)],
    ["update", "Count", "WallA", [8], "InvalidValue"],
    ["update", "Count", "WallA", {}, "InvalidValue .Value"],
    ["update", "Count", "WallA", { PropertySet: "Site data" }, "InvalidValue .Value"],
    ["update", "Count", "WallA", { Value: [8] }, "InvalidValue .Value"],
    ["update", "Count", "WallA", { Value: { Value: 8 } }, "InvalidValue .Value"],
    ["update", "Count", "WallA", { PropertySet: 3, Value: 8 }, "InvalidValue .PropertySet"]
  )
]
