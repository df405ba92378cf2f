import * as Either from "effect/Either"
import { describe, expect, test } from "bun:test"
import * as DerivedUuid from "../../../domain/DerivedUuid.ts"
import { type Edit, type EditedValue, ownDeleted } from "../../../domain/edits/Edit.ts"
import type { EntityType } from "../../../domain/libraries/EntityType.ts"
import { type ModificationError, type ModificationVerb, mostErrors, parse } from "../../../domain/edits/Modification.ts"
import { LimitExceeded } from "../../../domain/Errors.ts"
import { classNamed } from "../../../ifc/schema/Schema.ts"
import type { CustomDefinition } from "../../query/View.ts"
import { volume } from "../../../testing/Volume.ts"
import * as View from "../../query/View.ts"
import * as Bits from "../../table/Bits.ts"
import { ProductTable } from "../../table/ProductTable.ts"
import { guidOf, modelGuid, tableOf } from "../../testing/TestContent.ts"
import { judge } from "./Judgement.ts"
import type { Subject } from "./Subject.ts"

const [here, there] = ["0location_here________", "0location_there_______"]
const [brick, wood] = ["Brick", "Wood"].map((name) => DerivedUuid.ofMaterial(modelGuid, name)) as [string, string]
const [codeA, codeB, codeC] = ["A", "B", "C"].map((id) => DerivedUuid.ofCode(modelGuid, null, id)) as [string, string, string] // prettier-ignore
const unit = (name: string) => ({ name, kind: "", toSi: 1, offset: 0 })

/** Rows: a wall that has everything, a bare wall, a part of the first, a door, a wall with values of its type. */
const [wall, bare, part, door, typed] = [0, 1, 2, 3, 4]
const words = ["NEW", "EXISTING", "A; B"]
const table = tableOf({
  units: [unit("Millimetre"), unit("Kilogram")],
  products: [
    {
      name: "Wall",
      tag: "T",
      predefinedType: "SOLIDWALL",
      typeName: "Type",
      location: 0,
      materialSet: 0,
      codes: [0, 1],
      ofType: { predefinedType: "SHEAR", materialSet: 0, codes: [2] },
      cells: [
        ["Pset_W|Text", "t"],
        ["Pset_W|Real", { value: 2.5, unit: 0 }],
        ["Pset_W|Integer", { value: 3, integer: true }],
        ["Pset_W|Boolean", true],
        ["Pset_W|Enum", { value: "NEW", enumeration: words }],
        ["Pset_W|List", { value: "a; b", several: true }],
        ["Pset_W|Nothing", null],
        ["Pset_W|OfType", { value: "type", ofType: true }],
        ["Pset_W|Bounds", { value: "1; 2", several: true, fixed: true }],
        ["Qto_W|Length", { value: 5, unit: 0, quantity: true }],
        ["Pset_A|Shared", "a"],
        ["Pset_B|Shared", 1],
        ["Own|Shared", true],
        ["Foo|Name", "named"],
        ["Custom|Weight", "heavy"],
        ["Door.Set|X.Y", "dots"]
      ]
    },
    { cells: [] },
    { class: "IfcBuildingElementPart", whole: 0, location: 0 },
    { class: "IfcDoor", predefinedType: "GATE", objectType: "O" },
    {
      ofType: { predefinedType: "SHEAR", materialSet: 0, codes: [0] },
      cells: [
        ["Pset_W|Nothing", 7],
        ["Pset_W|OfType", "own"]
      ]
    }
  ],
  locations: [
    { guid: here, name: "Here", type: "Space", parent: -1 },
    { guid: there, name: "There", type: "Space", parent: -1 }
  ],
  materials: ["Brick", "Wood"],
  materialSets: [
    { name: "Brick", form: "single", layers: [{ material: 0, name: null, thickness: null, fraction: null }] }
  ],
  codes: ["A", "B", "C"].map((identification) => ({ codification: 0, identification, name: "" }))
})

const define = (set: string, name: string, more: Partial<CustomDefinition> = {}): CustomDefinition => ({
  set,
  name,
  guid: `${set}.${name}`,
  dataType: "String",
  unit: null,
  enumerationValues: null,
  ...more
})
const definitions = [
  define("Custom", "Grade", { dataType: "Integer", unit: "Grade" }),
  define("Custom", "Choice", { dataType: "Enum", enumerationValues: ["x", "y"] }),
  define("Custom", "Weight", { dataType: "Real", unit: "Kilogram" }),
  define("SetA", "Twice"),
  define("SetB", "Twice"),
  define("WallSet", "Split", { dataType: "Boolean" }),
  define("DoorSet", "Split", { dataType: "Real" }),
  define("DoorSet", "Lock"),
  define("Solid", "Core"),
  define("DoorSet", "Text")
]
const entityTypes = new Map<string, ReadonlyArray<EntityType>>([
  ["Custom", []],
  ["SetA", []],
  ["SetB", []],
  ["WallSet", [{ name: "wall", predefinedTypes: [] }]],
  ["DoorSet", [{ name: "IFCDOOR", predefinedTypes: [] }]],
  ["Solid", [{ name: "BuildingElement", predefinedTypes: ["SolidWall"] }]],
  [
    "Empty",
    [
      { name: "Door", predefinedTypes: ["DOOR"] },
      { name: "ifcDoor", predefinedTypes: ["GATE"] }
    ]
  ]
])
const subject: Subject = {
  table,
  view: View.empty("1", { definitions }),
  project: {
    hasLocation: (guid) => guid === here || guid === there,
    hasMaterial: (guid) => guid === brick || guid === wood,
    hasCode: (guid) => [codeA, codeB, codeC].includes(guid),
    entityTypes: (set) => entityTypes.get(set)
  },
  classNamed: (name) => classNamed("IFC4", name)
}

