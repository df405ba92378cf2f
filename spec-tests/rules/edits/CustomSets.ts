import { textOf } from "../../harness/Answer.ts"
import { same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { one, type Editor } from "../../harness/Editor.ts"
import type { HouseKey } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7", operating)

const define = async (editor: Editor, name: string, propertyDefinitions: ReadonlyArray<object>, more: object = {}) =>
  status(
    await editor.client.post(`${editor.model.project.path}/customProperties/property-sets`, {
      name,
      propertyDefinitions,
      ...more
    }),
    201
  )

const kinds = [
  { name: "Grade", dataType: "Integer" },
  { name: "Weight", dataType: "Real", measureType: "Mass", unit: "kg" },
  { name: "Checked", dataType: "Boolean" },
  { name: "Choice", dataType: "Enumeration", enumerationValues: ["x", "y", "z"] },
  { name: "Words", dataType: "String" }
]

/** A house whose project has a set for all classes, one for doors, one for predefined types. */
const house = async (context: Context): Promise<Editor> => {
  const editor = await freshEditor(context)
  await define(editor, "Custom", kinds)
  await define(
    editor,
    "Doors",
    [
      { name: "Lock", dataType: "String" },
      { name: "Split", dataType: "Real" }
    ],
    {
      entityTypes: [{ value: "Door" }]
    }
  )
  await define(
    editor,
    "Walls",
    [
      { name: "Split", dataType: "Boolean" },
      { name: "Grade B", dataType: "String" }
    ],
    {
      entityTypes: [{ value: "ifcWALL" }]
    }
  )
  await define(editor, "Solids", [{ name: "Core", dataType: "String" }], {
    entityTypes: [{ value: "IfcWall", predefinedTypes: [{ value: "SOLIDWALL" }] }]
  })
  await define(editor, "One", [{ name: "Twice", dataType: "String" }])
  await define(editor, "Two", [{ name: "Twice", dataType: "String" }])
  return editor
}

const refused = async (editor: Editor, field: string, key: HouseKey, value: unknown, error: string, member = "") =>
  same(`${field} of ${key}`, await editor.errors(one("add", field, g(key), value)), [[g(key), field + member, error]])

const added = async (editor: Editor, field: string, key: HouseKey, value: unknown, shown: ReadonlyArray<unknown>) => {
  await editor.apply(one("add", field, g(key), value))
  same(`${field} of ${key}`, await editor.pair(g(key), field), shown)
}

/** The definition that the chair's field names. */
const resolved = async (editor: Editor, field: string) => {
  const { PropertyId } = (await editor.cell(g("Chair"), field)) as { readonly PropertyId: string }
  const base = `${editor.model.project.path}/customProperties/property-definitions`
  return status(await editor.client.get(`${base}/${PropertyId}`), 200)
}

export const editedCustomSets = [
  seven(
    "7-custom-added",
    "A custom property of the project can be added by its name only, and its value has the type of the definition",
    async (context) => {
      const editor = await house(context)
      await refused(editor, "Grade", "Chair", 2.5, "InvalidValue")
      await refused(editor, "Weight", "Chair", "heavy", "InvalidValue")
      await refused(editor, "Checked", "Chair", 1, "InvalidValue")
      await refused(editor, "Choice", "Chair", "X", "InvalidValue")
      await refused(editor, "Choice", "Chair", { Value: "x; q" }, "InvalidValue", ".Value")
      await added(editor, "Grade", "Chair", "2.0", ["Custom", 2])
      await added(editor, "Weight", "Chair", "2.5", ["Custom", 2.5])
      await added(editor, "Checked", "Chair", "TRUE", ["Custom", true])
      await added(editor, "Choice", "Chair", "x; z", ["Custom", "x; z"])
      await added(editor, "Words", "Chair", 5, ["Custom", "5"])
      await added(editor, "Words", "Door", { PropertySet: "Custom", Value: null }, ["Custom", null])
      const errors = await editor.errors(one("update", "Grade", g("Beam"), 1))
      same("update where the product lacks it", errors, [[g("Beam"), "Grade", "PropertyMissing"]])
    }
  ),
  seven(
    "7-custom-applicable",
    "A custom set whose entity types exclude the class: PropertySetNotApplicable; predefined types restrict them",
    async (context) => {
      const editor = await house(context)
      await refused(editor, "Lock", "WallA", "x", "PropertySetNotApplicable")
      await refused(editor, "Lock", "WallA", { Value: "x" }, "PropertySetNotApplicable", ".PropertySet")
      const doors = { PropertySet: "Doors", Value: "x" }
      await refused(editor, "New", "WallA", doors, "PropertySetNotApplicable", ".PropertySet")
      await refused(editor, "Doors.Lock", "WallA", "x", "PropertySetNotApplicable")
      await added(editor, "Lock", "Door", "x", ["Doors", "x"])
      await added(editor, "New", "Door", doors, ["Doors", "x"])
      await refused(editor, "Core", "WallB", "x", "PropertySetNotApplicable")
      await added(editor, "Core", "WallA", "x", ["Solids", "x"])
    }
  ),
  seven("7-custom-subtypes", "An entity type includes the subtypes of its class", async (context) => {
    const editor = await house(context)
    await added(editor, "Grade B", "WallB", "x", ["Walls", "x"])
  }),
  seven(
    "7-custom-two-sets",
    "Definitions of one name in two applicable sets: PropertySetRequired; if one applies, it is used",
    async (context) => {
      const editor = await house(context)
      await refused(editor, "Split", "Chair", 2, "PropertySetNotApplicable")
      await refused(editor, "Twice", "Chair", "x", "PropertySetRequired")
      await refused(editor, "Twice", "Chair", { Value: "x" }, "PropertySetRequired", ".PropertySet")
      await added(editor, "Twice", "Chair", { PropertySet: "Two", Value: "x" }, ["Two", "x"])
      await added(editor, "Split", "WallA", "true", ["Walls", true])
      await added(editor, "Split", "Door", "2", ["Doors", 2])
    }
  ),
  seven(
    "7-custom-old-values",
    "Entity types restrict only new values: existing ones can be updated and deleted",
    async (context) => {
      const editor = await freshEditor(context)
      const set = await define(editor, "Custom", [{ name: "Grade", dataType: "Integer" }])
      await editor.apply(one("add", "Grade", g("WallA"), 1))
      const path = `${editor.model.project.path}/customProperties/property-sets/${set.number("id")}`
      status(await editor.client.put(path, { entityTypes: [{ value: "IfcDoor" }] }), 200)
      await refused(editor, "Grade", "Chair", 2, "PropertySetNotApplicable")
      await editor.apply(one("update", "Grade", g("WallA"), 3))
      same("updated", await editor.pair(g("WallA"), "Grade"), ["Custom", 3])
      await editor.apply(one("delete", "Grade", g("WallA"), null))
      same("deleted", await editor.pair(g("WallA"), "Grade"), [null, null])
    }
  ),
  rules("contract 4", operating)(
    "7-custom-changed-type",
    "After a definition's type has changed values stay readable and new ones must fit; M3 shows no type while both kinds exist",
    async (context) => {
      const editor = await freshEditor(context)
      const set = await define(editor, "Custom", [{ name: "Grade", dataType: "Integer" }])
      await editor.apply(one("add", "Grade", g("Chair"), 1))
      const id = textOf(set.at("propertyDefinitions", 0, "id"))
      const path = `${editor.model.project.path}/customProperties/property-sets/${set.number("id")}/property/${id}`
      status(await editor.client.put(path, { dataType: "Boolean" }), 200)
      same("stays", await editor.pair(g("Chair"), "Grade"), ["Custom", 1])
      await refused(editor, "Grade", "WallA", 2, "InvalidValue")
      await added(editor, "Grade", "WallA", "TRUE", ["Custom", true])
      const fields = await editor.client.get(`${editor.model.path}/products/properties/available-data`)
      same("type", fields.list("fieldDetails").find(({ name }) => name === "Grade")!["dataType"], null)
    }
  ),
  seven(
    "7-custom-cell-type",
    "The type of the cell precedes that of the definition: a value of the file keeps its type",
    async (context) => {
      const editor = await freshEditor(context)
      await define(editor, "Site data", [{ name: "Mark", dataType: "Integer" }])
      await editor.apply(one("update", "Mark", g("WallA"), "a text"))
      same("cell", await editor.pair(g("WallA"), "Mark"), ["Site data", "a text"])
      await refused(editor, "Mark", "Chair", "a text", "InvalidValue")
      await added(editor, "Mark", "Chair", 4, ["Site data", 4])
    }
  ),
  seven(
    "7-custom-property-id",
    "The PropertyId of a value set by a user resolves to its definition",
    async (context) => {
      const editor = await house(context)
      await added(editor, "Words", "Chair", "x", ["Custom", "x"])
      same("definition", [(await resolved(editor, "Words")).at("name")], ["Words"])
    }
  ),
  rules("contract 5", operating)(
    "7-added-property-id",
    "The PropertyId of a property in a set of nobody resolves too, before and after its publication",
    async (context) => {
      const editor = await house(context)
      await added(editor, "New", "Chair", { PropertySet: "S", Value: "x" }, ["S", "x"])
      const shown = async () => {
        const answer = await resolved(editor, "New")
        return [answer.at("name"), answer.at("id")]
      }
      same("unpublished", await shown(), ["New", null])
      status(await editor.publish(), 204)
      same("published", await shown(), ["New", null])
    }
  )
]
