import type { Json } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const names = (value: Json): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) return (value as ReadonlyArray<Json>).flatMap(names)
  return Object.entries(value).flatMap(([name, inner]: [string, Json]) => [name].concat(names(inner)))
}

/** Posts a text to /v1/projects and ensures that a resulting project is removed. */
const postProject = async (context: Context, text: string, contentType: string | null = "application/json") => {
  const answer = await context.api.raw("POST", "/v1/projects", text, contentType)
  if (answer.status === 201) context.track(answer.string("id"))
  return answer
}

const nested = (depth: number): string => `{"name":"Nested","unknown":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`

const one = rules("contract 2.1")
const two = rules("contract 2.2")
const twoOperating = rules("contract 2.2", operating)
const three = rules("contract 2.3")
const four = rules("contract 2.4")
const fourBlobs = rules("contract 2.4", ["storage", "blobs"])

export const wire = [
  one("2.1-camel-case", "Success bodies are JSON with members in camelCase", async (context) => {
    const { path, project, operationId } = await context.house
    await each(
      [
        "/v1/projects",
        project.path,
        `${project.path}/members`,
        `${project.path}/models`,
        path,
        `/v1/operations/${operationId}`
      ],
      (path) => path,
      async (path) => {
        const answer = status(await context.api.get(path), 200)
        same("media type", answer.type, "application/json")
        for (const name of names(answer.body)) matches("member", name, /^[a-z][A-Za-z0-9]*$/)
      }
    )
  }),
  two("2.2-members-any-case", "Members that a schema declares match without regard to case", async (context) => {
    const answer = status(await postProject(context, '{"NAME":"Any case","Description":"d"}'), 201)
    same("name", answer.at("name"), "Any case")
    same("description", answer.at("description"), "d")
  }),
  two(
    "2.2-nested-members-any-case",
    "Declared members match without regard to case inside lists too",
    async (context) => {
      const { path } = await context.house
      const filters = [{ Property: "Name", OPERATOR: "Equals", Value: "Wall A" }]
      const answer = await context.api.post(`${path}/products/properties/query`, { Fields: ["Name"], FILTERS: filters })
      same("result", status(answer, 200).at("result"), [{ Name: "Wall A" }])
    }
  ),
  two("2.2-two-spellings", "Two spellings of one declared member: 400", async (context) => {
    problem(await postProject(context, '{"name":"a","Name":"b"}'), 400, "InvalidBody")
  }),
  two("2.2-member-twice", "The same member twice in any object: 400", async (context) => {
    const bodies = [
      '{"name":"a","name":"a"}',
      '{"name":"a","unknown":{"k":1,"k":1}}',
      '{"name":"a","u":[{"k":1,"\\u006b":2}]}'
    ]
    await each(bodies, String, async (body) => void problem(await postProject(context, body), 400))
  }),
  two("2.2-maps-exact", "Keys of maps are data and match exactly", async (context) => {
    const { path } = await context.house
    const query = `${path}/products/properties/query`
    const both = status(await context.api.post(query, { filters: { Mark: "upper", mark: "lower" } }), 200)
    same("Mark upper and mark lower", both.at("totalCount"), 1)
    const swapped = status(await context.api.post(query, { filters: { Mark: "lower" } }), 200)
    same("Mark lower", swapped.at("totalCount"), 0)
  }),
  two("2.2-unknown-members", "Unknown members are ignored, whatever their value", async (context) => {
    status(await postProject(context, '{"name":"Unknown","foo":1,"Foo":[{"a":null}],"role":"x","id":[]}'), 201)
  }),
  twoOperating(
    "2.2-enumerations-any-case",
    "Enumerations and filter operators match without regard to case",
    async (context) => {
      const { path } = await context.house
      const filters = [{ property: "Name", operator: "eQUALS", value: "Wall A" }]
      const found = await context.api.post(`${path}/products/properties/query`, { filters })
      same("totalCount", status(found, 200).at("totalCount"), 1)
      status(await context.api.post(`${path}/products/quantities/query`, { calculators: ["COUNT", "netvolume"] }), 202)
    }
  ),
  three("2.3-depth", "Bodies nest at most 64 deep", async (context) => {
    status(await postProject(context, nested(64)), 201)
    problem(await postProject(context, nested(65)), 400, "InvalidBody")
    problem(await postProject(context, nested(100_000)), 400, "InvalidBody")
  }),
  three("2.3-proto", "A member named __proto__ is refused", async (context) => {
    const bodies = [
      '{"name":"a","__proto__":{}}',
      '{"name":"a","x":{"__proto__":null}}',
      '{"name":"a","\\u005f_proto__":1}'
    ]
    await each(bodies, String, async (body) => void problem(await postProject(context, body), 400))
  }),
  three("2.3-finite", "Numbers must be finite", async (context) => {
    await each(['{"name":"a","n":1e999}', '{"name":"a","n":[-1e400]}'], String, async (body) => {
      problem(await postProject(context, body), 400)
    })
  }),
  three("2.3-object", "A body that must be an object but is not: 400", async (context) => {
    await each(["[]", '"name"', "3", "null", "true", '[{"name":"a"}]'], String, async (body) => {
      problem(await postProject(context, body), 400, "InvalidBody")
    })
  }),
  three("2.3-no-body", "Operations without a body ignore body and media type", async (context) => {
    const { path } = await context.newProject("To delete")
    const bytes = new TextEncoder().encode("{ not JSON")
    const headers = { "content-type": "text/plain", "content-encoding": "gzip" }
    status(await context.api.send("DELETE", path, { bytes, headers }), 204)
  }),
  fourBlobs("2.4-segments-any-case", "Literal path segments match without regard to case", async (context) => {
    const { path } = await context.house
    const shouted = path.replace("/v1/projects", "/V1/Projects").replace("/models", "/MODELS")
    same("the model", status(await context.api.get(shouted), 200).at("id"), path.split("/").at(-1)!)
    status(await context.api.get(`${path}/Products/PROPERTIES/Available-Data`), 200)
    status(await context.api.get("/v1/FILES/Upload-URL"), 200)
  }),
  four("2.4-trailing-slash", "One trailing slash is accepted, two are not", async (context) => {
    const { path } = await context.project
    status(await context.api.get(`${path}/`), 200)
    status(await context.api.get("/v1/projects/"), 200)
    problem(await context.api.get(`${path}//`), 404, "NotFound")
    holds("an empty segment is no segment", (await context.api.get("/v1//projects")).status === 404)
  })
]

export { postProject }