const judged = (body: unknown, of = subject) =>
  Either.mapLeft(judge(of, Either.getOrThrow(parse(body))), (found) => {
    if (found instanceof LimitExceeded) throw found
    return found
  })
const errorsOf = (body: unknown, of = subject): ReadonlyArray<ModificationError> =>
  Either.getOrThrow(Either.flip(judged(body, of)))
const codesOf = (body: unknown, of = subject) => errorsOf(body, of).map(({ error, field }) => `${error} ${field}`)
const editsOf = (body: unknown, of = subject) => Either.getOrThrow(judged(body, of))

/** An error with its field, or the edits without their guids. */
type Expected = string | ReadonlyArray<unknown>
type Case = readonly [ModificationVerb, field: string, row: number, value: unknown, Expected]

const outcome = (verb: ModificationVerb, field: string, row: number, value: unknown): Expected => {
  const result = judged({ [verb]: { [field]: { [guidOf(row)]: value } } })
  if (Either.isLeft(result)) {
    expect(result.left.map(({ guid }) => guid)).toEqual([guidOf(row)])
    return result.left.map(({ error, field }) => `${error} ${field}`).join()
  }
  return result.right.map(({ guid, ...edit }) => {
    expect(guid).toBe(guidOf(row))
    return edit
  })
}
const cases = (title: string, rows: ReadonlyArray<Case>): void =>
  describe(title, () => {
    test.each(rows as Array<Case>)("%s %s in row %i of %j: %j", (verb, field, row, value, expected) =>
      expect(outcome(verb, field, row, value)).toEqual(expected)
    )
  })

const property = (set: string, name: string, now: EditedValue | typeof ownDeleted) => [{ kind: "Property", set, name, now }] // prettier-ignore
const value = (value: EditedValue["value"], type: EditedValue["type"], unit: string | null = null, quantity = false): EditedValue => ({ value, type, quantity, unit }) // prettier-ignore
const inW = (name: string, ...of: Parameters<typeof value>) => property("Pset_W", name, value(...of))
const attribute = (name: string, now: string | null) => [{ kind: "Attribute", name, now }]

cases("a value has the type of its cell", [
  ["update", "Text", wall, "new", inW("Text", "new", "String")],
  ["update", "Text", wall, " kept; as it is ", inW("Text", " kept; as it is ", "String")],
  ["update", "Text", wall, 1.5, inW("Text", "1.5", "String")],
  ["update", "Text", wall, false, inW("Text", "false", "String")],
  ["update", "Text", wall, "x".repeat(64 * 1024), inW("Text", "x".repeat(64 * 1024), "String")],
  ["update", "Text", wall, "x".repeat(64 * 1024 + 1), "InvalidValue Text"],
  ["update", "Text", wall, "ä".repeat(32 * 1024 + 1), "InvalidValue Text"],
  ["update", "Real", wall, 3, inW("Real", 3, "Real", "Millimetre")],
  ["update", "Real", wall, "-1.5e3", inW("Real", -1500, "Real", "Millimetre")],
  ["update", "Real", wall, "1,5", "InvalidValue Real"],
  ["update", "Real", wall, " 1", "InvalidValue Real"],
  ["update", "Real", wall, "0x10", "InvalidValue Real"],
  ["update", "Real", wall, "1e999", "InvalidValue Real"],
  ["update", "Real", wall, "Infinity", "InvalidValue Real"],
  ["update", "Real", wall, true, "InvalidValue Real"],
  ["update", "Integer", wall, 4.0, inW("Integer", 4, "Integer")],
  ["update", "Integer", wall, "4.0", inW("Integer", 4, "Integer")],
  ["update", "Integer", wall, -0.0, inW("Integer", 0, "Integer")],
  ["update", "Integer", wall, 3.5, "InvalidValue Integer"],
  ["update", "Integer", wall, 2 ** 53 - 1, inW("Integer", 2 ** 53 - 1, "Integer")],
  ["update", "Integer", wall, "9007199254740993", "InvalidValue Integer"],
  ["update", "Boolean", wall, false, inW("Boolean", false, "Boolean")],
  ["update", "Boolean", wall, "TRUE", inW("Boolean", true, "Boolean")],
  ["update", "Boolean", wall, "fAlse", inW("Boolean", false, "Boolean")],
  ["update", "Boolean", wall, 1, "InvalidValue Boolean"],
  ["update", "Boolean", wall, "yes", "InvalidValue Boolean"],
  ["update", "Enum", wall, "EXISTING", inW("Enum", "EXISTING", "Enum")],
  ["update", "Enum", wall, "EXISTING; NEW", inW("Enum", ["EXISTING", "NEW"], "Enum")],
  ["update", "Enum", wall, "A; B", inW("Enum", "A; B", "Enum")],
  ["update", "Enum", wall, "existing", "InvalidValue Enum"],
  ["update", "Enum", wall, "NEW; old", "InvalidValue Enum"],
  ["update", "Enum", wall, "NEW;EXISTING", "InvalidValue Enum"],
  ["update", "List", wall, "c; d; ", inW("List", ["c", "d", ""], "String")],
  ["update", "List", wall, "c", inW("List", "c", "String")],
  ["update", "Length", wall, -2, property("Qto_W", "Length", value(-2, "Real", "Millimetre", true))],
  ["update", "Weight", wall, 3, property("Custom", "Weight", value("3", "String"))],
  ["update", "Text", wall, ["a"], "InvalidValue Text"],
  ["update", "Text", wall, { Value: { a: 1 } }, "InvalidValue Text.Value"],
  ["update", "Text", wall, { Value: ["a"] }, "InvalidValue Text.Value"],
  ["update", "Text", wall, {}, "InvalidValue Text.Value"]
])

