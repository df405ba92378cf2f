import { textOf } from "../../harness/Answer.ts"
import { alphabetical, each, holds, matches, same, status } from "../../harness/Check.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const six = rules("contract 2.6")
const seven = rules("contract 2.7")
const eight = rules("contract 2.8")
const eightAuth = rules("contract 2.8", ["storage", "auth"])
const nine = rules("contract 2.9")

const badPages = ["0", "-1", "abc", "1.5", "1e2", "0x1", "", "%201"]

export const wirePages = [
  six(
    "2.6-page-past-end",
    "A page past the end is 200 with an empty list and the true totalCount",
    async ({ api, house }) => {
      const { path } = await house
      const rows = status(await api.post(`${path}/products/properties/query?page=900&pageSize=10`, {}), 200)
      same("rows", [rows.at("totalCount"), rows.at("page"), rows.at("pageSize"), rows.at("result")], [13, 900, 10, []])
      const fields = status(await api.get(`${path}/products/properties/available-data?page=900&pageSize=10`), 200)
      same("fields", [fields.at("fields"), fields.at("fieldDetails"), fields.at("page")], [[], [], 900])
      holds("totalCount is the true one", fields.number("totalCount") > 13)
    }
  ),
  six("2.6-bad-page", "page and pageSize below 1 or not decimal integers: 400", async ({ api, house }) => {
    const { path } = await house
    await each(
      badPages.flatMap((bad) => [`page=${bad}`, `pageSize=${bad}`]),
      String,
      async (query) => {
        errorView(await api.post(`${path}/products/properties/query?${query}`, {}), 400, "InvalidParameter")
        errorView(await api.get(`${path}/products/properties/available-data?${query}`), 400, "InvalidParameter")
      }
    )
  }),
  six("2.6-page-size-limit", "pageSize is at most 5000; more is 400", async ({ api, house }) => {
    const { path } = await house
    same(
      "pageSize",
      status(await api.post(`${path}/products/properties/query?pageSize=5000`, {}), 200).at("pageSize"),
      5000
    )
    errorView(await api.post(`${path}/products/properties/query?pageSize=5001`, {}), 400, "InvalidParameter")
    errorView(await api.get(`${path}/products/properties/available-data?pageSize=5001`), 400, "InvalidParameter")
  }),
  seven(
    "2.7-ignored-where-not-needed",
    "X-Client-Session-Id and X-Client-Type are ignored where not needed",
    async ({ api }) => {
      await each(
        ["", "x".repeat(5000), "caf\u{E9}"],
        (value) => `${value.length} characters`,
        async (value) => {
          status(await api.get("/v1/projects", { "x-client-session-id": value, "x-client-type": value }), 200)
        }
      )
    }
  ),
  seven(
    "2.7-needed",
    "If it is needed it must have 1 to 128 printable ASCII characters, otherwise 400 naming it",
    async ({ api, house }) => {
      const { path } = await house
      errorView(await api.post(`${path}/start-session`), 400, "MissingClientSessionId")
      await each(
        ["", "x".repeat(129), "caf\u{E9}"],
        (value) => `${value.length} characters`,
        async (value) => {
          const answer = errorView(
            await api.post(`${path}/start-session`, undefined, { "x-client-session-id": value }),
            400
          )
          matches("errorDetails", answer.at("errorDetails"), /X-Client-Session-Id/i)
        }
      )
    }
  ),
  eightAuth("2.8-ours", "Every response has its own X-Request-Id", async ({ api, anonymous, project }) => {
    const { path } = await project
    const answers = await Promise.all([
      api.get("/v1/projects"),
      api.get(path),
      api.get("/v1/nothing"),
      anonymous.get("/v1/projects"),
      api.send("PATCH", "/v1/projects", {}),
      anonymous.get("/healthz"),
      anonymous.send("OPTIONS", "/v1/projects", {
        headers: { origin: "https://a.example", "access-control-request-method": "GET" }
      })
    ])
    const ids = answers.map((answer) =>
      matches(answer.request, answer.header("x-request-id"), /^[\x21-\x7e][\x20-\x7e]{0,127}$/)
    )
    same("different ids", new Set(ids).size, ids.length)
  }),
  eight(
    "2.8-callers",
    "The caller's X-Request-Id is returned if it has 1 to 128 printable ASCII characters",
    async ({ api }) => {
      await each(["a", "b".repeat(128), "with space ~!"], String, async (id) => {
        same("ok", (await api.get("/v1/projects", { "x-request-id": id })).header("x-request-id"), id)
        same("error", problem(await api.get("/v1/nothing", { "x-request-id": id }), 404).at("requestId"), id)
      })
    }
  ),
  eight("2.8-bad-callers", "An invalid X-Request-Id is replaced", async ({ api }) => {
    await each(["b".repeat(129), "caf\u{E9}", "tab\there"], String, async (id) => {
      const answer = status(await api.get("/v1/projects", { "x-request-id": id }), 200)
      holds("another id", answer.header("x-request-id") !== id)
      matches("our id", answer.header("x-request-id"), /^[\x20-\x7e]{1,128}$/)
    })
  }),
  nine("2.9-optional-absent", "An optional member without a value is absent", async (context) => {
    const created = status(await context.api.get((await context.newProject("Bare")).path), 200)
    same("members", Object.keys(created.object()).sort(), ["id", "name", "role"])
  }),
  nine("2.9-arrays-there", "Arrays are always present, empty as []", async ({ api, house, project }) => {
    same("models of an empty project", status(await api.get(`${(await project).path}/models`), 200).body, {
      models: []
    })
    same("tags of a model without any", status(await api.get((await house).path), 200).at("tags"), [])
  }),
  rules("contract 2.14")(
    "2.14-projects-by-name",
    "By name means by code points of the lower-cased text, then of the text",
    async (context) => {
      const mark = `Order ${crypto.randomUUID()}`
      const suffixes = ["b", "A", "a", "\u{C4}", "z", "a b", "Z", "_", "\u{1F600}", "\u{FF5E}"]
      for (const suffix of suffixes) await context.newProject(`${mark} ${suffix}`)
      const listed = status(await context.api.get("/v1/projects"), 200)
        .list("projects")
        .map(({ name }) => textOf(name))
      const ours = listed.filter((name) => name.startsWith(mark)).map((name) => name.slice(mark.length + 1))
      same("order", ours, alphabetical(suffixes))
    }
  ),
  rules("contract 2.15")("2.15-location-absolute", "Location headers are absolute URLs", async ({ api, house }) => {
    const { started, operationId } = await house
    const location = started.header("location")
    matches("Location of M2", location, new RegExp(`^https?://[^/]+/(.*/)?v1/operations/${operationId}$`))
    same("what it names", status(await api.get(`/v1/operations/${operationId}`), 200).at("id"), operationId)
  })
]
