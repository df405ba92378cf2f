import { same } from "../../harness/Check.ts"
import { type Case, editing, freshEditor, g, tried } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7")
const sevenOperating = rules("contract 7", operating)
const cases = (id: string, title: string, ...entries: ReadonlyArray<Case>) => seven(id, title, tried(entries))

const [most, tooLong] = ["x".repeat(255), "x".repeat(256)]
const smiles = "\u{1F600}".repeat(255)

export const editedAttributes = [
  cases(
    "7-attribute-edited",
    "Name, Description, ObjectType and Tag are editable, as scalars or in the shape of reads",
    ["update", "Name", "WallA", "New name", [null, "New name"]],
    ["update", "Name", "WallA", { Value: 5 }, [null, "5"]],
    ["update", "Name", "Nameless", "Named", [null, "Named"]],
    ["addOrUpdate", "Description", "WallA", "  two\nlines ", [null, "  two\nlines "]],
    ["update", "Description", "WallB", "first", [null, "first"]],
    ["update", "ObjectType", "WallA", { PropertySet: null, Value: "O", PropertyId: null }, [null, "O"]],
    ["update", "Tag", "WallA", { PropertySet: "", Value: "T" }, [null, "T"]],
    ["update", "Tag", "WallA", true, [null, "true"]],
    ["update", "Tag", "WallA", { PropertySet: "Site data", Value: "T" }, "InvalidValue .PropertySet"]
  ),
  cases(
    "7-attribute-length",
    "Name, ObjectType and Tag have up to 255 characters, Description up to 64 KB",
    ["update", "Name", "WallA", most, [null, most]],
    ["update", "Name", "WallA", smiles, [null, smiles]],
    ["update", "Name", "WallA", tooLong, "InvalidValue"],
    ["update", "ObjectType", "WallA", tooLong, "InvalidValue"],
    ["update", "Tag", "WallA", { Value: tooLong }, "InvalidValue .Value"],
    ["update", "Description", "WallA", tooLong, [null, tooLong]]
  ),
  cases(
    "7-attribute-always",
    "Attributes always exist: deleting one clears it, adding to one with a value is PropertyExists",
    ["delete", "Description", "WallA", "ignored", [null, null]],
    ["delete", "Tag", "WallA", { x: 1 }, [null, null]],
    ["delete", "Name", "WallA", null, [null, ""]],
    ["delete", "Tag", "Chair", null, [null, null]],
    ["update", "Tag", "WallA", "", [null, null]],
    ["update", "ObjectType", "WallA", null, [null, null]],
    ["update", "Name", "WallA", "", [null, ""]],
    ["add", "Tag", "WallA", "T", "PropertyExists"],
    ["add", "Name", "WallA", { Value: "N" }, "PropertyExists .Value"],
    ["add", "PredefinedType", "WallA", "SHEAR", "PropertyExists"],
    ["add", "Tag", "Chair", "T", [null, "T"]],
    ["add", "Name", "Nameless", "N", [null, "N"]]
  ),
  cases(
    "7-read-only",
    "Guid, Class, TypeName, MaterialLayerSet, MaterialLayers and sub-fields of reserved names are FieldReadOnly",
    ["update", "Guid", "WallA", "x", "FieldReadOnly"],
    ["delete", "Guid", "WallA", { Value: 1 }, "FieldReadOnly .Value"],
    ["add", "Class", "WallA", "IfcDoor", "FieldReadOnly"],
    ["update", "TypeName", "WallB", "x", "FieldReadOnly"],
    ["update", "MaterialLayerSet", "WallB", "x", "FieldReadOnly"],
    ["update", "MaterialLayerSet", "WallB", { MaterialId: "x" }, "FieldReadOnly .MaterialId"],
    ["update", "MaterialLayers", "WallB", [], "FieldReadOnly"],
    ["update", "MaterialLayerSet.Name", "WallB", "x", "FieldReadOnly"],
    ["update", "SpatialLocation.Floor", "WallA", "x", "FieldReadOnly"],
    ["addOrUpdate", "Code.Identification", "WallA", "x", "FieldReadOnly"]
  ),
  cases(
    "7-predefined-type",
    "PredefinedType accepts exactly the words of the class in the schema; null and delete clear it",
    ["update", "PredefinedType", "WallA", "SHEAR", [null, "SHEAR"]],
    ["update", "PredefinedType", "WallA", { Value: "PARAPET" }, [null, "PARAPET"]],
    ["update", "PredefinedType", "Slab", "ROOF", [null, "ROOF"]],
    ["add", "PredefinedType", "Chair", "CHAIR", [null, "CHAIR"]],
    ["update", "PredefinedType", "WallA", null, [null, null]],
    ["delete", "PredefinedType", "WallA", "ignored", [null, null]],
    ["update", "PredefinedType", "WallA", "shear", "InvalidValue"],
    ["update", "PredefinedType", "WallA", "GATE", "InvalidValue"],
    ["update", "PredefinedType", "WallA", ".SHEAR.", "InvalidValue"],
    ["update", "PredefinedType", "WallA", { Value: "no such" }, "InvalidValue .Value"],
    ["update", "PredefinedType", "WallA", 3, "InvalidValue"]
  ),
  cases(
    "7-predefined-type-shown",
    "A product whose own PredefinedType is cleared shows its type's",
    ["update", "PredefinedType", "Window", "SKYLIGHT", [null, "SKYLIGHT"]],
    ["update", "PredefinedType", "WallB", "SHEAR", [null, "SHEAR"]],
    ["delete", "PredefinedType", "Window", null, [null, "WINDOW"]]
  ),
  sevenOperating(
    "7-predefined-type-class",
    "A class without PredefinedType in the schema of the file refuses one",
    async (context) => {
      const editor = await freshEditor(context, "shed.ifc")
      const wall = guid("ShedWall")
      same("wall", await editor.errors(one("update", "PredefinedType", wall, "SHEAR")), [
        [wall, "PredefinedType", "InvalidValue"]
      ])
      await editor.apply(one("update", "PredefinedType", guid("ShedSlab"), "FLOOR"))
      same("slab", await editor.pair(guid("ShedSlab"), "PredefinedType"), [null, "FLOOR"])
    }
  ),
  seven("7-userdefined", "USERDEFINED needs an ObjectType, which the same request may set or remove", (context) =>
    editing(context, async (editor) => {
      const both = (objectType: unknown, verb = "update") => ({
        addOrUpdate: { PredefinedType: { [g("Door")]: "USERDEFINED" } },
        [verb]: { ObjectType: { [g("Door")]: objectType } }
      })
      const missing = [[g("Door"), "PredefinedType", "InvalidValue"]]
      same("without", await editor.errors(one("update", "PredefinedType", g("Door"), "USERDEFINED")), missing)
      same("cleared", await editor.errors(both(null)), missing)
      same("deleted", await editor.errors(both("ignored", "delete")), missing)
      await editor.apply(both("Gate"))
      same("shown", await editor.pair(g("Door"), "PredefinedType"), [null, "USERDEFINED"])
      await editor.apply(one("update", "PredefinedType", g("WallA"), "USERDEFINED"))
    })
  ),
  seven("7-attribute-found", "Edited attributes are filtered by the values that are shown", (context) =>
    editing(context, async (editor) => {
      await editor.apply({ update: { Name: { [g("Chair")]: "Throne" }, Tag: { [g("Chair")]: "T-9" } } })
      for (const [property, value] of [
        ["Name", "Throne"],
        ["Tag", "T-9"]
      ]) {
        const filters = [{ property, operator: "Equals", value }]
        const found = await editor.client.post(`${editor.model.path}/products/query`, { fields: ["Guid"], filters })
        same(`${property}`, found.list("result"), [{ Guid: g("Chair") }])
      }
    })
  )
]