cases("a new cell has the type of the definition, or that of the model, or that of its value", [
  ["add", "Grade", bare, 2, property("Custom", "Grade", value(2, "Integer", "Grade"))],
  ["add", "Grade", bare, 2.5, "InvalidValue Grade"],
  ["add", "Weight", bare, "2", property("Custom", "Weight", value(2, "Real", "Kilogram"))],
  ["add", "Choice", bare, "x; y", property("Custom", "Choice", value(["x", "y"], "Enum"))],
  ["add", "Choice", bare, "X", "InvalidValue Choice"],
  ["add", "Real", bare, "x", "InvalidValue Real"],
  ["add", "Real", bare, 1, inW("Real", 1, "Real", "Millimetre")],
  ["add", "Enum", bare, "NEW", inW("Enum", "NEW", "Enum")],
  ["add", "List", bare, "x; y", inW("List", ["x", "y"], "String")],
  ["add", "Length", bare, 1, property("Qto_W", "Length", value(1, "Real", "Millimetre", true))],
  ["add", "Qto_W.New", bare, 1, property("Qto_W", "New", value(1, "Real"))],
  ["update", "Nothing", wall, 1, inW("Nothing", 1, "Real")],
  ["update", "Nothing", wall, "x", "InvalidValue Nothing"],
  ["add", "New", bare, { PropertySet: "S", Value: 1 }, property("S", "New", value(1, "Real"))],
  ["add", "New", bare, { PropertySet: "S", Value: true }, property("S", "New", value(true, "Boolean"))],
  ["add", "New", bare, { PropertySet: "S", Value: "1; 2" }, property("S", "New", value("1; 2", "String"))],
  ["add", "New", bare, { PropertySet: "S", Value: null }, property("S", "New", value(null, "String"))]
])

cases("null and an empty text clear the value and keep the property", [
  ["update", "Text", wall, null, inW("Text", null, "String")],
  ["update", "Text", wall, "", inW("Text", null, "String")],
  ["update", "Real", wall, { Value: "" }, inW("Real", null, "Real", "Millimetre")],
  ["addOrUpdate", "Enum", wall, { PropertySet: null, Value: null }, inW("Enum", null, "Enum")],
  ["update", "OfType", wall, null, inW("OfType", null, "String")],
  ["update", "Length", wall, null, "InvalidValue Length"],
  ["addOrUpdate", "Length", wall, { Value: "" }, "InvalidValue Length.Value"],
  ["add", "Length", bare, null, "InvalidValue Length"]
])

