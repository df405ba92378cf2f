import type { Answer } from "../../harness/Answer.ts"
import { holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { type Imported, importModel } from "../../harness/Imports.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"
import { base, createSet, sets } from "./CustomProperties.ts"
import { source, type Step, takeSteps } from "./VersionSteps.ts"

const four = rules("contract 4")

const fresh = async (context: Context): Promise<Imported> =>
  importModel(context.api, await context.newProject("Shared versions"), "bridge.ifc")

const setWith = async (context: Context, project: Project) => {
  const created = await createSet(context, project, {
    name: "S",
    entityTypes: [{ value: "IfcWall" }],
    propertyDefinitions: [
      { name: "a", dataType: "Real", measureType: "Length", unit: "m" },
      { name: "b", dataType: "Enumeration", enumerationValues: ["x", "y"] }
    ]
  })
  const path = `${sets(project)}/${created.number("id")}`
  const [a, b] = [0, 1].map((i) => `${path}/property/${created.number("propertyDefinitions", i, "id")}`)
  return { path, a: a!, b: b!, guid: created.string("propertyDefinitions", 0, "guid") }
}

/** A material library with one material; their paths. */
export const libraryWith = async (context: Context, project: Project) => {
  const path = `${project.path}/material-libraries`
  const library = `${path}/${status(await context.api.post(path, { name: "L" }), 201).string("guid")}`
  const made = await context.api.post(`${library}/materials`, { name: "M", color: "#fff", category: "c" })
  return { path, library, material: `${library}/materials/${status(made, 201).string("guid")}` }
}

export const sharedVersions = [
  four(
    "4-shared-custom",
    "Each change of sets and definitions makes new versions, none where nothing changes",
    async (context) => {
      const model = await fresh(context)
      const { api } = context
      const { path, a, b } = await setWith(context, model.project)
      const changes: ReadonlyArray<Step> = [
        ["create a set", () => api.post(sets(model.project), { name: "T" }), 201, true],
        ["an empty PUT", () => api.put(path, {}), 200, false],
        [
          "the same name and types",
          () => api.put(path, { name: " S ", entityTypes: [{ value: "IfcWall" }] }),
          200,
          false
        ],
        ["the same definitions", () => api.put(path, { propertyDefinitions: [{ name: "a", unit: "m" }] }), 200, false],
        ["no definitions", () => api.put(path, { propertyDefinitions: [] }), 200, false],
        ["another name", () => api.put(path, { name: "U" }), 200, true],
        ["other types", () => api.put(path, { entityTypes: [] }), 200, true],
        ["another unit", () => api.put(path, { propertyDefinitions: [{ name: "a", unit: "km" }] }), 200, true],
        [
          "one more definition",
          () => api.put(path, { propertyDefinitions: [{ name: "c", dataType: "Real" }] }),
          200,
          true
        ],
        ["add a definition", () => api.post(`${path}/property`, { name: "d", dataType: "Real" }), 201, true],
        ["an empty PUT of a definition", () => api.put(a, {}), 200, false],
        [
          "the same of a definition",
          () => api.put(a, { name: "a", dataType: "real", measureType: "length" }),
          200,
          false
        ],
        ["the same words", () => api.put(b, { enumerationValues: ["x", "y"] }), 200, false],
        ["words in another order", () => api.put(b, { enumerationValues: ["y", "x"] }), 200, true],
        ["rename a definition", () => api.put(a, { name: "aa" }), 200, true],
        ["clear a unit", () => api.put(a, { unit: null }), 200, true],
        ["clear it again", () => api.put(a, { unit: null }), 200, false],
        ["another data type", () => api.put(a, { dataType: "Integer" }), 200, true],
        ["delete a definition", () => api.delete(a), 204, true],
        ["delete a set", () => api.delete(path), 204, true]
      ]
      await takeSteps(context, model, changes)
    }
  ),
  four(
    "4-shared-materials",
    "Each change of libraries and materials makes new versions, none where nothing changes",
    async (context) => {
      const model = await fresh(context)
      const { api } = context
      const { path, library, material } = await libraryWith(context, model.project)
      const changes: ReadonlyArray<Step> = [
        ["create a library", () => api.post(path, { name: "L" }), 201, true],
        ["add a material", () => api.post(`${library}/materials`, { name: "N" }), 201, true],
        ["an empty PUT", () => api.put(material, {}), 200, false],
        ["the same", () => api.put(material, { name: " M ", color: "#fff", category: "c" }), 200, false],
        ["clear what is not there", () => api.put(material, { description: null }), 200, false],
        ["another name", () => api.put(material, { name: "MM" }), 200, true],
        ["a description", () => api.put(material, { description: "d" }), 200, true],
        ["clear a colour", () => api.put(material, { color: null }), 200, true],
        ["delete a material", () => api.delete(material), 204, true],
        ["delete a library", () => api.delete(library), 204, true]
      ]
      await takeSteps(context, model, changes)
    }
  ),
  four("4-shared-refused", "What is refused and what only reads makes no version", async (context) => {
    const model = await fresh(context)
    const { api } = context
    const set = await setWith(context, model.project)
    const materials = await libraryWith(context, model.project)
    const refused: ReadonlyArray<readonly [() => Promise<Answer>, number]> = [
      [() => api.post(sets(model.project), { name: "S" }), 400],
      [() => api.post(`${set.path}/property`, { name: "a", dataType: "Real" }), 400],
      [() => api.put(set.path, { name: "T", propertyDefinitions: [{ name: "new" }] }), 400],
      [() => api.put(set.a, { name: "b" }), 400],
      [() => api.delete(`${set.path}/property/9007199254740991`), 404],
      [() => api.delete(`${sets(model.project)}/9007199254740991`), 404],
      [() => api.post(materials.path, { name: " " }), 400],
      [() => api.put(materials.material, { name: "T", color: "red" }), 400],
      [() => api.delete(`${materials.path}/11111111-2222-4333-8444-555555555555`), 404]
    ]
    const paths = [
      base(model.project),
      `${base(model.project)}/property-definitions/${set.guid}`,
      materials.path,
      materials.library,
      materials.material
    ]
    await takeSteps(
      context,
      model,
      refused.map(([send, expected], i): Step => [`refused ${i}`, send, expected, false])
    )
    await takeSteps(
      context,
      model,
      paths.map((path): Step => [path, () => api.get(path), 200, false])
    )
  }),
  four(
    "4-shared-repeat",
    "A change repeated under its Idempotency-Key makes one version and one thing",
    async (context) => {
      const model = await fresh(context)
      const { api } = context
      const set = await setWith(context, model.project)
      const { path, library } = await libraryWith(context, model.project)
      const creations: ReadonlyArray<readonly [string, object]> = [
        [sets(model.project), { name: "Once" }],
        [`${set.path}/property`, { name: "once", dataType: "String" }],
        [path, { name: "Once" }],
        [`${library}/materials`, { name: "once" }]
      ]
      for (const [path, body] of creations) {
        const key = { "idempotency-key": crypto.randomUUID() }
        const create = () => api.post(path, body, key)
        await takeSteps(context, model, [
          [path, create, 201, true],
          [`${path} again`, create, 201, false]
        ])
      }
      same("sets", status(await api.get(base(model.project)), 200).list("sets").length, 2)
      same("libraries", status(await api.get(path), 200).list("materialProperties").length, 2)
      same("materials", status(await api.get(library), 200).list("properties").length, 2)
    }
  ),
  four(
    "4-shared-models",
    "All models of the project show the new versions, those of other projects keep theirs",
    async (context) => {
      const first = await fresh(context)
      const second = await importModel(context.api, first.project, "shed.ifc")
      const other = await fresh(context)
      const shared = async (model: Imported) => {
        const { sharedDataVersionId, projectVersionId } = await source(context, model)
        return [sharedDataVersionId!, projectVersionId!]
      }
      const before = [await shared(first), await shared(other)]
      same("both models before", await shared(second), before[0])
      await setWith(context, first.project)
      const after = await shared(first)
      holds(
        "new",
        after.every((id, i) => id !== before[0]![i]),
        [before[0], after]
      )
      same("the second model", await shared(second), after)
      same(
        "listed",
        status(await context.api.get(`${first.project.path}/models`), 200)
          .list("models")
          .map((model) => {
            const { sharedDataVersionId, projectVersionId } = model["latestPublicSource"] as Record<string, string>
            return [sharedDataVersionId, projectVersionId]
          }),
        [after, after]
      )
      same("another project", await shared(other), before[1])
    }
  )
]
