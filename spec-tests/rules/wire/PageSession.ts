import type { Answer } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"
import { publicUrl } from "../../harness/Service.ts"

const rule = rules("contract 20", ["auth"])

const path = "/app/session"
const methods = ["POST", "DELETE"] as const

/** Returns the `Origin` that the page sends. */
const originOf = async (context: Context): Promise<string> => new URL(await publicUrl(context)).origin

const withoutCors = ({ headers }: Answer): void =>
  same(
    "CORS headers",
    [...headers.keys()].filter((name) => name.startsWith("access-control-")),
    []
  )

export const pageSession = [
  rule("20-session-origin", "The page's sign-in is 403 for every origin but the service's own", async (context) => {
    const origin = await originOf(context)
    const others: ReadonlyArray<Record<string, string>> = [
      {},
      { origin: "null" },
      { origin: "https://example.invalid" },
      { origin: `${origin}.example.invalid` },
      { origin: `${origin}/` },
      { origin, "sec-fetch-site": "cross-site" },
      { origin, "sec-fetch-site": "same-site" },
      { origin, "sec-fetch-site": "none" }
    ]
    for (const method of methods) {
      await each(
        others,
        (headers) => `${method} ${JSON.stringify(headers)}`,
        async (headers) => {
          const answer = await context.anonymous.send(method, path, { headers })
          problem(answer, 403)
          withoutCors(answer)
          same("Set-Cookie", answer.headers.get("set-cookie"), null)
        }
      )
    }
  }),
  rule("20-session-nobody", "Without the cookie POST is 401, and DELETE removes the cookie", async (context) => {
    const origin = await originOf(context)
    for (const site of [{}, { "sec-fetch-site": "same-origin" }]) {
      const headers = { origin, ...site }
      const refused = await context.anonymous.post(path, undefined, headers)
      problem(refused, 401)
      withoutCors(refused)
      const ended = status(await context.anonymous.delete(path, headers), 204)
      withoutCors(ended)
      const cookie = ended.header("set-cookie")
      for (const attribute of ["HttpOnly", "SameSite=Strict", "Max-Age=0"]) {
        holds(attribute, cookie.split("; ").includes(attribute), cookie)
      }
      matches("Path", cookie, /; Path=\S*\/app\/session(;|$)/)
      same("Secure", cookie.split("; ").includes("Secure"), origin.startsWith("https:"))
    }
  }),
  rule("20-session-token", "The cookie's sign-in ignores bearer tokens", async (context) => {
    const headers = { origin: await originOf(context), authorization: `Bearer ${context.token}` }
    problem(await context.anonymous.post(path, undefined, headers), 401)
  }),
  rule("20-session-preflight", "The page's sign-in answers no preflight and has no other methods", async (context) => {
    const origin = await originOf(context)
    await each([origin, "https://example.invalid"], String, async (from) => {
      const answer = await context.anonymous.send("OPTIONS", path, {
        headers: { origin: from, "access-control-request-method": "POST" }
      })
      holds("no success", answer.status >= 400, answer.status)
      withoutCors(answer)
    })
    for (const method of ["GET", "PUT"]) {
      const answer = await context.anonymous.send(method, path, { headers: { origin } })
      problem(answer, 405)
      matches("Allow", answer.header("allow"), /\bPOST\b/)
      withoutCors(answer)
    }
  }),
  rule("20-session-credentials", "No answer allows credentials of other origins", async ({ anonymous, api }) => {
    const headers = { origin: "https://example.invalid" }
    for (const answer of [await api.get("/v1/projects", headers), await anonymous.get("/v1/projects", headers)]) {
      same("header", answer.headers.get("access-control-allow-credentials"), null)
    }
  })
]