cases("verbs and the state of the cell", [
  ["add", "Text", wall, "x", "PropertyExists Text"],
  ["add", "Nothing", wall, 1, "PropertyExists Nothing"],
  ["add", "OfType", wall, "x", "PropertyExists OfType"],
  ["add", "OfType", wall, { Value: "x" }, "PropertyExists OfType.Value"],
  ["add", "Text", bare, "x", inW("Text", "x", "String")],
  ["addOrUpdate", "Text", bare, "x", inW("Text", "x", "String")],
  ["addOrUpdate", "Text", wall, "x", inW("Text", "x", "String")],
  ["update", "Text", bare, "x", "PropertyMissing Text"],
  ["update", "Grade", wall, 1, "PropertyMissing Grade"],
  ["update", "OfType", wall, "x", inW("OfType", "x", "String")],
  ["addOrUpdate", "OfType", wall, "x", inW("OfType", "x", "String")],
  ["delete", "Text", wall, { any: 1 }, property("Pset_W", "Text", ownDeleted)],
  ["delete", "Length", wall, null, property("Qto_W", "Length", ownDeleted)],
  ["delete", "Nothing", wall, 0, property("Pset_W", "Nothing", ownDeleted)],
  ["delete", "OfType", wall, null, "FieldReadOnly OfType"],
  ["delete", "OfType", typed, null, property("Pset_W", "OfType", ownDeleted)],
  ["delete", "Text", bare, null, "PropertyMissing Text"],
  ["update", "Unheard", wall, 1, "FieldNotFound Unheard"],
  ["delete", "Unheard", wall, { Value: 1 }, "FieldNotFound Unheard.Value"],
  ["update", "Pset_W.Unheard", wall, 1, "FieldNotFound Pset_W.Unheard"],
  ["update", "constructor", wall, 1, "FieldNotFound constructor"],
  ["update", "text", wall, 1, "FieldNotFound text"],
  ["update", "Bounds", wall, "1; 3", "FieldReadOnly Bounds"],
  ["delete", "Bounds", wall, null, "FieldReadOnly Bounds"],
  ["add", "Bounds", bare, "1; 3", "FieldReadOnly Bounds"]
])

cases("the set", [
  ["update", "Shared", wall, "x", property("Pset_A", "Shared", value("x", "String"))],
  ["update", "Shared", wall, { PropertySet: "Pset_B", Value: 2 }, property("Pset_B", "Shared", value(2, "Real"))],
  ["update", "Shared", wall, { PropertySet: "", Value: "x" }, property("Pset_A", "Shared", value("x", "String"))],
  ["delete", "Shared", wall, { PropertySet: "Own" }, property("Own", "Shared", ownDeleted)],
  ["update", "Own.Shared", wall, false, property("Own", "Shared", value(false, "Boolean"))],
  [
    "update",
    "Own.Shared",
    wall,
    { PropertySet: "Own", Value: false },
    property("Own", "Shared", value(false, "Boolean"))
  ],
  ["update", "Own.Shared", wall, { PropertySet: "Pset_A", Value: "x" }, "InvalidValue Own.Shared.PropertySet"],
  ["delete", "Own.Shared", wall, { PropertySet: "Pset_A" }, "InvalidValue Own.Shared.PropertySet"],
  ["add", "Own.Shared", wall, { PropertySet: "Pset_A" }, "PropertyExists Own.Shared.Value"],
  ["update", "Text", wall, { PropertySet: 3, Value: "x" }, "InvalidValue Text.PropertySet"],
  ["update", "Text", wall, { PropertySet: "Own", Value: "x" }, "PropertyMissing Text.Value"],
  ["update", "Foo.Name", wall, "x", property("Foo", "Name", value("x", "String"))],
  ["add", "Foo.Class", wall, { PropertySet: "Foo", Value: "x" }, property("Foo", "Class", value("x", "String"))],
  ["update", "X.Y", wall, "x", property("Door.Set", "X.Y", value("x", "String"))],
  ["update", "Door.Set.X.Y", wall, "x", property("Door.Set", "X.Y", value("x", "String"))],
  ["update", "X.Y", wall, { PropertySet: "Door.Set", Value: "x" }, property("Door.Set", "X.Y", value("x", "String"))],
  ["add", "Unheard", wall, 1, "PropertySetRequired Unheard"],
  ["add", "Unheard", wall, { Value: 1 }, "PropertySetRequired Unheard.PropertySet"],
  ["addOrUpdate", "Shared", bare, { PropertySet: "", Value: 1 }, "PropertySetRequired Shared.PropertySet"],
  ["add", "Shared", bare, { PropertySet: "Own", Value: true }, property("Own", "Shared", value(true, "Boolean"))],
  ["add", "Pset_W.Unheard", wall, 1, property("Pset_W", "Unheard", value(1, "Real"))],
  ["add", "New", wall, { PropertySet: "S.T", Value: 1 }, property("S.T", "New", value(1, "Real"))],
  ["add", "S.T.New", wall, { PropertySet: "S.T", Value: 1 }, property("S.T", "New", value(1, "Real"))],
  ["add", "New", wall, { PropertySet: " S", Value: 1 }, "InvalidValue New.PropertySet"],
  ["add", "New", wall, { PropertySet: "s".repeat(256), Value: 1 }, "InvalidValue New.PropertySet"],
  ["add", "New ", wall, { PropertySet: "S", Value: 1 }, "InvalidValue New .Value"],
  ["add", "S.", wall, { PropertySet: "S", Value: 1 }, "InvalidValue S..Value"],
  ["add", "n".repeat(256), wall, { PropertySet: "S", Value: 1 }, `InvalidValue ${"n".repeat(256)}.Value`],
  ["add", "New", wall, { PropertySet: "Computed", Value: 1 }, "FieldReadOnly New.Value"],
  ["add", "Computed.Volume", wall, 1, "FieldReadOnly Computed.Volume"]
])

