import { status } from "../../harness/Check.ts"
import { type Case, freshEditor, g, tried } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { same } from "../../harness/Check.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)
const cases = (id: string, title: string, ...entries: ReadonlyArray<Case>) => seven(id, title, tried(entries))

const inSet = (PropertySet: unknown, Value: unknown = "x") => ({ PropertySet, Value })

export const editedSets = [
  cases(
    "7-set-plain",
    "Without PropertySet every verb affects the cell that the plain name shows",
    ["update", "FireRating", "WallA", "x", ["Pset_WallCommon", "x"]],
    ["addOrUpdate", "FireRating", "WallA", { Value: "x" }, ["Pset_WallCommon", "x"]],
    ["update", "FireRating", "WallA", inSet(""), ["Pset_WallCommon", "x"]],
    ["update", "FireRating", "WallA", inSet(null), ["Pset_WallCommon", "x"]],
    ["delete", "FireRating", "WallA", null, ["Site data", "F0"]],
    ["update", "Reference", "WallB", "x", ["Site data", "x"]],
    ["delete", "Length", "WallB", null, ["Qto_WallBaseQuantities", 5000]],
    ["update", "mark", "WallA", "x", ["Site data", "x"]]
  ),
  cases(
    "7-set-chosen",
    "A PropertySet selects the set, also in delete",
    ["delete", "FireRating", "WallA", { PropertySet: "Site data" }, ["Pset_WallCommon", "REI 60"]],
    ["delete", "FireRating", "WallA", { PropertySet: "Pset_WallCommon" }, ["Site data", "F0"]],
    ["update", "Length", "WallB", inSet("Qto_WallBaseQuantities", 5), ["BaseQuantities", 9999]],
    ["update", "FireRating", "WallA", inSet("Limits"), "PropertyMissing .Value"],
    ["delete", "FireRating", "WallA", { PropertySet: "Limits" }, "PropertyMissing .Value"]
  ),
  cases(
    "7-set-qualified",
    "A name with its set before a dot means the cell of that set; the longest set name is used",
    ["update", "Site data.FireRating", "WallA", "x", ["Site data", "x"]],
    ["delete", "Site data.FireRating", "WallA", null, [null, null]],
    ["update", "Site data.Name", "WallA", "x", ["Site data", "x"]],
    ["update", "Site data.Limits.Max", "WallA", "x", ["Site data", "x"]],
    ["update", "Limits.Max", "WallA", "x", ["Site data", "x"]],
    ["update", "A.B.C", "WallA", "x", ["A.B", "x"]],
    ["update", "B.C", "WallA", "x", ["A", "x"]],
    ["update", "Qto_WallBaseQuantities.Length", "WallB", 1, ["Qto_WallBaseQuantities", 1]]
  ),
  cases(
    "7-set-qualified-and-set",
    "A key that begins with its PropertySet and a dot means the property after it; another PropertySet is InvalidValue",
    ["update", "Site data.Mark", "WallA", inSet("Site data"), ["Site data", "x"]],
    ["add", "S.T.New", "WallA", inSet("S.T"), ["S.T", "x"]],
    ["add", "Site data.Class", "WallA", inSet("Site data"), ["Site data", "x"]],
    ["delete", "Site data.Mark", "WallA", { PropertySet: "Site data" }, [null, null]],
    ["update", "Site data.Mark", "WallA", inSet("Limits"), "InvalidValue .PropertySet"],
    ["delete", "Site data.Mark", "WallA", { PropertySet: "Limits" }, "InvalidValue .PropertySet"]
  ),
  cases(
    "7-set-required",
    "Adding a property requires a PropertySet unless the name occurs in exactly one set of the model",
    ["add", "Mark", "Chair", "x", ["Site data", "x"]],
    ["addOrUpdate", "Lot", "Chair", "x", ["Delivery", "x"]],
    ["add", "Max", "Chair", 3, ["Limits", 3]],
    ["add", "Unheard", "Chair", "x", "PropertySetRequired"],
    ["addOrUpdate", "Unheard", "Chair", "x", "PropertySetRequired"],
    ["add", "Unheard", "Chair", { Value: "x" }, "PropertySetRequired .PropertySet"],
    ["add", "Unheard", "Chair", inSet(""), "PropertySetRequired .PropertySet"],
    ["add", "FireRating", "Chair", "x", "PropertySetRequired"],
    ["add", "Length", "Chair", 3, "PropertySetRequired"],
    ["add", "FireRating", "Chair", inSet("Site data"), ["Site data", "x"]],
    ["add", "Pset_WallCommon.FireRating", "Chair", "x", ["Pset_WallCommon", "x"]]
  ),
  cases(
    "7-set-any",
    "Any set and name may be added",
    ["add", "New", "WallA", inSet("Brand new"), ["Brand new", "x"]],
    ["add", "New", "WallA", inSet("Site data"), ["Site data", "x"]],
    ["add", "Site data.New", "WallA", "x", ["Site data", "x"]],
    ["add", "FireRating", "WallA", inSet("Limits"), ["Pset_WallCommon", "REI 60"]],
    ["add", "Limits.FireRating", "WallA", "x", ["Limits", "x"]],
    ["add", "constructor", "WallA", inSet("toString"), ["toString", "x"]],
    ["add", "Ünï ✓ 名", "WallA", inSet("日本 / set"), ["日本 / set", "x"]],
    ["add", "n".repeat(255), "WallA", inSet("s".repeat(255)), ["s".repeat(255), "x"]]
  ),
  cases(
    "7-set-names",
    "New set and property names have 1 to 255 characters and no blanks at their ends",
    ["add", "New", "WallA", inSet(" S"), "InvalidValue .PropertySet"],
    ["add", "New", "WallA", inSet("S "), "InvalidValue .PropertySet"],
    ["add", "New", "WallA", inSet(" "), "InvalidValue .PropertySet"],
    ["add", "New", "WallA", inSet("s".repeat(256)), "InvalidValue .PropertySet"],
    ["add", " New", "WallA", inSet("S"), "InvalidValue .Value"],
    ["add", "New ", "WallA", inSet("S"), "InvalidValue .Value"],
    ["add", "", "WallA", inSet("S"), "InvalidValue .Value"],
    ["add", "n".repeat(256), "WallA", inSet("S"), "InvalidValue .Value"],
    ["add", "S.", "WallA", inSet("S"), "InvalidValue .Value"]
  ),
  cases(
    "7-set-computed",
    "Set Computed: FieldReadOnly",
    ["add", "Volume", "WallA", inSet("Computed", 3), "FieldReadOnly .Value"],
    ["add", "Computed.Volume", "WallA", 3, "FieldReadOnly"],
    ["update", "Computed.Volume", "WallA", 3, "FieldReadOnly"],
    ["addOrUpdate", "Own", "WallA", inSet("Computed", 3), "FieldReadOnly .Value"]
  ),
  cases(
    "7-verb-state",
    "add of an existing property, or one of the type: PropertyExists; update and delete of a missing one: PropertyMissing, or FieldNotFound if no field has the name",
    ["add", "Mark", "WallA", "x", "PropertyExists"],
    ["add", "Mark", "WallA", inSet("Site data"), "PropertyExists .Value"],
    ["add", "AcousticRating", "WallA", "x", "PropertyExists"],
    ["add", "IsExternal", "WallB", true, "PropertyExists"],
    ["add", "Pset_WallCommon.IsExternal", "WallB", true, "PropertyExists"],
    ["addOrUpdate", "Mark", "WallA", "x", ["Site data", "x"]],
    ["addOrUpdate", "Mark", "Chair", "x", ["Site data", "x"]],
    ["update", "Mark", "Chair", "x", "PropertyMissing"],
    ["delete", "Mark", "Chair", null, "PropertyMissing"],
    ["update", "Site data.Mark", "Chair", { Value: "x" }, "PropertyMissing .Value"],
    ["update", "Unheard", "WallA", "x", "FieldNotFound"],
    ["delete", "Unheard", "WallA", { Value: "x" }, "FieldNotFound .Value"],
    ["update", "Site data.Unheard", "WallA", "x", "FieldNotFound"],
    ["update", "firerating", "WallA", "x", "FieldNotFound"],
    ["update", "constructor", "WallA", "x", "FieldNotFound"],
    ["delete", "toString", "WallA", null, "FieldNotFound"],
    ["update", "", "WallA", "x", "FieldNotFound"]
  ),
  cases(
    "7-read-only-values",
    "Bounds, tables, references and complex properties are FieldReadOnly",
    ["update", "Span", "WallA", "1; 2", "FieldReadOnly"],
    ["update", "Span", "WallA", { Value: "1; 2" }, "FieldReadOnly .Value"],
    ["delete", "Span", "WallA", null, "FieldReadOnly"],
    ["update", "Curve", "WallA", "1", "FieldReadOnly"],
    ["update", "Maker", "WallA", "Other", "FieldReadOnly"],
    ["update", "Fixing.Bolt", "WallA", "M10", "FieldReadOnly"],
    ["delete", "Fixing.Number", "WallA", null, "FieldReadOnly"],
    ["addOrUpdate", "Site data.Fixing.Bolt", "WallA", "M10", "FieldReadOnly"]
  ),
  sevenOperating("7-shared-set", "A set shared by several products is edited on one of them only", async (context) => {
    const editor = await freshEditor(context)
    await editor.apply({ update: { Lot: { [g("Column")]: "mine" } }, delete: { Coated: { [g("Column")]: null } } })
    const rows = await editor.rows(["Lot", "Coated"])
    const values = (["Column", "Beam"] as const).map((key) => [rows.get(g(key))!["Lot"], rows.get(g(key))!["Coated"]])
    const shown = values.map((row) => row.map((cell) => (cell as { Value: unknown }).Value))
    same("values", shown, [
      ["mine", null],
      ["L-7", true]
    ])
    status(await editor.publish(), 204)
    same(
      "after",
      [await editor.pair(g("Column"), "Lot"), await editor.pair(g("Beam"), "Lot")],
      [
        ["Delivery", "mine"],
        ["Delivery", "L-7"]
      ]
    )
    await editor.apply(one("delete", "Lot", g("Beam"), null))
    same(
      "gone from one",
      [await editor.pair(g("Column"), "Lot"), await editor.pair(g("Beam"), "Lot")],
      [
        ["Delivery", "mine"],
        [null, null]
      ]
    )
  })
]
