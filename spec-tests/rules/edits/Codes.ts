import { type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, same, status } from "../../harness/Check.ts"
import { editing, freshEditor, g } from "../../harness/Editing.ts"
import { type Editor, one } from "../../harness/Editor.ts"
import type { HouseKey } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)
const unknown = "11111111-2222-4333-8444-555555555555"

const mapOf = async (editor: Editor, key: HouseKey) => (await editor.cell(g(key), "Code")) as JsonObject

/** The identifications that the product shows, in their order. */
const idents = async (editor: Editor, key: HouseKey) =>
  Object.values(await mapOf(editor, key))
    .map((code) => textOf((code as JsonObject)["Identification"]))
    .toSorted()

/** The house's codes by identification: walls have EF_25_10 and (of the type) EF_25, the slab Ss_30 and OM-1. */
const codes = async (editor: Editor): Promise<(identification: string) => string> => {
  const found = new Map<string, string>()
  for (const row of (await editor.rows(["Code"])).values()) {
    for (const [guid, code] of Object.entries(row["Code"] as JsonObject)) {
      found.set(textOf((code as JsonObject)["Identification"]), guid)
    }
  }
  return (identification) => found.get(identification) ?? ""
}

type Refused = readonly [verb: string, key: HouseKey, value: unknown, error: string, member?: string]
const refused = (editor: Editor, entries: ReadonlyArray<Refused>) =>
  each(entries, JSON.stringify, async ([verb, key, value, error, member = ""]) => {
    same("errors", await editor.errors(one(verb, "Code", g(key), value)), [[g(key), `Code${member}`, error]])
  })

const steps = (editor: Editor, entries: ReadonlyArray<readonly [string, HouseKey, unknown, ReadonlyArray<string>]>) =>
  each(entries, JSON.stringify, async ([verb, key, value, expected]) => {
    await editor.apply(one(verb, "Code", g(key), value))
    same("codes", await idents(editor, key), expected)
    await editor.discard()
  })