cases("sets of the project", [
  ["add", "Twice", wall, "x", "PropertySetRequired Twice"],
  ["add", "Twice", wall, { PropertySet: "SetB", Value: "x" }, property("SetB", "Twice", value("x", "String"))],
  ["add", "Split", bare, true, property("WallSet", "Split", value(true, "Boolean"))],
  ["add", "Split", door, 2, property("DoorSet", "Split", value(2, "Real"))],
  ["add", "Split", part, 2, "PropertySetNotApplicable Split"],
  ["add", "Lock", wall, "x", "PropertySetNotApplicable Lock"],
  ["add", "Lock", wall, { Value: "x" }, "PropertySetNotApplicable Lock.PropertySet"],
  ["add", "New", wall, { PropertySet: "DoorSet", Value: 1 }, "PropertySetNotApplicable New.PropertySet"],
  ["add", "New", door, { PropertySet: "DoorSet", Value: 1 }, property("DoorSet", "New", value(1, "Real"))],
  ["add", "Text", door, "x", property("DoorSet", "Text", value("x", "String"))],
  ["add", "Text", bare, "x", inW("Text", "x", "String")],
  ["add", "Core", wall, "x", property("Solid", "Core", value("x", "String"))],
  ["add", "Core", bare, "x", "PropertySetNotApplicable Core"],
  ["add", "Core", door, "x", "PropertySetNotApplicable Core"],
  ["add", "New", door, { PropertySet: "Empty", Value: 1 }, property("Empty", "New", value(1, "Real"))],
  ["add", "New", wall, { PropertySet: "Empty", Value: 1 }, "PropertySetNotApplicable New.PropertySet"]
])

cases("attributes", [
  ["update", "Name", wall, "N", attribute("Name", "N")],
  ["update", "Name", wall, { Value: 5 }, attribute("Name", "5")],
  ["update", "Tag", wall, "", attribute("Tag", null)],
  ["update", "Description", wall, "x".repeat(1000), attribute("Description", "x".repeat(1000))],
  ["update", "Description", wall, "x".repeat(65_537), "InvalidValue Description"],
  ["update", "Name", wall, "😀".repeat(255), attribute("Name", "😀".repeat(255))],
  ["update", "ObjectType", wall, "x".repeat(256), "InvalidValue ObjectType"],
  ["add", "Name", wall, "N", "PropertyExists Name"],
  ["add", "Name", bare, "N", attribute("Name", "N")],
  ["addOrUpdate", "ObjectType", wall, "O", attribute("ObjectType", "O")],
  ["delete", "Description", wall, { x: 1 }, attribute("Description", null)],
  ["delete", "Tag", wall, "x", attribute("Tag", null)],
  ["update", "Tag", wall, { PropertySet: "Pset_W", Value: "x" }, "InvalidValue Tag.PropertySet"],
  ["update", "PredefinedType", wall, "SHEAR", attribute("PredefinedType", "SHEAR")],
  ["update", "PredefinedType", wall, "shear", "InvalidValue PredefinedType"],
  ["update", "PredefinedType", wall, "GATE", "InvalidValue PredefinedType"],
  ["update", "PredefinedType", wall, { Value: "USERDEFINED" }, "InvalidValue PredefinedType.Value"],
  ["update", "PredefinedType", door, "USERDEFINED", attribute("PredefinedType", "USERDEFINED")],
  ["update", "PredefinedType", wall, null, attribute("PredefinedType", null)],
  ["add", "PredefinedType", wall, "SHEAR", "PropertyExists PredefinedType"],
  ["add", "PredefinedType", typed, "SOLIDWALL", "PropertyExists PredefinedType"],
  ["update", "PredefinedType", typed, "SOLIDWALL", attribute("PredefinedType", "SOLIDWALL")],
  ...["Guid", "Class", "TypeName", "MaterialLayerSet", "MaterialLayers", "SpatialLocation.Floor", "Code.Name"].map(
    (field): Case => ["update", field, wall, "x", `FieldReadOnly ${field}`]
  ),
  ["update", "MaterialLayerSet", wall, { MaterialId: brick }, "FieldReadOnly MaterialLayerSet.MaterialId"],
  ["delete", "Guid", wall, { Value: 1 }, "FieldReadOnly Guid.Value"]
])

