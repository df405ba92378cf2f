import type { Json } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("specification Materials")
const twelve = rules("contract 2.12")
const unknown = "11111111-2222-4333-8444-555555555555"

/** A library of its own in a project of its own. */
export const fresh = async (context: Context, name = "Own") => {
  const project = await context.newProject("Materials changed")
  const path = `${project.path}/material-libraries`
  const library = status(await context.api.post(path, { name }), 201)
  return { project, path, library, own: `${path}/${library.string("guid")}` }
}

/** Adds a material; its guid. */
export const add = async (context: Context, library: string, body: object) =>
  status(await context.api.post(`${library}/materials`, body), 201).string("guid")

/** The values of each material of a library, Guid aside, by their names. */
export const values = async (context: Context, library: string) =>
  status(await context.api.get(library), 200)
    .list("properties")
    .map((rows) => {
      const shown = rows as unknown as ReadonlyArray<{ readonly name: string; readonly value: Json }>
      return Object.fromEntries(shown.filter(({ name }) => name !== "Guid").map(({ name, value }) => [name, value]))
    })

export const materialChanges = [
  rule(
    "materials-order",
    "Libraries and materials stand in the order of creation, and no change moves them",
    async (context) => {
      const { path, own } = await fresh(context, "zinc")
      for (const name of ["Alpha", "beta"]) status(await context.api.post(path, { name }), 201)
      const guids: Array<string> = []
      for (const name of ["z", "A", "m"]) guids.push(await add(context, own, { name }))
      status(await context.api.put(`${own}/materials/${guids[2]}`, { name: "a" }), 200)
      const libraries = status(await context.api.get(path), 200).list("materialProperties")
      same(
        "libraries",
        libraries.map(({ name }) => name),
        ["zinc", "Alpha", "beta"]
      )
      same(
        "materials",
        (await values(context, own)).map(({ Name }) => Name),
        ["z", "A", "a"]
      )
      same("in the list too", libraries[0], status(await context.api.get(own), 200).body)
    }
  ),
  rule(
    "materials-put-keeps",
    "A PUT keeps what is absent, null clears it; in a POST null is absent",
    async (context) => {
      const { own } = await fresh(context)
      const nulls = { color: null, description: null, category: null }
      const path = `${own}/materials/${await add(context, own, { name: "Oak", ...nulls })}`
      same("bare", await values(context, own), [{ Name: "Oak" }])
      const cases: ReadonlyArray<readonly [body: object, after: object]> = [
        [{ color: "#AbC" }, { Name: "Oak", Color: "#AbC" }],
        [{ description: " d " }, { Name: "Oak", Color: "#AbC", Description: " d " }],
        [
          { name: " Ash ", category: "Wood" },
          { Name: "Ash", Color: "#AbC", Description: " d ", Category: "Wood" }
        ],
        [{}, { Name: "Ash", Color: "#AbC", Description: " d ", Category: "Wood" }],
        [{ description: null }, { Name: "Ash", Color: "#AbC", Category: "Wood" }],
        [{ color: null, category: null }, { Name: "Ash" }]
      ]
      for (const [body, after] of cases) {
        const answer = status(await context.api.put(path, body), 200)
        same(JSON.stringify(body), await values(context, own), [after])
        same("read", status(await context.api.get(path), 200).body, answer.body)
      }
    }
  ),
  rule("materials-names-free", "Names of libraries and materials need not be unique", async (context) => {
    const { path, own } = await fresh(context)
    const second = status(await context.api.post(path, { name: "Own" }), 201)
    holds("guids of their own", !own.endsWith(second.string("guid")))
    const guids = [await add(context, own, { name: "Oak" }), await add(context, own, { name: "Oak" })]
    const third = await add(context, own, { name: "Elm" })
    same("renamed", status(await context.api.put(`${own}/materials/${third}`, { name: "Oak" }), 200).body, {
      name: "Oak",
      guid: third
    })
    same("guids", new Set([...guids, third]).size, 3)
  }),
  rules("contract 3")(
    "materials-guid-any-case",
    "Guids of libraries and materials are accepted in any case",
    async (context) => {
      const { path, library } = await fresh(context)
      const shouted = `${path}/${library.string("guid").toUpperCase()}`
      const guid = await add(context, shouted, { name: "Oak" })
      const material = `${shouted}/materials/${guid.toUpperCase()}`
      same("read", status(await context.api.get(material), 200).body, { name: "Oak", guid })
      same("changed", status(await context.api.put(material, { name: "Ash" }), 200).body, { name: "Ash", guid })
      status(await context.api.delete(material), 204)
      status(await context.api.delete(shouted), 204)
    }
  ),
  rules("contract 2.2")(
    "2.2-materials-any-case",
    "Members and literal segments match in any case; two spellings of one are 400",
    async (context) => {
      const { project } = await fresh(context)
      const path = `${project.path}/Material-LIBRARIES`
      const library = status(await context.api.post(path, { NAME: "L", Edition: "1", guid: "ignored" }), 201)
      const own = `${path}/${library.string("guid")}`
      const sent = { Name: "m", COLOR: "#fff", Description: "d", cATEGORY: "c", guid: unknown }
      const made = status(await context.api.post(`${own}/MATERIALS`, sent), 201)
      holds("a guid of its own", made.at("guid") !== unknown)
      same("values", await values(context, own), [{ Name: "m", Color: "#fff", Description: "d", Category: "c" }])
      problem(await context.api.post(path, { name: "a", Name: "a" }), 400, "InvalidBody")
      const material = `${own}/materials/${made.string("guid")}`
      problem(await context.api.put(material, { color: "#fff", Color: "#000" }), 400, "InvalidBody")
    }
  ),
  twelve(
    "2.12-materials-limits",
    "Texts of a material keep to their lengths on creating and changing; NUL and lone surrogates are 400",
    async (context) => {
      const { path, own } = await fresh(context)
      const material = `${own}/materials/${await add(context, own, { name: "m" })}`
      const limits = { name: 255, description: 4000, category: 255 }
      await each(
        Object.entries(limits),
        ([member]) => member,
        async ([member, limit]) => {
          for (const bad of ["x".repeat(limit + 1), "a\u{0}", "\u{DC00}"]) {
            const body = { name: "m", [member]: bad }
            problem(await context.api.post(`${own}/materials`, body), 400, "InvalidBody")
            problem(await context.api.put(material, { [member]: bad }), 400, "InvalidBody")
          }
          status(await context.api.put(material, { [member]: "x".repeat(limit) }), 200)
        }
      )
      await each(
        [{ name: " " }, { color: "red" }, { color: "" }, { color: 1 }, { category: [] }],
        JSON.stringify,
        async (body) => {
          problem(await context.api.put(material, body), 400, "InvalidBody")
        }
      )
      const longest = { type: 255, uri: 2048, description: 4000, source: 255, edition: 255 }
      await each(
        Object.entries(longest),
        ([member]) => member,
        async ([member, limit]) => {
          status(await context.api.post(path, { name: "n".repeat(255), [member]: "x".repeat(limit) }), 201)
          problem(await context.api.post(path, { name: "n", [member]: "x".repeat(limit + 1) }), 400, "InvalidBody")
          problem(await context.api.post(path, { name: "n", [member]: "\u{0}" }), 400, "InvalidBody")
        }
      )
      problem(await context.api.post(path, { name: "n".repeat(256) }), 400, "InvalidBody")
    }
  ),
  rules("contract 10")(
    "10-materials-pointers",
    "Each fault of a body is told with a pointer to its place",
    async (context) => {
      const { path, own } = await fresh(context)
      const material = `${own}/materials/${await add(context, own, { name: "m" })}`
      const cases: ReadonlyArray<readonly [method: "post" | "put", path: string, body: object, pointer: string]> = [
        ["post", path, {}, "/name"],
        ["post", path, { name: "n", uri: 1 }, "/uri"],
        ["post", `${own}/materials`, { color: "#fff" }, "/name"],
        ["post", `${own}/materials`, { name: "n", color: "red" }, "/color"],
        ["put", material, { name: null }, "/name"],
        ["put", material, { category: {} }, "/category"]
      ]
      await each(
        cases,
        ([method, , body]) => `${method} ${JSON.stringify(body)}`,
        async ([method, path, body, pointer]) => {
          const faults = problem(await context.api[method](path, body), 400, "InvalidBody").list("errors")
          same("pointers", [...new Set(faults.map((fault) => fault["pointer"]))], [pointer])
        }
      )
    }
  ),
  rules("contract 2.5")(
    "materials-library-put",
    "A library cannot be changed: PUT is 405, with Allow",
    async (context) => {
      const { own } = await fresh(context)
      const allow = problem(await context.api.put(own, { name: "Other" }), 405)
        .header("allow")
        .toUpperCase()
      same("Allow", [allow.includes("GET"), allow.includes("DELETE"), allow.includes("PUT")], [true, true, false])
    }
  )
]