export const editedCodes = [
  seven("7-code-verbs", "add and addOrUpdate add codes, update replaces all, delete removes", (context) =>
    editing(context, async (editor) => {
      const of = await codes(editor)
      await steps(editor, [
        ["add", "Chair", of("Ss_30"), ["Ss_30"]],
        ["add", "Slab", of("EF_25"), ["EF_25", "OM-1", "Ss_30"]],
        ["add", "Slab", [of("EF_25"), of("EF_25_10")], ["EF_25", "EF_25_10", "OM-1", "Ss_30"]],
        ["addOrUpdate", "Slab", of("EF_25").toUpperCase(), ["EF_25", "OM-1", "Ss_30"]],
        ["update", "Slab", of("EF_25"), ["EF_25"]],
        ["update", "Slab", [of("EF_25"), of("OM-1")], ["EF_25", "OM-1"]],
        ["update", "Chair", [of("EF_25")], ["EF_25"]],
        ["delete", "Slab", of("OM-1"), ["Ss_30"]],
        ["delete", "Slab", [of("OM-1"), of("Ss_30")], []]
      ])
    })
  ),
  seven("7-code-map", "Code accepts the map that reads return, and counts its keys", (context) =>
    editing(context, async (editor) => {
      const of = await codes(editor)
      const slab = await mapOf(editor, "Slab")
      await steps(editor, [
        ["add", "Chair", slab, ["OM-1", "Ss_30"]],
        ["update", "WallA", slab, ["OM-1", "Ss_30"]],
        ["update", "Slab", { [of("EF_25")]: { Name: "ignored" } }, ["EF_25"]],
        ["delete", "Slab", { [of("OM-1")]: null }, ["Ss_30"]]
      ])
    })
  ),
  seven(
    "7-code-none",
    "`[]` and `{}` contain no code: update removes all, the other verbs change nothing; null on delete removes all",
    (context) =>
      editing(context, (editor) =>
        steps(editor, [
          ["update", "Slab", [], []],
          ["update", "Slab", {}, []],
          ["update", "Slab", null, []],
          ["delete", "Slab", null, []],
          ["delete", "Slab", [], ["OM-1", "Ss_30"]],
          ["add", "Slab", [], ["OM-1", "Ss_30"]],
          ["addOrUpdate", "Slab", {}, ["OM-1", "Ss_30"]]
        ])
      )
  ),
  seven("7-code-there", "Adding an existing code is no error; deleting a missing one is PropertyMissing", (context) =>
    editing(context, async (editor) => {
      const of = await codes(editor)
      await editor.apply(one("add", "Code", g("Slab"), [of("Ss_30"), of("Ss_30")]))
      same("nothing changed", (await editor.changes()).at("totalCount"), 0)
      await refused(editor, [
        ["delete", "Slab", of("EF_25"), "PropertyMissing"],
        ["delete", "Slab", [of("OM-1"), of("EF_25")], "PropertyMissing"],
        ["delete", "Slab", { [of("EF_25")]: {} }, "PropertyMissing", ".Value"],
        ["delete", "Chair", of("EF_25"), "PropertyMissing"]
      ])
    })
  ),
  seven("7-code-refused", "An unknown code: ReferenceNotFound; a value without a code: InvalidValue", (context) =>
    editing(context, async (editor) => {
      const of = await codes(editor)
      await refused(editor, [
        ["add", "Slab", unknown, "ReferenceNotFound"],
        ["update", "Slab", [of("EF_25"), unknown], "ReferenceNotFound"],
        ["update", "Slab", { [unknown]: {} }, "ReferenceNotFound", ".Value"],
        ["add", "Slab", "Ss_30", "ReferenceNotFound"],
        ["add", "Slab", 1, "InvalidValue"],
        ["add", "Slab", [1], "InvalidValue"],
        ["add", "Slab", Array.from({ length: 1001 }, () => of("EF_25")), "InvalidValue"]
      ])
    })
  ),
  seven(
    "7-code-of-type",
    "null and delete of the type's codes are FieldReadOnly; the first own code copies those of the type",
    (context) =>
      editing(context, async (editor) => {
        const of = await codes(editor)
        same("public", await idents(editor, "WallB"), ["EF_25"])
        await refused(editor, [
          ["update", "WallB", null, "FieldReadOnly"],
          ["update", "WallB", [], "FieldReadOnly"],
          ["delete", "WallB", null, "FieldReadOnly"],
          ["delete", "WallB", of("EF_25"), "FieldReadOnly"]
        ])
        await editor.apply(one("add", "Code", g("WallB"), of("Ss_30")))
        same("both", await idents(editor, "WallB"), ["EF_25", "Ss_30"])
        await editor.apply(one("delete", "Code", g("WallB"), of("EF_25")))
        same("own alone", await idents(editor, "WallB"), ["Ss_30"])
        await editor.apply(one("delete", "Code", g("WallB"), null))
        same("the type's again", await idents(editor, "WallB"), ["EF_25"])
        await editor.apply(one("update", "Code", g("WallB"), of("Ss_30")))
        same("replaced", await idents(editor, "WallB"), ["Ss_30"])
      })
  ),
  seven("7-code-changes", "A change of codes is one row per product and code, with field Code and guids", (context) =>
    editing(context, async (editor) => {
      const of = await codes(editor)
      await editor.apply(one("update", "Code", g("Slab"), [of("EF_25"), of("Ss_30")]))
      same("cells", await editor.cells(), [
        [g("Slab"), "Code", of("OM-1"), null],
        [g("Slab"), "Code", null, of("EF_25")]
      ])
      same("counted", (await editor.session()).at("cells"), 2)
    })
  ),
  sevenOperating(
    "7-code-made",
    "A code created in the project can be assigned, and is found by its identification",
    async (context) => {
      const editor = await freshEditor(context)
      const base = `${editor.model.project.path}/codifications`
      const library = status(await editor.client.post(base, { name: "Own" }), 201).string("guid")
      const body = { name: "Chairs", identification: "CH" }
      const made = status(await editor.client.post(`${base}/${library}/codification`, body), 201).string("guid")
      await editor.apply(one("add", "Code", g("Chair"), made))
      same("shown", await mapOf(editor, "Chair"), {
        [made]: { Identification: "CH", Name: "Chairs", LibraryGuid: library }
      })
      const filters = [{ property: "Code", operator: "Equals", value: "CH" }]
      const path = `${editor.model.path}/products/properties/query`
      const found = await editor.client.post(path, { fields: ["Guid"], filters })
      same("found", found.list("result"), [{ Guid: g("Chair") }])
    }
  )
]