const located = (now: string) => [{ kind: "SpatialLocation", now }]
cases("the location", [
  ["update", "SpatialLocation", wall, there, located(there)],
  ["update", "SpatialLocation", wall, { Site: "any", spatialLocationId: there }, located(there)],
  ["update", "SpatialLocation", wall, { SpatialLocationId: "" }, located("")],
  ["update", "SpatialLocation", wall, null, located("")],
  ["update", "SpatialLocation", bare, there, "PropertyMissing SpatialLocation"],
  ["add", "SpatialLocation", bare, there, located(there)],
  ["addOrUpdate", "SpatialLocation", bare, there, located(there)],
  ["add", "SpatialLocation", wall, there, "PropertyExists SpatialLocation"],
  ["delete", "SpatialLocation", wall, "any", located("")],
  ["delete", "SpatialLocation", bare, null, "PropertyMissing SpatialLocation"],
  ["update", "SpatialLocation", part, there, "FieldReadOnly SpatialLocation"],
  ["update", "SpatialLocation", wall, there.toUpperCase(), "ReferenceNotFound SpatialLocation"],
  [
    "update",
    "SpatialLocation",
    wall,
    { SpatialLocationId: "no" },
    "ReferenceNotFound SpatialLocation.SpatialLocationId"
  ],
  ["update", "SpatialLocation", wall, { Site: "no" }, "InvalidValue SpatialLocation.SpatialLocationId"],
  ["update", "SpatialLocation", wall, 3, "InvalidValue SpatialLocation"]
])

const made = (now: string | null | typeof ownDeleted) => [{ kind: "Material", now }]
cases("the material", [
  ["update", "Material", wall, wood, made(wood)],
  ["update", "Material", wall, wood.toUpperCase(), made(wood)],
  ["update", "Material", wall, { MaterialId: wood, Name: "any" }, made(wood)],
  ["update", "Material", wall, null, made(null)],
  ["addOrUpdate", "Material", wall, { MaterialId: null }, made(null)],
  ["update", "Material", bare, wood, "PropertyMissing Material"],
  ["add", "Material", bare, wood, made(wood)],
  ["add", "Material", wall, wood, "PropertyExists Material"],
  ["delete", "Material", wall, "any", made(ownDeleted)],
  ["delete", "Material", bare, null, "PropertyMissing Material"],
  ["update", "Material", typed, wood, made(wood)],
  ["update", "Material", typed, "", "FieldReadOnly Material"],
  ["delete", "Material", typed, null, "FieldReadOnly Material"],
  ["update", "Material", wall, "no", "ReferenceNotFound Material"],
  ["update", "Material", wall, { MaterialId: "no" }, "ReferenceNotFound Material.MaterialId"],
  ["update", "Material", wall, { Name: "Wood" }, "InvalidValue Material.MaterialId"],
  ["update", "Material", wall, true, "InvalidValue Material"]
])

const has = (code: string, now = true) => ({ kind: "Code", code, now })
const hasAll = (...now: ReadonlyArray<string>) => [{ kind: "Codes", now }]
cases("codes", [
  ["add", "Code", bare, codeA, [has(codeA)]],
  ["add", "Code", wall, [codeA, codeC, codeC.toUpperCase()], [has(codeA), has(codeC)]],
  ["addOrUpdate", "Code", wall, { [codeC]: { Name: "any" } }, [has(codeC)]],
  ["add", "Code", wall, null, []],
  ["add", "Code", wall, {}, []],
  ["update", "Code", wall, codeC, hasAll(codeC)],
  ["update", "Code", bare, [codeC, codeA], hasAll(codeC, codeA)],
  ["update", "Code", wall, [], hasAll()],
  ["update", "Code", wall, null, hasAll()],
  ["delete", "Code", wall, codeA, [has(codeA, false)]],
  ["delete", "Code", wall, { [codeA]: {}, [codeB]: {} }, [has(codeA, false), has(codeB, false)]],
  ["delete", "Code", wall, null, hasAll()],
  ["delete", "Code", wall, [], []],
  ["delete", "Code", wall, [codeA, codeC], "PropertyMissing Code"],
  ["delete", "Code", wall, "no", "PropertyMissing Code"],
  ["add", "Code", wall, "no", "ReferenceNotFound Code"],
  ["update", "Code", wall, { [codeA]: {}, no: {} }, "ReferenceNotFound Code.Value"],
  ["add", "Code", wall, [1], "InvalidValue Code"],
  ["add", "Code", wall, 1, "InvalidValue Code"],
  ["add", "Code", wall, Array.from({ length: 1001 }, () => codeA), "InvalidValue Code"],
  ["add", "Code", typed, codeB, [has(codeA), has(codeB)]],
  ["addOrUpdate", "Code", typed, codeA, [has(codeA)]],
  ["add", "Code", typed, [], []],
  ["update", "Code", typed, codeB, hasAll(codeB)],
  ["update", "Code", typed, null, "FieldReadOnly Code"],
  ["update", "Code", typed, [], "FieldReadOnly Code"],
  ["delete", "Code", typed, null, "FieldReadOnly Code"],
  ["delete", "Code", typed, codeA, "FieldReadOnly Code"]
])

