import { each, holds, matches, same, status } from "../../harness/Check.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 2.11")
const ruleBlobs = rules("contract 2.11", ["storage", "blobs"])
const ruleAuth = rules("contract 2.11", ["auth"])
const origin = "https://some.browser.example"

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().split(/\s*,\s*/)

export const cors = [
  ruleAuth("2.11-any-origin", "Browsers of any origin may read the answers", async ({ api, anonymous }) => {
    const answers = [
      status(await api.get("/v1/projects", { origin }), 200),
      status(await anonymous.get("/v1/projects", { origin }), 401),
      status(await api.get("/v1/nothing", { origin }), 404)
    ]
    await each(
      answers,
      (answer) => `${answer.request} ${answer.status}`,
      (answer) => {
        const allowed = answer.header("access-control-allow-origin")
        holds("any origin", allowed === "*" || allowed === origin, allowed)
        same("no cookies", answer.headers.get("access-control-allow-credentials"), null)
      }
    )
  }),
  rule("2.11-exposed", "Location, X-Request-Id, Retry-After and Allow are exposed", async ({ api }) => {
    const exposed = words(
      status(await api.get("/v1/projects", { origin }), 200).header("access-control-expose-headers")
    )
    await each(["location", "x-request-id", "retry-after", "allow"], String, (name) =>
      holds("exposed", exposed.includes(name), exposed)
    )
  }),
  ruleBlobs(
    "2.11-preflight",
    "Preflights need no token, echo the requested headers and are cached",
    async ({ anonymous, project }) => {
      const { path } = await project
      const requested = [
        "authorization",
        "content-type",
        "x-client-session-id",
        "x-client-type",
        "idempotency-key",
        "x-anything-else"
      ]
      await each(
        [`${path}/models`, `${path}/models/1/start-session`, path, "/v1/files/upload-url"],
        String,
        async (path) => {
          const answer = await anonymous.send("OPTIONS", path, {
            headers: {
              origin,
              "access-control-request-method": "POST",
              "access-control-request-headers": requested.join(", ")
            }
          })
          status(answer, 200, 204)
          holds("any origin", ["*", origin].includes(answer.header("access-control-allow-origin")))
          const allowed = words(answer.header("access-control-allow-headers"))
          for (const name of requested) holds(`${name} is allowed`, allowed.includes(name), allowed)
          matches("Access-Control-Max-Age", answer.header("access-control-max-age"), /^[1-9]\d*$/)
        }
      )
    }
  ),
  rule("2.11-preflight-methods", "A preflight allows the methods of the path", async ({ anonymous, project }) => {
    const { path } = await project
    await each(["GET", "PUT", "DELETE"], String, async (method) => {
      const headers = { origin, "access-control-request-method": method }
      const answer = status(await anonymous.send("OPTIONS", path, { headers }), 200, 204)
      holds("allowed", words(answer.header("access-control-allow-methods")).includes(method.toLowerCase()))
    })
  })
]
