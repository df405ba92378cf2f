import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { Skipped } from "../../harness/Faults.ts"
import { fetched, follow, importModel, presentation } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"
import { ownUploadUrl } from "../../harness/Service.ts"
import { changes } from "./Uploads.ts"

const rule = rules("contract 11", operating)

/** The URL of a quantity result and of an import report of the house. */
const urls = async (context: Context): Promise<ReadonlyArray<string>> => {
  const { path, operationId } = await context.house
  const started = status(await context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }), 202)
  await follow(context.api, started.string("id"))
  const result = status(await context.api.get(`${path}/products/quantities/${started.string("id")}/result`), 200)
  return [
    result.string("downloadUrl"),
    status(await context.api.get(`/v1/operations/${operationId}`), 200).string("reportUrl")
  ]
}

export const downloads = [
  rule("11-download", "downloadUrl and reportUrl work without authorization by GET", async (context) => {
    await each(await urls(context), String, async (url) => {
      const answer = status(await fetched(context.anonymous, url), 200)
      same("media type", presentation(answer).type, "application/json")
      answer.object()
    })
  }),
  rule("11-download-head", "They answer HEAD with the length and no body", async (context) => {
    await each(await urls(context), String, async (url) => {
      const whole = status(await fetched(context.anonymous, url), 200)
      const head = status(await fetched(context.anonymous, url, { method: "HEAD" }), 200)
      same("body", head.bytes.length, 0)
      same("Content-Length", Number(head.header("content-length")), whole.bytes.length)
    })
  }),
  rule("11-download-range", "They answer Range with 206, Content-Range and exactly these bytes", async (context) => {
    await each(await urls(context), String, async (url) => {
      const whole = status(await fetched(context.anonymous, url), 200).bytes
      const cases = [
        ["bytes=0-9", 0, 9],
        ["bytes=5-", 5, whole.length - 1],
        ["bytes=-4", whole.length - 4, whole.length - 1],
        [`bytes=3-${whole.length + 1000}`, 3, whole.length - 1]
      ] as const
      for (const [range, from, to] of cases) {
        const part = status(await fetched(context.anonymous, url, { headers: { range } }), 206)
        same(`${range}: Content-Range`, part.header("content-range"), `bytes ${from}-${to}/${whole.length}`)
        same(`${range}: bytes`, part.text, new TextDecoder().decode(whole.slice(from, to + 1)))
      }
      const beyond = status(
        await fetched(context.anonymous, url, { headers: { range: `bytes=${whole.length}-` } }),
        416
      )
      same("Content-Range of 416", beyond.header("content-range"), `bytes */${whole.length}`)
    })
  }),
  rule("11-download-letters", "A URL whose signature has other letters: 403", async (context) => {
    const [url] = await urls(context)
    const signature = /\.([\w-]{43})(?=\/|$)/.exec(new URL(url!).pathname)?.[1]
    if (signature === undefined) throw new Skipped("needs URLs that the service signs itself")
    await each(["%C3%A9".repeat(43), "%F0%9F%98%80".repeat(21), "%00".repeat(43)], String, async (letters) => {
      problem(await context.anonymous.get(url!.replace(signature, letters)), 403)
    })
  }),
  rule(
    "11-download-mixed",
    "A signature is valid for its own URL only, and not for another file or an upload",
    async (context) => {
      const [result = "", report = ""] = await urls(context)
      const { url: upload } = await ownUploadUrl(context)
      const [a, b, c] = [result, report, upload].map((url) =>
        /([\w-]+)\.([\w-]{43})(?=\/|$)/.exec(new URL(url).pathname)
      )
      if (!a || !b || !c) throw new Skipped("needs URLs that the service signs itself")
      const mixed = [result.replace(a[2]!, b[2]!), report.replace(b[2]!, a[2]!), result.replace(a[0], c[0])]
      await each(mixed, String, async (url) => void problem(await context.anonymous.get(url), 403))
      const bytes = new TextEncoder().encode("ISO-10303-21;")
      problem(await context.anonymous.send("PUT", upload.replace(c[0], a[0]), { bytes }), 403)
      status(await fetched(context.anonymous, result), 200)
    }
  ),
  rule("11-download-changed", "A changed URL: 403", async (context) => {
    const cells = (await urls(context)).flatMap(changes)
    await each(cells, String, async (changed) => void problem(await context.anonymous.get(changed), 403))
  }),
  rule("11-download-in-time", "The result's Location header is its downloadUrl", async (context) => {
    const { path } = await context.house
    const started = status(await context.api.post(`${path}/products/quantities/query`, { calculators: ["Count"] }), 202)
    await follow(context.api, started.string("id"))
    const result = status(await context.api.get(`${path}/products/quantities/${started.string("id")}/result`), 200)
    same("Location", result.header("location"), result.at("downloadUrl"))
    matches("downloadUrl", result.at("downloadUrl"), /^https?:\/\//)
  }),
  rule("11-download-other-methods", "They refuse other methods", async (context) => {
    const [url = ""] = await urls(context)
    holds("405", (await context.anonymous.send("DELETE", url)).status === 405)
  }),
  rule("11-download-deleted", "Deleting the project invalidates them: 404", async (context) => {
    const model = await importModel(context.api, await context.newProject("Downloads"), "bridge.ifc")
    const url = model.looks.at(-1)!.string("reportUrl")
    status(await fetched(context.anonymous, url), 200)
    status(await context.api.delete(model.project.path), 204)
    problem(await context.anonymous.get(url), 404)
  })
]