const g = guidOf(wall)

test.each<[string, unknown, ReadonlyArray<string>]>([
  ["two verbs", { update: { Text: { [g]: "a" } }, delete: { Text: { [g]: null } } }, ["DuplicateModification Text"]],
  [
    "plain and qualified",
    { update: { Text: { [g]: "a" }, "Pset_W.Text": { [g]: "b" } } },
    ["DuplicateModification Pset_W.Text"]
  ],
  [
    "plain and with its set",
    { update: { Shared: { [g]: "a" } }, addOrUpdate: { Shared: { [g]: { PropertySet: "Pset_A", Value: "b" } } } },
    ["DuplicateModification Shared.Value"]
  ],
  [
    "a new one twice",
    { add: { New: { [g]: { PropertySet: "S", Value: 1 } }, "S.New": { [g]: { PropertySet: "S", Value: 1 } } } },
    ["DuplicateModification S.New.Value"]
  ],
  [
    "one at fault",
    { update: { Grade: { [g]: 1 } }, delete: { Grade: { [g]: 1 } } },
    ["PropertyMissing Grade", "DuplicateModification Grade"]
  ],
  [
    "one that cannot be edited",
    { update: { Guid: { [g]: 1 } }, delete: { Guid: { [g]: 1 } } },
    ["FieldReadOnly Guid", "DuplicateModification Guid"]
  ],
  [
    "an attribute",
    { update: { Name: { [g]: "a" } }, addOrUpdate: { Name: { [g]: { Value: "b" } } } },
    ["DuplicateModification Name.Value"]
  ],
  [
    "no product",
    { update: { Name: { no: "a" } }, addOrUpdate: { Name: { no: "b" } } },
    ["ProductNotFound Name", "ProductNotFound Name"]
  ],
  [
    "one code",
    { add: { Code: { [g]: [codeA, codeC] } }, delete: { Code: { [g]: codeA } } },
    ["DuplicateModification Code"]
  ],
  [
    "a code and all",
    { add: { Code: { [g]: codeC } }, update: { Code: { [g]: [codeA] } } },
    ["DuplicateModification Code"]
  ],
  [
    "all and a code",
    { delete: { Code: { [g]: null } }, add: { Code: { [g]: codeC } }, addOrUpdate: { Code: { [g]: codeB } } },
    ["DuplicateModification Code", "DuplicateModification Code"]
  ]
])("modified twice: %s", (_, body, expected) => expect(codesOf(body)).toEqual(expected as Array<string>))

test("cells of different sets, codes and products can be modified in one request", () => {
  const body = {
    update: { Shared: { [g]: "x" }, "Pset_B.Shared": { [g]: 2 }, Name: { [g]: "a", [guidOf(bare)]: "b" } },
    add: { Code: { [g]: codeC } },
    delete: { Code: { [g]: codeA }, "Own.Shared": { [g]: null } }
  }
  expect(editsOf(body)).toEqual([
    { guid: g, ...(property("Pset_A", "Shared", value("x", "String"))[0] as object) },
    { guid: g, ...(property("Pset_B", "Shared", value(2, "Real"))[0] as object) },
    { guid: g, kind: "Attribute", name: "Name", now: "a" },
    { guid: guidOf(bare), kind: "Attribute", name: "Name", now: "b" },
    { guid: g, kind: "Code", code: codeC, now: true },
    { guid: g, kind: "Code", code: codeA, now: false },
    { guid: g, kind: "Property", set: "Own", name: "Shared", now: ownDeleted }
  ] as Array<Edit>)
})

test("USERDEFINED is judged by the ObjectType that the same request sets or removes", () => {
  const of = (product: number, objectType: unknown, verb = "update") =>
    judged({
      addOrUpdate: { PredefinedType: { [guidOf(product)]: "USERDEFINED" } },
      [verb]: { ObjectType: { [guidOf(product)]: objectType } }
    })
  expect(Either.isRight(of(wall, "mine"))).toBeTrue()
  expect(Either.isLeft(of(wall, ""))).toBeTrue()
  expect(Either.isRight(of(door, "mine"))).toBeTrue()
  expect(Either.isLeft(of(door, null))).toBeTrue()
  expect(Either.isLeft(of(door, "ignored", "delete"))).toBeTrue()
})

test("a class has the predefined types of the file's schema", () => {
  const ifc2x3: Subject = { ...subject, classNamed: (name) => classNamed("IFC2X3", name) }
  const none: Subject = { ...subject, classNamed: () => undefined }
  const body = { update: { PredefinedType: { [g]: "SHEAR" } } }
  expect(editsOf(body).length).toBe(1)
  for (const of of [ifc2x3, none]) expect(codesOf(body, of)).toEqual(["InvalidValue PredefinedType"])
})

