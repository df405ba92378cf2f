import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import type { Project } from "../../harness/Project.ts"
import { rules } from "../../harness/Rule.ts"
import { base, createSet, sets } from "./CustomProperties.ts"

const rule = rules("specification Custom properties")
const four = rules("contract 4")
const twelve = rules("contract 2.12")

const fresh = (context: Context) => context.newProject("Custom sets")
const text = (name: string) => ({ name, dataType: "String" })

const library = async (context: Context, project: Project) => status(await context.api.get(base(project)), 200)

const names = (list: ReadonlyArray<Readonly<Record<string, unknown>>>) => list.map(({ name }) => name)

export const customSets = [
  rule("custom-library-id", "libraryId stays the same whatever is made in the library", async (context) => {
    const project = await fresh(context)
    const before = await library(context, project)
    same("members", Object.keys(before.object()).sort(), ["libraryId", "sets"])
    await createSet(context, project, { name: "One" })
    same("libraryId", (await library(context, project)).at("libraryId"), before.number("libraryId"))
  }),
  rule(
    "custom-set-bare",
    "A set needs a name alone; lists that are absent or null are empty, unknown members ignored",
    async (context) => {
      const project = await fresh(context)
      const wall = { value: "IfcWall", displayName: null, predefinedTypes: null, name: "Ignored" }
      const cases: ReadonlyArray<readonly [object, ReadonlyArray<object>]> = [
        [{ name: "a" }, []],
        [{ name: "b", entityTypes: null, propertyDefinitions: null }, []],
        [{ name: "c", entityTypes: [], propertyDefinitions: [], id: "x", colour: [1] }, []],
        [{ name: "d", entityTypes: [wall] }, [{ name: "IfcWall", predefinedTypes: [] }]]
      ]
      await each(
        cases,
        ([body]) => JSON.stringify(body),
        async ([body, entityTypes]) => {
          const created = await createSet(context, project, body)
          same("members", Object.keys(created.object()).sort(), ["entityTypes", "id", "name", "propertyDefinitions"])
          same("lists", [created.at("propertyDefinitions"), created.at("entityTypes")], [[], entityTypes])
        }
      )
    }
  ),
  rule("custom-set-order", "Sets are listed in the order of creation, and no change moves them", async (context) => {
    const project = await fresh(context)
    const ids: Array<number> = []
    for (const name of ["zinc", "Alpha", "beta"]) ids.push((await createSet(context, project, { name })).number("id"))
    status(await context.api.put(`${sets(project)}/${ids[1]}`, { name: "aardvark" }), 200)
    status(await context.api.post(`${sets(project)}/${ids[0]}/property`, text("d")), 201)
    same("names", names((await library(context, project)).list("sets")), ["zinc", "aardvark", "beta"])
  }),
  four(
    "custom-guid-of-project",
    "The same set and definition in two projects have guids of their own",
    async (context) => {
      const body = { name: "Same", propertyDefinitions: [text("same")] }
      const one = await createSet(context, await fresh(context), body)
      const two = await createSet(context, await fresh(context), body)
      const guid = ["propertyDefinitions", 0, "guid"] as const
      holds("two guids", one.string(...guid) !== two.string(...guid), one.at(...guid))
    }
  ),
  four("4-custom-rename-set", "Renaming a set keeps its id, its definitions' ids and guids", async (context) => {
    const project = await fresh(context)
    const created = await createSet(context, project, { name: "Before", propertyDefinitions: [text("a"), text("b")] })
    const path = `${sets(project)}/${created.number("id")}`
    same("answer", status(await context.api.put(path, { name: " After " }), 200).body, {
      ...created.object(),
      name: "After"
    })
    const guid = created.string("propertyDefinitions", 1, "guid")
    same(
      "by its guid",
      status(await context.api.get(`${base(project)}/property-definitions/${guid}`), 200).body,
      created.at("propertyDefinitions", 1)!
    )
    const second = await createSet(context, project, { name: "Before", propertyDefinitions: [text("a")] })
    holds(
      "a set made later under the old name has other guids",
      !JSON.stringify(created.body).includes(second.string("propertyDefinitions", 0, "guid"))
    )
  }),
  four(
    "4-custom-rename-taken",
    "Renaming a definition to a taken name: 400 DuplicateName; to itself or another case is good",
    async (context) => {
      const project = await fresh(context)
      const created = await createSet(context, project, { name: "S", propertyDefinitions: [text("a"), text("b")] })
      const path = `${sets(project)}/${created.number("id")}`
      const b = `${path}/property/${created.number("propertyDefinitions", 1, "id")}`
      problem(await context.api.put(b, { name: " a " }), 400, "DuplicateName")
      same(
        "to itself",
        status(await context.api.put(b, { name: "b" }), 200).body,
        created.at("propertyDefinitions", 1)!
      )
      same("another case", status(await context.api.put(b, { name: "A" }), 200).at("name"), "A")
      same("the set to itself", status(await context.api.put(path, { name: "S" }), 200).at("name"), "S")
    }
  ),
  four(
    "4-custom-put-definitions",
    "In a PUT of a set a known definition keeps what is absent, a new one needs a dataType, [] and null remove none",
    async (context) => {
      const project = await fresh(context)
      const created = await createSet(context, project, {
        name: "S",
        propertyDefinitions: [{ name: "a", dataType: "Real", measureType: "Length", unit: "m" }, text("b")]
      })
      const path = `${sets(project)}/${created.number("id")}`
      const put = (propertyDefinitions: unknown) => context.api.put(path, { propertyDefinitions })
      for (const nothing of [[], null, [{ name: "a" }], [{ name: " b ", dataType: "string" }]]) {
        same(JSON.stringify(nothing), status(await put(nothing), 200).body, created.body)
      }
      same("updated", status(await put([{ name: "a", unit: "km" }]), 200).at("propertyDefinitions", 0), {
        ...created.object("propertyDefinitions", 0),
        unitName: "km"
      })
      problem(await put([{ name: "new" }]), 400, "InvalidBody")
      problem(await put([{ dataType: "Real" }]), 400, "InvalidBody")
      problem(await put([text("c"), text("c")]), 400)
      const listed = (await library(context, project)).list("sets", 0, "propertyDefinitions")
      same("names", names(listed), ["a", "b"])
    }
  ),
  rule("custom-put-whole", "A PUT of a set that is refused changes nothing of it", async (context) => {
    const project = await fresh(context)
    await createSet(context, project, { name: "Taken" })
    const created = await createSet(context, project, { name: "S", propertyDefinitions: [text("a")] })
    const path = `${sets(project)}/${created.number("id")}`
    const bad = [
      { name: "T", entityTypes: [{}] },
      { name: "T", propertyDefinitions: [text("b"), { name: "c", dataType: "Enumeration" }] },
      { name: "Taken", entityTypes: [{ value: "IfcWall" }], propertyDefinitions: [text("b")] },
      {
        name: "T",
        propertyDefinitions: [
          { name: "a", dataType: "Integer" },
          { name: "b", dataType: "?" }
        ]
      }
    ]
    await each(bad, JSON.stringify, async (body) => {
      problem(await context.api.put(path, body), 400)
      same("the set", (await library(context, project)).at("sets", 1), created.body)
    })
  }),
  rules("contract 2.13")(
    "2.13-custom-null",
    "In a PUT null clears entityTypes, and is 400 on name and dataType",
    async (context) => {
      const project = await fresh(context)
      const created = await createSet(context, project, {
        name: "S",
        entityTypes: [{ value: "IfcWall" }],
        propertyDefinitions: [{ name: "a", dataType: "Real", measureType: "Length", unit: "m" }]
      })
      const path = `${sets(project)}/${created.number("id")}`
      for (const body of [{ name: null }, { propertyDefinitions: [{ name: "a", dataType: null }] }]) {
        problem(await context.api.put(path, body), 400, "InvalidBody")
      }
      same("entityTypes", status(await context.api.put(path, { entityTypes: null }), 200).at("entityTypes"), [])
      const cleared = { propertyDefinitions: [{ name: "a", measureType: null, unit: null, enumerationValues: null }] }
      same("cleared", status(await context.api.put(path, cleared), 200).at("propertyDefinitions", 0), {
        ...created.object("propertyDefinitions", 0),
        measureType: null,
        unitName: null
      })
    }
  ),
  twelve(
    "2.12-custom-limits",
    "Names, values, display names and words have up to 255 characters; NUL and lone surrogates are 400",
    async (context) => {
      const project = await fresh(context)
      const words = (word: string) => [{ name: "d", dataType: "Enumeration", enumerationValues: [word] }]
      const shapes: Readonly<Record<string, (text: string) => object>> = {
        name: (name) => ({ name }),
        definition: (name) => ({ name: "S definition", propertyDefinitions: [text(name)] }),
        value: (value) => ({ name: "S value", entityTypes: [{ value }] }),
        displayName: (displayName) => ({ name: "S display", entityTypes: [{ value: "v", displayName }] }),
        "predefined value": (value) => ({
          name: "S type",
          entityTypes: [{ value: "v", predefinedTypes: [{ value }] }]
        }),
        word: (word) => ({ name: "S word", propertyDefinitions: words(word) })
      }
      await each(
        Object.entries(shapes),
        ([name]) => name,
        async ([, shape]) => {
          for (const bad of ["x".repeat(256), "a\u{0}b", "a\u{D800}"]) {
            problem(await context.api.post(sets(project), shape(bad)), 400, "InvalidBody")
          }
          await createSet(context, project, shape("x".repeat(255)))
        }
      )
      for (const name of ["", " \t "]) {
        problem(await context.api.post(sets(project), { name }), 400, "InvalidBody")
        problem(
          await context.api.post(sets(project), { name: "N", propertyDefinitions: [text(name)] }),
          400,
          "InvalidBody"
        )
      }
    }
  ),
  twelve(
    "2.12-custom-lists",
    "A set has up to 1,000 definitions, entity types and predefined types a request",
    async (context) => {
      const project = await fresh(context)
      const many = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`)
      const shapes: Readonly<Record<string, (count: number) => object>> = {
        definitions: (count) => ({ propertyDefinitions: many(count).map(text) }),
        "entity types": (count) => ({ entityTypes: many(count).map((value) => ({ value })) }),
        "predefined types": (count) => ({
          entityTypes: [{ value: "v", predefinedTypes: many(count).map((value) => ({ value })) }]
        })
      }
      await each(
        Object.entries(shapes),
        ([name]) => name,
        async ([name, shape]) => {
          problem(await context.api.post(sets(project), { name, ...shape(1001) }), 400, "InvalidBody")
          await createSet(context, project, { name, ...shape(1000) })
        }
      )
    }
  ),
  rules("contract 2.4")(
    "2.4-custom-segments",
    "Literal segments of custom properties match in any case",
    async (context) => {
      const project = await fresh(context)
      const shouted = `${project.path}/CUSTOMPROPERTIES/Property-Sets`
      const id = status(await context.api.post(shouted, { name: "S" }), 201).number("id")
      status(await context.api.post(`${shouted}/${id}/PROPERTY/`, text("d")), 201)
      same("definitions", (await library(context, project)).list("sets", 0, "propertyDefinitions").length, 1)
    }
  )
]
