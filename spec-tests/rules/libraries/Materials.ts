import type { JsonObject } from "../../harness/Answer.ts"
import { each, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("specification Materials")
const four = rules("contract 4")
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unknown = "11111111-2222-4333-8444-555555555555"

const fresh = async (context: Context) => {
  const project = await context.newProject("Materials")
  const path = `${project.path}/material-libraries`
  const library = status(await context.api.post(path, { name: "Own" }), 201)
  return { path, library, own: `${path}/${library.string("guid")}` }
}

const rowsOf = (material: JsonObject | ReadonlyArray<JsonObject>) =>
  (material as ReadonlyArray<JsonObject>).map(({ set, name, value }) => [set, name, value])

export const materials = [
  rule("materials-list-empty", "The list of a new project is empty", async (context) => {
    const { path } = await context.newProject("Materials")
    same("list", status(await context.api.get(`${path}/material-libraries`), 200).body, { materialProperties: [] })
  }),
  rule(
    "materials-create-library",
    "A library is created, listed and read with name, guid and properties",
    async (context) => {
      const { path } = await context.newProject("Materials")
      const body = {
        name: " Finishes ",
        type: "t",
        uri: "https://a.example/x",
        description: "d",
        source: "s",
        edition: "e"
      }
      const created = status(await context.api.post(`${path}/material-libraries`, body), 201)
      matches("guid", created.at("guid"), uuid)
      same("library", created.body, { name: "Finishes", guid: created.string("guid"), properties: [] })
      same("listed", status(await context.api.get(`${path}/material-libraries`), 200).at("materialProperties"), [
        created.body
      ])
      same(
        "read",
        status(await context.api.get(`${path}/material-libraries/${created.string("guid")}`), 200).body,
        created.body
      )
      const shouted = `${path}/material-libraries/${created.string("guid").toUpperCase()}`
      same("read in any case", status(await context.api.get(shouted), 200).body, created.body)
    }
  ),
  rule(
    "materials-create-library-bad",
    "A library needs a name; texts keep to their lengths: 400 ProblemDetails",
    async (context) => {
      const { path } = await fresh(context)
      const bad = [
        {},
        { name: "" },
        { name: null },
        { name: "n", uri: "u".repeat(2049) },
        { name: "n", description: "d".repeat(4001) },
        { name: "n", edition: "e".repeat(256) },
        { name: "n", source: 3 }
      ]
      await each(
        bad,
        (body) => JSON.stringify(body).slice(0, 40),
        async (body) => void problem(await context.api.post(path, body), 400, "InvalidBody")
      )
    }
  ),
  rule("materials-material", "A material is created, read, changed and deleted", async (context) => {
    const { own } = await fresh(context)
    const created = status(
      await context.api.post(`${own}/materials`, { name: "Oak", color: "#a52", description: "d", category: "Wood" }),
      201
    )
    const guid = created.string("guid")
    matches("guid", guid, uuid)
    same("material", created.body, { name: "Oak", guid })
    same("read", status(await context.api.get(`${own}/materials/${guid}`), 200).body, created.body)
    same("changed", status(await context.api.put(`${own}/materials/${guid}`, { name: "Ash" }), 200).body, {
      name: "Ash",
      guid
    })
    same("body", status(await context.api.delete(`${own}/materials/${guid}`), 204).text, "")
    problem(await context.api.get(`${own}/materials/${guid}`), 404, undefined, "application/json")
    problem(await context.api.put(`${own}/materials/${guid}`, { name: "Elm" }), 404)
    problem(await context.api.delete(`${own}/materials/${guid}`), 404)
  }),
  four(
    "4-material-properties",
    "A library has one inner array a material, its rows of the set Material for what has a value",
    async (context) => {
      const { own } = await fresh(context)
      const oak = status(
        await context.api.post(`${own}/materials`, {
          name: "Oak",
          color: "#aa5522",
          description: "hard",
          category: "Wood"
        }),
        201
      ).string("guid")
      const ash = status(await context.api.post(`${own}/materials`, { name: "Ash" }), 201).string("guid")
      const properties = async () =>
        status(await context.api.get(own), 200)
          .list("properties")
          .map(rowsOf)
      same("properties", await properties(), [
        [
          ["Material", "Name", "Oak"],
          ["Material", "Guid", oak],
          ["Material", "Color", "#aa5522"],
          ["Material", "Description", "hard"],
          ["Material", "Category", "Wood"]
        ],
        [
          ["Material", "Name", "Ash"],
          ["Material", "Guid", ash]
        ]
      ])
      status(await context.api.put(`${own}/materials/${oak}`, { color: null, category: null }), 200)
      same("null clears, absent keeps", (await properties())[0], [
        ["Material", "Name", "Oak"],
        ["Material", "Guid", oak],
        ["Material", "Description", "hard"]
      ])
    }
  ),
  rules("contract 2.12")("2.12-colours", "Colours are #RGB, #RRGGBB or #RRGGBBAA", async (context) => {
    const { own } = await fresh(context)
    await each(
      ["#fff", "#FfAa00", "#11223344"],
      String,
      async (color) => void status(await context.api.post(`${own}/materials`, { name: "m", color }), 201)
    )
    await each(["red", "#ffff", "#12345", "fff", "#ggg", "#1234567"], String, async (color) => {
      problem(await context.api.post(`${own}/materials`, { name: "m", color }), 400, "InvalidBody")
    })
  }),
  rule("materials-material-bad", "A material needs a name; null is 400 on it in a PUT", async (context) => {
    const { own } = await fresh(context)
    for (const body of [{}, { name: " " }, { name: null }])
      problem(await context.api.post(`${own}/materials`, body), 400, "InvalidBody")
    const guid = status(await context.api.post(`${own}/materials`, { name: "Oak" }), 201).string("guid")
    problem(await context.api.put(`${own}/materials/${guid}`, { name: null }), 400, "InvalidBody")
    same(
      "names need not be unique",
      status(await context.api.post(`${own}/materials`, { name: "Oak" }), 201).at("name"),
      "Oak"
    )
  }),
  rule("materials-delete-library", "Deleting a library removes it and all its materials", async (context) => {
    const { path, own } = await fresh(context)
    const guid = status(await context.api.post(`${own}/materials`, { name: "Oak" }), 201).string("guid")
    same("body", status(await context.api.delete(own), 204).text, "")
    problem(await context.api.get(own), 404)
    problem(await context.api.delete(own), 404)
    problem(await context.api.post(`${own}/materials`, { name: "Ash" }), 404)
    problem(await context.api.get(`${own}/materials/${guid}`), 404, undefined, "application/json")
    same("list", status(await context.api.get(path), 200).at("materialProperties"), [])
  }),
  rule("materials-foreign", "A material of another library, a library of another project: 404", async (context) => {
    const { path, own } = await fresh(context)
    const other = await fresh(context)
    const guid = status(await context.api.post(`${own}/materials`, { name: "Oak" }), 201).string("guid")
    const second = status(await context.api.post(path, { name: "Second" }), 201).string("guid")
    problem(await context.api.get(`${path}/${second}/materials/${guid}`), 404, undefined, "application/json")
    problem(await context.api.delete(`${path}/${second}/materials/${guid}`), 404)
    problem(await context.api.get(`${other.path}/${second}`), 404)
    problem(await context.api.get(`${path}/${unknown}`), 404)
  }),
  rule("materials-list-400", "The list answers a malformed project with 400 ErrorView", async (context) => {
    errorView(await context.api.get("/v1/projects/abc/material-libraries"), 400, "InvalidIdentifier")
  })
]