test("errors have four members and the order of the body, and nothing is edited", () => {
  const body = {
    delete: { Unheard: { [g]: null } },
    update: { Name: { [g]: "fine", nobody: "x" }, Integer: { [g]: { Value: "x" } } },
    add: { Text: { [g]: "x" } }
  }
  const errors = errorsOf(body)
  expect(errors.map(({ error, field, guid }) => ({ guid, field, error }))).toEqual([
    { guid: g, field: "Unheard", error: "FieldNotFound" },
    { guid: "nobody", field: "Name", error: "ProductNotFound" },
    { guid: g, field: "Integer.Value", error: "InvalidValue" },
    { guid: g, field: "Text", error: "PropertyExists" }
  ])
  for (const error of errors) {
    expect(Object.keys(error).sort()).toEqual(["description", "error", "field", "guid"])
    expect(error.description).toMatch(/^.+\.$/)
  }
})

test("an error for a value with an unknown member names that member", () => {
  expect(
    codesOf({ update: { Text: { no: { Value: 1 } }, SpatialLocation: { no: {} }, Material: { no: {} } } })
  ).toEqual([
    "ProductNotFound Text.Value",
    "ProductNotFound SpatialLocation.SpatialLocationId",
    "ProductNotFound Material.MaterialId"
  ])
})

test("1,000 errors are listed, followed by one that says that there are more", () => {
  const body = (count: number) => ({
    update: { Name: Object.fromEntries(Array.from({ length: count }, (_, i) => [`no${i}`, "x"])) }
  })
  expect(errorsOf(body(mostErrors)).length).toBe(mostErrors)
  for (const count of [mostErrors + 1, mostErrors * 3]) {
    const errors = errorsOf(body(count))
    expect(errors.length).toBe(mostErrors + 1)
    expect(errors[mostErrors - 1]!.guid).toBe(`no${mostErrors - 1}`)
    expect(errors[mostErrors]).toMatchObject({ guid: "", field: "", error: "TooManyErrors" })
  }
})

test("one wrong cell is found at any position among 1,000 good ones", () => {
  const products = tableOf({ products: Array.from({ length: 1000 }, () => ({ cells: [["S|P", 1]] as const })) })
  for (let bad = 0; bad < 1000; bad += volume(37, 1)) {
    const cells = Array.from({ length: 1000 }, (_, row) => [guidOf(row), row === bad ? "x" : 2] as const)
    const errors = errorsOf({ update: { P: Object.fromEntries(cells) } }, { ...subject, table: products })
    expect(errors).toEqual([{ guid: guidOf(bad), field: "P", error: "InvalidValue", description: `"x" is no number.` }])
  }
})

test("a request writes at most 128 MB; other errors are reported first", () => {
  const products = tableOf({ products: Array.from({ length: 2100 }, () => ({ cells: [["S|P", "a"]] as const })) })
  const long = "x".repeat(64 * 1024)
  const cells = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, row) => [guidOf(row), long]))
  const of = { ...subject, table: products }
  expect(editsOf({ update: { P: cells(2000) } }, of).length).toBe(2000)
  expect(() => judged({ update: { P: cells(2100) } }, of)).toThrow(LimitExceeded)
  expect(codesOf({ update: { P: { ...cells(2100), none: 1 } } }, of)).toEqual(["ProductNotFound P"])
})

test("a product deleted by the caller does not exist", () => {
  const deleted = Bits.none(5)
  Bits.add(deleted, bare)
  class Edited extends ProductTable {
    override get deleted(): Bits.Bits {
      return deleted
    }
  }
  const edited = { ...subject, table: new Edited(table.container, true) }
  expect(codesOf({ update: { Name: { [guidOf(bare)]: "x" } } }, edited)).toEqual(["ProductNotFound Name"])
  expect(editsOf({ update: { Name: { [g]: "x" } } }, edited).length).toBe(1)
})

test("a plain name means the value that the table shows, in however many sets it occurs", () => {
  const sets = Array.from({ length: 20 }, (_, i) => `Set${i}`)
  const products = [
    ...sets.map((set) => ({ cells: [[`${set}|P`, set]] as const })),
    { cells: sets.toReversed().map((set) => [`${set}|P`, set] as const) },
    { cells: sets.map((set) => [`${set}|P`, { value: set, ofType: set !== "Set7" }] as const) },
    {}
  ]
  const of = { ...subject, table: tableOf({ products }) }
  const rows = products.keys().toArray()
  const edits = editsOf({ update: { P: Object.fromEntries(rows.slice(0, -1).map((row) => [guidOf(row), "x"])) } }, of)
  expect(edits.map((edit) => edit.kind === "Property" && edit.set)).toEqual([...sets, "Set19", "Set7"])
  expect(codesOf({ update: { P: { [guidOf(rows.length - 1)]: "x" } } }, of)).toEqual(["PropertyMissing P"])
})
