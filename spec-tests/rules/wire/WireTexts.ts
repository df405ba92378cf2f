import { each, same, status } from "../../harness/Check.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { postProject } from "./Wire.ts"

const twelve = rules("contract 2.12")
const thirteen = rules("contract 2.13")

export const wireTexts = [
  twelve("2.12-trimmed", "Names are trimmed", async (context) => {
    same("name", status(await postProject(context, '{"name":" \\t Trimmed \\n "}'), 201).at("name"), "Trimmed")
  }),
  twelve("2.12-name-length", "Names have 1 to 255 characters", async (context) => {
    status(await postProject(context, JSON.stringify({ name: "n".repeat(255) })), 201)
    status(await postProject(context, JSON.stringify({ name: ` ${"n".repeat(255)} ` })), 201)
    await each(
      ["n".repeat(256), "", "   "],
      (name) => `${name.length} characters`,
      async (name) => {
        problem(await postProject(context, JSON.stringify({ name })), 400, "InvalidBody")
      }
    )
  }),
  twelve("2.12-description-length", "Descriptions have up to 4,000 characters", async (context) => {
    status(await postProject(context, JSON.stringify({ name: "d", description: "d".repeat(4000) })), 201)
    problem(
      await postProject(context, JSON.stringify({ name: "d", description: "d".repeat(4001) })),
      400,
      "InvalidBody"
    )
  }),
  twelve("2.12-nul-and-surrogates", "NUL and lone surrogates: 400", async (context) => {
    const bodies = [
      '{"name":"a\\u0000b"}',
      '{"name":"a\\ud800"}',
      '{"name":"a","description":"\\udc00x"}',
      '{"name":"a","description":"\\u0000"}'
    ]
    await each(bodies, String, async (body) => void problem(await postProject(context, body), 400))
  }),
  twelve("2.12-pairs", "A surrogate pair counts as one character", async (context) => {
    same("name", status(await postProject(context, '{"name":"\\ud83d\\ude00"}'), 201).at("name"), "\u{1F600}")
  }),
  twelve("2.12-not-unique", "Names may repeat unless the contract says otherwise", async (context) => {
    const first = await context.newProject("Twin")
    const second = await context.newProject("Twin")
    same("two projects", first.id === second.id, false)
  }),
  twelve(
    "2.12-wrong-type",
    "A value that is not a text where one is required: 400, with a pointer to it",
    async (context) => {
      await each(['{"name":1}', '{"name":["a"]}', '{"name":{}}', '{"name":true}'], String, async (body) => {
        const answer = problem(await postProject(context, body), 400, "InvalidBody")
        same(
          "pointers",
          answer.list("errors").map(({ pointer }) => pointer ?? null),
          ["/name"]
        )
      })
    }
  ),
  thirteen(
    "2.13-put-absent-keeps",
    "In a PUT an absent member keeps its value, even a required one",
    async (context) => {
      const { path } = await context.newProject("Kept")
      status(await context.api.put(path, { description: "words" }), 200)
      const answer = status(await context.api.put(path, {}), 200)
      same("name and description", [answer.at("name"), answer.at("description")], ["Kept", "words"])
      const renamed = status(await context.api.put(path, { name: "Renamed" }), 200)
      same("name and description", [renamed.at("name"), renamed.at("description")], ["Renamed", "words"])
    }
  ),
  thirteen("2.13-put-null-clears", "In a PUT null clears an optional member", async (context) => {
    const { path } = await context.newProject("Cleared")
    status(await context.api.put(path, { description: "words" }), 200)
    const answer = status(await context.api.put(path, { description: null }), 200)
    same("description", answer.at("description"), undefined)
    same("read again", status(await context.api.get(path), 200).at("description"), undefined)
  }),
  thirteen("2.13-put-null-name", "In a PUT null is 400 on name", async (context) => {
    const { path } = await context.newProject("Named")
    problem(await context.api.put(path, { name: null }), 400, "InvalidBody")
    same("name", status(await context.api.get(path), 200).at("name"), "Named")
  }),
  thirteen("2.13-post-null-absent", "In a POST null equals absent", async (context) => {
    const answer = status(await postProject(context, '{"name":"Null","description":null}'), 201)
    same("description", answer.at("description"), undefined)
    problem(await postProject(context, '{"name":null}'), 400, "InvalidBody")
  })
]
