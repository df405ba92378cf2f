import type { Answer, JsonObject } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import type { Project } from "../../../harness/Project.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { importModel } from "../../../harness/Imports.ts"
import { rules } from "../../../harness/Rule.ts"
import { operating } from "../../../harness/Tags.ts"
import { atOnce } from "../every/Changes.ts"
import { propertySet } from "../every/CustomResources.ts"
import { type Shelf, shelfOf } from "../every/Resource.ts"
import { takeSteps } from "../every/VersionSteps.ts"

const rule = rules("specification Custom properties")
const four = rules("contract 4")
const fourOperating = rules("contract 4", operating)
const twelve = rules("contract 2.12")

export const base = (project: Project): string => `${project.path}/customProperties`
export const sets = (project: Project): string => `${base(project)}/property-sets`

/** A set made in a project; its answer. */
export const createSet = async (context: Context, project: Project, body: object): Promise<Answer> =>
  status(await context.api.post(sets(project), body), 201)

/** A definition of texts. */
export const text = (name: string) => ({ name, dataType: "String" })

const lengthOf = (name: string) => ({ name, dataType: "Real", measureType: "Length", unit: "m" })

const names = (list: ReadonlyArray<JsonObject>) => list.map(({ name }) => name)

/** A set of these definitions in a project of its own. */
const setOf = async (context: Context, propertyDefinitions: ReadonlyArray<object>) => {
  const shelf = await shelfOf(context, propertySet)
  const set = await shelf.make({ name: "S", entityTypes: [{ value: "IfcWall" }], propertyDefinitions })
  return { shelf, ...set, put: (body: object) => context.api.put(set.path, body) }
}

/** Bodies of a set that holds a text, or a list, at each depth. */
const nested: Readonly<Record<string, readonly [longest: number, body: (text: string) => object]>> = {
  definition: [255, (name) => ({ propertyDefinitions: [text(name)] })],
  measureType: [64, (measureType) => ({ propertyDefinitions: [{ ...lengthOf("d"), measureType }] })],
  unit: [64, (unit) => ({ propertyDefinitions: [{ ...lengthOf("d"), unit }] })],
  value: [255, (value) => ({ entityTypes: [{ value }] })],
  displayName: [255, (displayName) => ({ entityTypes: [{ value: "v", displayName }] })],
  "predefined value": [255, (value) => ({ entityTypes: [{ value: "v", predefinedTypes: [{ value }] }] })],
  word: [255, (word) => ({ propertyDefinitions: [{ name: "d", dataType: "Enumeration", enumerationValues: [word] }] })]
}
const lists: Readonly<Record<string, (entries: ReadonlyArray<string>) => object>> = {
  definitions: (entries) => ({ propertyDefinitions: entries.map(text) }),
  "entity types": (entries) => ({ entityTypes: entries.map((value) => ({ value })) }),
  "predefined types": (entries) => ({
    entityTypes: [{ value: "v", predefinedTypes: entries.map((value) => ({ value })) }]
  }),
  words: (enumerationValues) => ({
    propertyDefinitions: [{ name: "d", dataType: "Enumeration", enumerationValues }]
  })
}

const refusedIn = async (shelf: Shelf, body: object) =>
  problem(await shelf.post({ name: "bad", ...body }), 400, "InvalidBody")

