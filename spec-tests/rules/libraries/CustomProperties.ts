import type { Answer } from "../../harness/Answer.ts"
import { holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import type { Project } from "../../harness/Project.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("specification Custom properties")
const four = rules("contract 4")
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const base = (project: Project): string => `${project.path}/customProperties`
export const sets = (project: Project): string => `${base(project)}/property-sets`

/** A set made in a project; its answer. */
export const createSet = async (context: Context, project: Project, body: object): Promise<Answer> =>
  status(await context.api.post(sets(project), body), 201)

const fresh = (context: Context) => context.newProject("Custom properties")

export const customProperties = [
  rule("custom-list-empty", "The list of a new project has a libraryId and no sets", async (context) => {
    const answer = status(await context.api.get(base(await fresh(context))), 200)
    holds("libraryId", Number.isInteger(answer.number("libraryId")))
    same("sets", answer.at("sets"), [])
  }),
  rule(
    "custom-create-set",
    "A set is created with its definitions and entity types in one request",
    async (context) => {
      const project = await fresh(context)
      const created = await createSet(context, project, {
        name: " Maintenance ",
        entityTypes: [
          {
            displayName: "Wall",
            value: "IfcWall",
            predefinedTypes: [{ displayName: "Solid", value: "SOLIDWALL" }, { value: "SHEAR" }]
          },
          { value: "door" }
        ],
        propertyDefinitions: [
          { name: "Interval", dataType: "Integer" },
          { name: "Area", dataType: "Real", measureType: "Area", unit: "m2" },
          { name: "State", dataType: "Enumeration", enumerationValues: ["good", "bad"] }
        ]
      })
      holds("ids are numbers", Number.isInteger(created.number("id")))
      same("name", created.at("name"), "Maintenance")
      same("entityTypes", created.at("entityTypes"), [
        { name: "IfcWall", predefinedTypes: ["SOLIDWALL", "SHEAR"] },
        { name: "door", predefinedTypes: [] }
      ])
      const definitions = created.list("propertyDefinitions").map(({ id, guid, ...rest }) => {
        holds("id", Number.isInteger(id))
        matches("guid", guid, uuid)
        return rest
      })
      same("definitions", definitions, [
        { name: "Interval", dataType: "integer", measureType: null, unitName: null, enumerationValues: null },
        { name: "Area", dataType: "double", measureType: "area", unitName: "m2", enumerationValues: null },
        {
          name: "State",
          dataType: "enumeration",
          measureType: null,
          unitName: null,
          enumerationValues: ["good", "bad"]
        }
      ])
      same("listed", status(await context.api.get(base(project)), 200).at("sets"), [created.body])
    }
  ),
  four(
    "4-custom-unique",
    "Set names are unique in a project, definition names in a set: 400 DuplicateName",
    async (context) => {
      const project = await fresh(context)
      const one = { name: "One", propertyDefinitions: [{ name: "d", dataType: "String" }] }
      const id = (await createSet(context, project, one)).number("id")
      problem(await context.api.post(sets(project), { name: " One " }), 400, "DuplicateName")
      problem(
        await context.api.post(`${sets(project)}/${id}/property`, { name: "d", dataType: "Real" }),
        400,
        "DuplicateName"
      )
      await createSet(context, project, {
        name: "one",
        propertyDefinitions: [
          { name: "d", dataType: "String" },
          { name: "D", dataType: "String" }
        ]
      })
      problem(await context.api.put(`${sets(project)}/${id}`, { name: "one" }), 400, "DuplicateName")
    }
  ),
  rules("contract 2.2")(
    "2.2-custom-any-case",
    "Members in lists match in any case, EntityTypes[].Value too",
    async (context) => {
      const created = await createSet(context, await fresh(context), {
        NAME: "Cased",
        EntityTypes: [{ Value: "IfcWall", PREDEFINEDTYPES: [{ VALUE: "SHEAR" }] }],
        propertydefinitions: [{ Name: "d", DataType: "Real", Unit: "m" }]
      })
      same("entityTypes", created.at("entityTypes"), [{ name: "IfcWall", predefinedTypes: ["SHEAR"] }])
      same("unitName", created.at("propertyDefinitions", 0, "unitName"), "m")
    }
  ),
  rule("custom-create-whole", "A set with a bad or doubled definition is not made at all", async (context) => {
    const project = await fresh(context)
    const good = { name: "a", dataType: "String" }
    problem(await context.api.post(sets(project), { name: "S", propertyDefinitions: [good, good] }), 400)
    problem(
      await context.api.post(sets(project), { name: "S", propertyDefinitions: [good, { name: "b", dataType: "?" }] }),
      400
    )
    problem(await context.api.post(sets(project), { name: "S", entityTypes: [{ displayName: "no value" }] }), 400)
    same("sets", status(await context.api.get(base(project)), 200).at("sets"), [])
  }),
  four("4-custom-computed", "A set named Computed: 400", async (context) => {
    const project = await fresh(context)
    problem(await context.api.post(sets(project), { name: "Computed" }), 400)
    const id = (await createSet(context, project, { name: "Other" })).number("id")
    problem(await context.api.put(`${sets(project)}/${id}`, { name: "Computed" }), 400)
  }),
  four(
    "4-custom-put-set",
    "PUT of a set keeps what is absent, adds and updates definitions by name, and removes none",
    async (context) => {
      const project = await fresh(context)
      const created = await createSet(context, project, {
        name: "Before",
        entityTypes: [{ value: "IfcWall" }],
        propertyDefinitions: [
          { name: "a", dataType: "String" },
          { name: "b", dataType: "Real", unit: "m" }
        ]
      })
      const path = `${sets(project)}/${created.number("id")}`
      const same200 = async (body: object) => status(await context.api.put(path, body), 200)
      same("nothing", (await same200({})).body, created.body)
      const renamed = await same200({ name: "After" })
      same(
        "name",
        [renamed.at("name"), renamed.at("entityTypes"), renamed.list("propertyDefinitions").length],
        ["After", created.at("entityTypes")!, 2]
      )
      const more = await same200({
        propertyDefinitions: [
          { name: "b", unit: "km", dataType: "Real" },
          { name: "c", dataType: "Boolean" }
        ]
      })
      same(
        "definitions",
        more.list("propertyDefinitions").map(({ name, unitName }) => [name, unitName]),
        [
          ["a", null],
          ["b", "km"],
          ["c", null]
        ]
      )
      same(
        "ids stay",
        more
          .list("propertyDefinitions")
          .slice(0, 2)
          .map(({ id }) => id),
        created.list("propertyDefinitions").map(({ id }) => id)
      )
      same("emptied", (await same200({ entityTypes: [] })).at("entityTypes"), [])
      same("read again", status(await context.api.get(base(project)), 200).list("sets").length, 1)
      problem(await context.api.put(path, { name: null }), 400)
    }
  ),
  rule("custom-delete-set", "Deleting a set removes it and all its definitions; ids never return", async (context) => {
    const project = await fresh(context)
    const created = await createSet(context, project, {
      name: "Gone",
      propertyDefinitions: [{ name: "a", dataType: "String" }]
    })
    const path = `${sets(project)}/${created.number("id")}`
    const definition = `${base(project)}/property-definitions/${created.string("propertyDefinitions", 0, "guid")}`
    status(await context.api.get(definition), 200)
    same("body", status(await context.api.delete(path), 204).text, "")
    problem(await context.api.get(definition), 404)
    problem(await context.api.delete(path), 404)
    problem(await context.api.put(path, { name: "x" }), 404)
    problem(await context.api.post(`${path}/property`, { name: "x", dataType: "String" }), 404)
    const again = await createSet(context, project, {
      name: "Gone",
      propertyDefinitions: [{ name: "a", dataType: "String" }]
    })
    holds("a new set id", again.number("id") > created.number("id"))
    holds(
      "a new definition id",
      again.number("propertyDefinitions", 0, "id") > created.number("propertyDefinitions", 0, "id")
    )
    same("the same guid", again.at("propertyDefinitions", 0, "guid"), created.at("propertyDefinitions", 0, "guid"))
  }),
  rule("custom-foreign", "A set of another project, or a definition of another set: 404", async (context) => {
    const project = await fresh(context)
    const other = await fresh(context)
    const definition = { name: "a", dataType: "String" }
    const one = await createSet(context, project, { name: "One", propertyDefinitions: [definition] })
    const two = await createSet(context, project, { name: "Two" })
    problem(await context.api.delete(`${sets(other)}/${one.number("id")}`), 404)
    problem(await context.api.put(`${sets(other)}/${one.number("id")}`, { name: "Mine" }), 404)
    const path = `${sets(project)}/${two.number("id")}/property/${one.number("propertyDefinitions", 0, "id")}`
    problem(await context.api.put(path, { name: "x" }), 404)
    problem(await context.api.delete(path), 404)
    problem(
      await context.api.get(`${base(other)}/property-definitions/${one.string("propertyDefinitions", 0, "guid")}`),
      404
    )
  })
]
