import { each, holds, matches, status } from "../../harness/Check.ts"
import { type Area, areas, fill, idsOf, label, ofArea } from "../../harness/Endpoints.ts"
import { inForm, problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const ten = rules("contract 10", [])
const tenAuth = rules("contract 10", ["auth"])
const three = rules("contract 3", [])
const threeAuth = rules("contract 3", ["auth"])
const slug = (area: Area): string => area.replaceAll(" ", "-")

const badNumbers = ["0", "-1", "%2B1", "01", "1.0", "1e3", "abc", "9007199254740992", "%201"]
const numbered = new Set(["project", "model", "version", "set", "definition"])

/** Texts that are no identifier of the kind. */
const malformed = (name: string): ReadonlyArray<string> =>
  numbered.has(name) ? badNumbers : ["abc", "11111111-2222-4333-8444-55555555555g", "4Conformance0000000000", "%00"]

/** The areas with a path that names such an identifier. */
const naming = (name: string): ReadonlyArray<Area> =>
  areas.filter((area) => ofArea(area).some(({ path }) => idsOf(path).includes(name)))

const areasWithIds = areas.filter((area) =>
  ofArea(area).some(({ path }) => idsOf(path).some((name) => name !== "member"))
)

export const errors = [
  ...areas.map((area) =>
    tenAuth(
      `10-401-${slug(area)}`,
      `No token: 401 ProblemDetails with WWW-Authenticate (${area})`,
      async ({ anonymous }) => {
        await each(ofArea(area), label, async ({ method, path }) => {
          const answer = problem(await anonymous.send(method, fill(path)), 401)
          matches("WWW-Authenticate", answer.header("www-authenticate"), /^Bearer\b/)
        })
      }
    )
  ),
  tenAuth("10-401-bad-tokens", "A token that this service did not issue: 401", async ({ api, anonymous }) => {
    const token = api.token ?? ""
    const [head = "", body = "", signature = ""] = token.split(".")
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString("base64url")
    const flipped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    const values = [
      "Bearer",
      "Bearer ",
      "Bearer x",
      "Bearer a.b.c",
      `Basic ${token}`,
      token,
      `Bearer ${token}x`,
      `Bearer ${head}.${body}`,
      `Bearer ${head}.${body}.`,
      `Bearer ${none}.${body}.`,
      `Bearer ${head}.${body}.${flipped}`
    ]
    await each(
      values,
      (value) => `${value.slice(0, 12)}… (${value.length})`,
      async (authorization) => {
        const answer = problem(await anonymous.get("/v1/projects", { authorization }), 401)
        matches("WWW-Authenticate", answer.header("www-authenticate"), /^Bearer\b/)
      }
    )
  }),
  tenAuth("10-401-scheme-any-case", "The word Bearer matches in any case (RFC 9110)", async ({ api, anonymous }) => {
    status(await anonymous.get("/v1/projects", { authorization: `bEARER ${api.token}` }), 200)
  }),
  tenAuth("10-401-not-in-query", "A token in the query string is ignored", async ({ api, anonymous }) => {
    problem(await anonymous.get(`/v1/projects?access_token=${api.token}`), 401)
  }),
  ...naming("project").map((area) =>
    ten(
      `10-404-project-${slug(area)}`,
      `Unknown project: 404 in the form of the specification's table (${area})`,
      async ({ api }) => {
        const concerned = ofArea(area).filter(({ path }) => idsOf(path).includes("project"))
        await each(concerned, label, async ({ method, path, forms }) => {
          inForm(await api.send(method, fill(path)), forms[404], 404, "ProjectNotFound")
        })
      }
    )
  ),
  ...naming("model").map((area) =>
    ten(`10-404-model-${slug(area)}`, `Unknown model: 404 ErrorView (${area})`, async ({ api, project }) => {
      const ids = { project: (await project).id }
      await each(
        ofArea(area).filter(({ path }) => idsOf(path).includes("model")),
        label,
        async ({ method, path, forms }) => {
          inForm(await api.send(method, fill(path, ids)), forms[404], 404, "ModelNotFound")
        }
      )
    })
  ),
  ...areasWithIds.map((area) =>
    three(
      `3-malformed-${slug(area)}`,
      `A malformed identifier in a path is 404 or 400 as listed in section 3 (${area})`,
      async ({ api, project, house }) => {
        const ids = { project: (await project).id, model: "1" }
        const model = await house
        const cells = ofArea(area).flatMap((endpoint) =>
          idsOf(endpoint.path)
            .filter((name) => name !== "member")
            .flatMap((name) => malformed(name).map((bad) => ({ endpoint, name, bad })))
        )
        await each(
          cells,
          ({ endpoint, bad, name }) => `${label(endpoint)} with ${name} ${bad}`,
          async ({ endpoint, name, bad }) => {
            const under = endpoint.path.includes("{model}") && name !== "project" && name !== "model"
            const known = under ? { project: model.project.id, model: model.modelId } : ids
            const expected = name === "operation" ? 404 : endpoint.malformed
            const answer = await api.send(endpoint.method, fill(endpoint.path, { ...known, [name]: bad }))
            inForm(answer, endpoint.forms[expected], expected, expected === 400 ? "InvalidIdentifier" : undefined)
          }
        )
      }
    )
  ),
  threeAuth(
    "3-order-path-method-token",
    "Errors are reported in this order: unknown path, wrong method, token, identifier, unknown object",
    async ({ api, anonymous }) => {
      problem(await anonymous.post("/v1/nothing", {}), 404, "NotFound")
      problem(await anonymous.send("PATCH", "/v1/projects/abc", {}), 405)
      problem(await anonymous.get("/v1/projects/abc/models"), 401)
      holds("malformed before unknown", (await api.get("/v1/projects/9007199254740991/models/abc")).status === 400)
    }
  ),
  three("3-order-project-body", "An unknown project is reported before media type, size and body", async ({ api }) => {
    const path = "/v1/projects/9007199254740991"
    problem(await api.raw("PUT", path, "{", "text/plain"), 404, "ProjectNotFound")
    inForm(await api.raw("POST", `${path}/models`, "", "text/plain"), "view", 404, "ProjectNotFound")
  }),
  three("3-order-media-body", "The media type is checked before the body", async ({ api, project }) => {
    const { path } = await project
    problem(await api.raw("PUT", path, "{", "text/plain"), 415)
  })
]
