import { each, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { fetched, follow, presentation } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const ruleOperating = rules("contract 2.16", operating)
const ruleAuth = rules("contract 2.16", ["storage", "auth"])
const ruleAll = rules("contract 2.16", ["storage", "queue", "blobs", "auth"])

const resultUrl = async ({ api, house }: Context): Promise<string> => {
  const { path } = await house
  const started = status(await api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }), 202)
  await follow(api, started.string("id"))
  return status(await api.get(`${path}/products/quantities/${started.string("id")}/result`), 200).string("downloadUrl")
}

export const wireHeaders = [
  ruleAll("2.16-everywhere", "Every answer has X-Content-Type-Options and Referrer-Policy", async (context) => {
    const { path } = await context.house
    const answers = [
      await context.api.get("/v1/projects"),
      await context.api.get(`${path}/products/properties/available-data`),
      await context.anonymous.get("/v1/projects"),
      await context.anonymous.get("/no/such/path"),
      await context.anonymous.get("/healthz"),
      await context.anonymous.get("/docs"),
      await context.anonymous.send("OPTIONS", "/v1/projects"),
      await context.anonymous.get(await resultUrl(context))
    ]
    await each(
      answers,
      (answer) => answer.request,
      (answer) => {
        same("X-Content-Type-Options", answer.header("x-content-type-options"), "nosniff")
        same("Referrer-Policy", answer.header("referrer-policy"), "no-referrer")
      }
    )
  }),
  ruleAuth("2.16-no-store", "JSON and problems have Cache-Control: no-store", async (context) => {
    const { path } = await context.house
    const answers = [
      await context.api.get("/v1/projects"),
      await context.api.post(`${path}/products/properties/query`, {}),
      await context.api.get("/v1/projects/999999999"),
      await context.anonymous.get("/v1/projects")
    ]
    await each(
      answers,
      (answer) => answer.request,
      (answer) => {
        same("Cache-Control", answer.header("cache-control"), "no-store")
      }
    )
  }),
  ruleOperating(
    "2.16-downloads",
    "Downloads are sandboxed attachments, whole, in parts and by HEAD",
    async (context) => {
      const url = await resultUrl(context)
      const asked: ReadonlyArray<readonly [status: number, method: string, range?: string]> = [
        [200, "GET"],
        [200, "HEAD"],
        [206, "GET", "bytes=0-9"],
        [416, "GET", "bytes=999999999-"]
      ]
      for (const [expected, method, range] of asked) {
        const headers = range === undefined ? {} : { range }
        const answer = status(await fetched(context.anonymous, url, { method, headers }), expected)
        same(`${expected}: Content-Disposition`, presentation(answer).disposition, "attachment")
        // A bucket behind the service supports no more than this.
        if (!answer.request.includes(url)) continue
        same(`${expected}: Content-Security-Policy`, answer.header("content-security-policy"), "sandbox")
        same(`${expected}: X-Content-Type-Options`, answer.header("x-content-type-options"), "nosniff")
      }
      const whole = status(await fetched(context.anonymous, url), 200)
      same("media type", presentation(whole).type, "application/json")
    }
  )
]
