import { each, holds, same, status } from "../../harness/Check.ts"
import { Mismatch } from "../../harness/Faults.ts"
import { areas, fill, label, ofArea, table } from "../../harness/Endpoints.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { postProject } from "./Wire.ts"

const rule = rules("contract 2.5")
const tooLong = 4 * 1024 * 1024 + 1

const chunks = (total: number): ReadableStream<Uint8Array> => {
  const chunk = new Uint8Array(1024 * 1024).fill(0x20)
  let sent = 0
  return new ReadableStream({
    pull(controller) {
      if (sent >= total) return controller.close()
      sent += chunk.length
      controller.enqueue(chunk)
    }
  })
}

export const wireBodies = [
  rule("2.5-unknown-path", "Unknown path: 404, before the token is checked", async ({ api, anonymous, project }) => {
    const { path } = await project
    await each(
      ["/v1", "/v2/projects", "/v1/nothing", `${path}/nothing`, "/v1/projects/1/2/3", "/%zz"],
      String,
      async (path) => {
        problem(await api.get(path), 404, "NotFound")
        problem(await anonymous.get(path), 404, "NotFound")
      }
    )
  }),
  ...areas.map((area) =>
    rule(
      `2.5-wrong-method-${area.replaceAll(" ", "-")}`,
      `Known path, wrong method: 405 with Allow (${area})`,
      async ({ anonymous }) => {
        await each(ofArea(area), label, async ({ path }) => {
          const answer = await anonymous.send("PATCH", fill(path), {})
          const allow = problem(answer, 405)
            .header("allow")
            .toUpperCase()
            .split(/\s*,\s*/)
          for (const other of table) {
            if (other.path === path && !allow.includes(other.method)) throw new Mismatch("Allow", other.method, allow)
          }
        })
      }
    )
  ),
  rule("2.5-not-json", "Not JSON: 400", async (context) => {
    await each(["{", "name", "{'name':'a'}", '{"name":"a"} x', '{"name":"a",}', "\u{0}"], String, async (body) => {
      problem(await postProject(context, body), 400, "InvalidBody")
    })
  }),
  rule("2.5-invalid-utf8", "Invalid UTF-8: 400", async ({ api }) => {
    const around = ['{"name":"', '"}'].map((text) => new TextEncoder().encode(text))
    await each([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82]], String, async (middle) => {
      const bytes = new Uint8Array([...around[0]!, ...middle, ...around[1]!])
      problem(await api.send("POST", "/v1/projects", { bytes }), 400, "InvalidBody")
    })
  }),
  rule("2.5-empty-body", "An empty body where one is required: 400", async (context) => {
    problem(await postProject(context, ""), 400, "InvalidBody")
    problem(await postProject(context, "  "), 400, "InvalidBody")
    problem(await context.api.post("/v1/projects"), 400, "InvalidBody")
  }),
  rule("2.5-bom", "A byte order mark is skipped", async (context) => {
    same("name", status(await postProject(context, '\u{FEFF}{"name":"Marked"}'), 201).at("name"), "Marked")
  }),
  rule("2.5-media-type", "Another media type than application/json: 415", async (context) => {
    const types = [
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/problem+json",
      "application/json; charset=iso-8859-1"
    ]
    await each(types, String, async (type) => void problem(await postProject(context, '{"name":"a"}', type), 415))
  }),
  rule(
    "2.5-json-spellings",
    "application/json with charset utf-8 or without, or no Content-Type, is JSON",
    async (context) => {
      const types = ["application/json", "application/json;charset=utf-8", 'APPLICATION/JSON; Charset="UTF-8"', null]
      await each(types, String, async (type) => void status(await postProject(context, '{"name":"Typed"}', type), 201))
    }
  ),
  rule("2.5-content-encoding", "A Content-Encoding: 415", async ({ api }) => {
    const bytes = Bun.gzipSync(new TextEncoder().encode('{"name":"a"}'))
    const headers = { "content-type": "application/json", "content-encoding": "gzip" }
    problem(await api.send("POST", "/v1/projects", { bytes, headers }), 415)
  }),
  rule("2.5-too-large", "A body over 4 MiB: 413", async ({ api }) => {
    const bytes = new Uint8Array(tooLong).fill(0x20)
    problem(await api.send("POST", "/v1/projects", { bytes, headers: { "content-type": "application/json" } }), 413)
  }),
  rule("2.5-too-large-chunked", "A body over 4 MiB without a length: 413", async ({ api }) => {
    const bytes = chunks(tooLong)
    problem(await api.send("POST", "/v1/projects", { bytes, headers: { "content-type": "application/json" } }), 413)
  }),
  rule("2.5-large-enough", "A body of 4 MiB is accepted", async (context) => {
    const text = '{"name":"Large"}'
    const bytes = new Uint8Array(tooLong - 1).fill(0x20)
    bytes.set(new TextEncoder().encode(text))
    const answer = status(await context.api.send("POST", "/v1/projects", { bytes }), 201)
    context.track(answer.string("id"))
    holds("name", answer.at("name") === "Large")
  })
]
