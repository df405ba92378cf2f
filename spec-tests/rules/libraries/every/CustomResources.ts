import { type Json, type JsonObject, textOf } from "../../../harness/Answer.ts"
import { holds, matches, uuid } from "../../../harness/Check.ts"
import type { Resource } from "./Resource.ts"

const path = "/v1/projects/{project}/customProperties"

const number = (id: Json | undefined): number => {
  holds("an integer", Number.isInteger(id), id)
  return id as number
}

/** An entity type as answers show it. */
const shownType = (sent: Json): JsonObject => {
  const { value, predefinedTypes } = sent as JsonObject
  return {
    name: value!,
    predefinedTypes: ((predefinedTypes ?? []) as ReadonlyArray<JsonObject>).map(({ value }) => value!)
  }
}

const words: Readonly<Record<string, string>> = {
  String: "string",
  Integer: "integer",
  Real: "double",
  Boolean: "boolean"
}

/** A set of properties that the project defines. */
export const propertySet: Resource = {
  id: "custom-sets",
  noun: "property set",
  area: "custom properties",
  path: `${path}/property-sets/{set}`,
  read: null,
  list: path,
  owner: null,
  unique: "name",
  members: {
    name: { good: ["Maintenance", "Care"], required: true, longest: 255, trimmed: true, onNull: "refused" },
    entityTypes: {
      good: [
        [
          {
            value: "IfcWall",
            displayName: "Wall",
            predefinedTypes: [{ value: "SOLIDWALL", displayName: "Solid" }, { value: "SHEAR" }]
          },
          { value: "door", displayName: null, predefinedTypes: null, name: "ignored" }
        ],
        [{ value: "IfcSlab", predefinedTypes: [] }]
      ],
      shows: (types) => (types as ReadonlyArray<Json>).map(shownType),
      none: [],
      bad: [{}],
      onNull: "clears",
      clearedBy: []
    },
    propertyDefinitions: { good: null, none: [], onNull: "keeps" }
  },
  ids: (answer) => ({ set: textOf(answer.at("id")) }),
  given: ({ id }) => ({ id: number(id) }),
  items: (answer) => answer.list("sets"),
  answered: (item) => item,
  empty: { sets: [] },
  inOrder: true,
  faults: [
    [{ entityTypes: [{ value: "a" }, {}] }, "/entityTypes/1/value"],
    [{ entityTypes: [{ displayName: "no value" }] }, "/entityTypes/0/value"],
    [
      { entityTypes: [{ value: "a", predefinedTypes: [{ displayName: "x" }] }] },
      "/entityTypes/0/predefinedTypes/0/value"
    ],
    ...(
      [
        [{ dataType: "Real" }, "name"],
        [{ name: "n", dataType: "?" }, "dataType"],
        [{ name: "n" }, "dataType"],
        [{ name: "n", dataType: "Enumeration" }, "enumerationValues"],
        [{ name: "n", dataType: "String", unit: 1 }, "unit"]
      ] as const
    ).map(
      ([bad, member]) =>
        [{ propertyDefinitions: [{ name: "g", dataType: "String" }, bad] }, `/propertyDefinitions/1/${member}`] as const
    ),
    [{ name: "Computed" }, "/name"],
    [{ name: " Computed" }, "/name"]
  ],
  refused: async (shelf) => {
    await shelf.make({ name: "Taken" })
    const text = { name: "b", dataType: "String" }
    return [
      [{ name: "Taken", propertyDefinitions: [text] }, "DuplicateName"],
      [{ propertyDefinitions: [text, { name: "c", dataType: "Enumeration" }] }, "InvalidBody"],
      [
        {
          propertyDefinitions: [
            { ...text, name: "a" },
            { name: "b", dataType: "?" }
          ]
        },
        "InvalidBody"
      ]
    ]
  }
}

/** A property of such a set. */
export const propertyDefinition: Resource = {
  id: "custom-definitions",
  noun: "property definition",
  area: "custom properties",
  path: `${propertySet.path}/property/{definition}`,
  read: `${path}/property-definitions/{definitionGuid}`,
  list: path,
  owner: propertySet,
  unique: "name",
  members: {
    name: { good: ["Area", "Span"], required: true, longest: 255, trimmed: true, onNull: "refused" },
    dataType: {
      good: ["Real", "Integer"],
      required: true,
      shows: (word) => words[word as string]!,
      bad: ["Date", "?"],
      onNull: "refused"
    },
    measureType: {
      good: ["AreaDensity", "Length"],
      longest: 64,
      shows: (text) => (text as string).slice(0, 1).toLowerCase() + (text as string).slice(1),
      none: null,
      onNull: "clears"
    },
    unit: { good: ["kg/m2", "m"], longest: 64, as: "unitName", none: null, onNull: "clears" },
    enumerationValues: { good: null, none: null, bad: [["x"]], onNull: "clears" }
  },
  ids: (answer) => ({ definition: textOf(answer.at("id")), definitionGuid: answer.string("guid") }),
  given: ({ id, guid }) => ({ id: number(id), guid: matches("guid", guid, uuid) }),
  items: (answer, ids) =>
    answer.list("sets").find(({ id }) => textOf(id) === ids["set"])![
      "propertyDefinitions"
    ] as ReadonlyArray<JsonObject>,
  answered: (item) => item,
  empty: null,
  inOrder: true,
  faults: [
    [{ dataType: "Enumeration" }, "/enumerationValues"],
    [{ dataType: "Enumeration", enumerationValues: null }, "/enumerationValues"],
    [{ dataType: "Enumeration", enumerationValues: ["a", 1] }, "/enumerationValues/1"],
    [{ dataType: "Enumeration", enumerationValues: [] }, "/enumerationValues"]
  ],
  refused: async (shelf) => {
    await shelf.make({ name: "taken" })
    return [
      [{ name: "taken" }, "DuplicateName"],
      [{ enumerationValues: ["x"] }, "InvalidBody"]
    ]
  }
}