export const customProperties = [
  rule("custom-library-id", "libraryId stays the same after changes of the library", async (context) => {
    const project = await context.newProject("Custom sets")
    const library = async () => status(await context.api.get(base(project)), 200)
    const before = await library()
    same("members", Object.keys(before.object()).sort(), ["libraryId", "sets"])
    await createSet(context, project, { name: "One" })
    same("libraryId", (await library()).at("libraryId"), before.number("libraryId"))
  }),
  rule(
    "custom-create-set",
    "A set is created with its definitions and entity types in one request",
    async (context) => {
      const enumeration = { dataType: "Enumeration", enumerationValues: ["good", "bad"] }
      const propertyDefinitions = [
        { name: "Interval", dataType: "Integer" },
        { name: "Area", dataType: "Real", measureType: "Area", unit: "m2" },
        { name: "State", ...enumeration },
        { name: "state", ...enumeration }
      ]
      const { answer, shelf } = await setOf(context, propertyDefinitions)
      const none = { measureType: null, unitName: null, enumerationValues: null }
      const state = { dataType: "enumeration", measureType: null, unitName: null, enumerationValues: ["good", "bad"] }
      const definitions = answer.list("propertyDefinitions").map(({ id, guid, ...rest }) => {
        holds("id and guid", Number.isInteger(id) && typeof guid === "string")
        return rest
      })
      same("definitions", definitions, [
        { name: "Interval", dataType: "integer", ...none },
        { name: "Area", dataType: "double", measureType: "area", unitName: "m2", enumerationValues: null },
        { name: "State", ...state },
        { name: "state", ...state }
      ])
      same("listed", await shelf.items(), [answer.body])
      const bare = await shelf.make({ name: "bare", entityTypes: [], propertyDefinitions: [] })
      same("lists", [bare.answer.at("propertyDefinitions"), bare.answer.at("entityTypes")], [[], []])
    }
  ),
  rules("contract 2.2")(
    "2.2-custom-any-case",
    "Members of the definitions in a set match in any case too",
    async (context) => {
      const definition = { Name: "d", DataType: "Real", Unit: "m", MEASURETYPE: "Ratio" }
      const { answer, put } = await setOf(context, [definition])
      const shown = (answer: Answer) =>
        ["name", "unitName", "measureType"].map((name) => answer.at("propertyDefinitions", 0, name))
      same("made", shown(answer), ["d", "m", "ratio"])
      same("changed", shown(status(await put({ PropertyDefinitions: [{ NAME: "d", UNIT: "km" }] }), 200)), [
        "d",
        "km",
        "ratio"
      ])
    }
  ),
  rule("custom-create-whole", "A set with an invalid or repeated definition is not created at all", async (context) => {
    const shelf = await shelfOf(context, propertySet)
    const good = text("a")
    problem(await shelf.post({ name: "S", propertyDefinitions: [good, good] }), 400, "DuplicateName")
    await refusedIn(shelf, { propertyDefinitions: [good, { name: "b", dataType: "?" }] })
    await refusedIn(shelf, { entityTypes: [{ displayName: "no value" }] })
    same("sets", await shelf.items(), [])
  }),
  four(
    "4-custom-put-definitions",
    "PUT of a set adds and updates definitions by name, new ones with their dataType; [] and null remove none",
    async (context) => {
      const { answer, put, shelf } = await setOf(context, [lengthOf("a"), text("b")])
      for (const propertyDefinitions of [[], null, [{ name: "a" }], [{ name: " b ", dataType: "string" }]])
        same(JSON.stringify(propertyDefinitions), status(await put({ propertyDefinitions }), 200).body, answer.body)
      const more = [
        { name: "b", dataType: "Real", unit: "km" },
        { name: "c", dataType: "Boolean" }
      ]
      const changed = status(await put({ propertyDefinitions: more }), 200)
      const shown = changed.list("propertyDefinitions")
      same(
        "names and units",
        shown.map(({ name, unitName }) => [name, unitName]),
        [
          ["a", "m"],
          ["b", "km"],
          ["c", null]
        ]
      )
      same(
        "ids stay",
        shown.slice(0, 2).map(({ id, guid }) => [id, guid]),
        answer.list("propertyDefinitions").map(({ id, guid }) => [id, guid])
      )
      same("a keeps all", shown[0], answer.at("propertyDefinitions", 0))
      const cleared = { propertyDefinitions: [{ name: "a", measureType: null, unit: null, enumerationValues: null }] }
      same("cleared", status(await put(cleared), 200).at("propertyDefinitions", 0), {
        ...shown[0],
        measureType: null,
        unitName: null
      })
      const before = await shelf.items()
      for (const bad of [{ name: "new" }, { dataType: "Real" }, { name: "a", dataType: null }, { name: null }])
        problem(await put({ propertyDefinitions: [bad] }), 400, "InvalidBody")
      problem(await put({ propertyDefinitions: [text("d"), text("d")] }), 400, "DuplicateName")
      same("nothing has changed", await shelf.items(), before)
    }
  ),
  four("4-custom-rename-set", "Renaming a set keeps its id, its definitions' ids and guids", async (context) => {
    const { answer, put, shelf } = await setOf(context, [text("a"), text("b")])
    same("answer", status(await put({ name: " After " }), 200).body, { ...answer.object(), name: "After" })
    const guid = answer.string("propertyDefinitions", 1, "guid")
    const found = status(await context.api.get(`${base(shelf.project)}/property-definitions/${guid}`), 200)
    same("by its guid", found.body, answer.at("propertyDefinitions", 1))
    const second = await createSet(context, shelf.project, { name: "S", propertyDefinitions: [text("a")] })
    holds(
      "a set made later under the old name has other guids",
      !JSON.stringify(answer.body).includes(second.string("propertyDefinitions", 0, "guid"))
    )
  }),
  rule(
    "custom-delete-set",
    "Deleting a set deletes its definitions; created again they have their guids, and ids are not reused",
    async (context) => {
      const { answer, path, shelf } = await setOf(context, [text("a")])
      const definition = `${base(shelf.project)}/property-definitions/${answer.string("propertyDefinitions", 0, "guid")}`
      status(await context.api.get(definition), 200)
      status(await context.api.delete(path), 204)
      problem(await context.api.get(definition), 404, "NotFound")
      const again = await createSet(context, shelf.project, { name: "S", propertyDefinitions: [text("a")] })
      for (const id of [["id"], ["propertyDefinitions", 0, "id"]])
        holds("a new id", again.number(...id) > answer.number(...id), again.text)
      same("the same guid", again.at("propertyDefinitions", 0, "guid"), answer.at("propertyDefinitions", 0, "guid"))
    }
  ),
  four(
    "custom-guid-of-project",
    "The same set and definition have different guids in two projects",
    async (context) => {
      const [one, two] = [await setOf(context, [text("same")]), await setOf(context, [text("same")])]
      const guid = ["propertyDefinitions", 0, "guid"] as const
      holds("two guids", one.answer.string(...guid) !== two.answer.string(...guid), one.answer.at(...guid))
    }
  ),
  twelve(
    "2.12-custom-limits",
    "Texts in a set have limited lengths at every depth; NUL and lone surrogates are 400",
    async (context) => {
      const shelf = await shelfOf(context, propertySet)
      await each(Object.entries(nested), String, async ([name, [longest, body]]) => {
        for (const bad of ["x".repeat(longest + 1), "a\u{0}b", "a\u{D800}"]) await refusedIn(shelf, body(bad))
        await shelf.make({ name, ...body("x".repeat(longest)) })
      })
      for (const name of ["", " \t "]) await refusedIn(shelf, { propertyDefinitions: [text(name)] })
    }
  ),
  twelve("2.12-custom-lists", "Each list of a set has at most 1,000 entries in a request", async (context) => {
    const shelf = await shelfOf(context, propertySet)
    const entries = Array.from({ length: 1001 }, (_, i) => `n${i}`)
    await each(Object.entries(lists), String, async ([name, body]) => {
      await refusedIn(shelf, body(entries))
      await shelf.make({ name, ...body(entries.slice(1)) })
    })
  }),
  four("custom-parallel-puts", "50 parallel PUTs that each add a definition to a set lose none", async (context) => {
    const { put, shelf } = await setOf(context, [])
    for (const answer of await atOnce((i) => put({ propertyDefinitions: [text(`d${i}`)] }))) status(answer, 200)
    const listed = (await shelf.items())[0]!["propertyDefinitions"] as ReadonlyArray<JsonObject>
    same("names", new Set(names(listed)).size, 50)
    same("guids", new Set(listed.map(({ guid }) => guid)).size, 50)
  }),
  fourOperating(
    "4-shared-custom",
    "PUT of a set makes new versions if a definition changes, and none otherwise",
    async (context) => {
      const model = await importModel(context.api, await context.newProject("Shared sets"), "bridge.ifc")
      const shelf = await shelfOf(context, propertySet, model.project)
      const words = { name: "b", dataType: "Enumeration", enumerationValues: ["x", "y"] }
      const { answer, path } = await shelf.make({ propertyDefinitions: [lengthOf("a"), words] })
      const put = (...propertyDefinitions: ReadonlyArray<object>) => context.api.put(path, { propertyDefinitions })
      const [a, b] = answer.list("propertyDefinitions").map(({ id }) => `${path}/property/${id as number}`)
      const { api } = context
      await takeSteps(context, model, [
        ["the same definitions", () => put({ name: "a", unit: "m" }), 200, false],
        ["no definitions", () => put(), 200, false],
        ["another unit", () => put({ name: "a", unit: "km" }), 200, true],
        ["one more definition", () => put({ name: "c", dataType: "Real" }), 200, true],
        ["one without its type", () => put({ name: "e" }), 400, false],
        ["the same words", () => api.put(b!, { enumerationValues: ["x", "y"] }), 200, false],
        ["words in another order", () => api.put(b!, { enumerationValues: ["y", "x"] }), 200, true],
        ["the same in any case", () => api.put(a!, { dataType: "real", measureType: "length" }), 200, false]
      ])
    }
  )
]
