import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const one = rules("contract 1")
const two = rules("contract 2")

/** The Accept header of a browser that opens an address. */
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"

/** Returns the public URL that the service's OpenAPI document names; the run may use another address. */
const publicUrl = async ({ anonymous }: Context): Promise<string> =>
  status(await anonymous.get("/openapi.json"), 200)
    .string("servers", 0, "url")
    .replace(/\/$/, "")

export const root = [
  one("1-root-browser", "GET / redirects a browser to the page under /app, without authentication", async (context) => {
    const answer = status(await context.anonymous.get("/", { accept: browser }), 302, 303, 307)
    const base = await publicUrl(context)
    holds("Location", [`${base}/app`, `${base}/app/`].includes(answer.header("location")), answer.header("location"))
    same("media type of the page", status(await context.anonymous.get("/app"), 200).type, "text/html")
  }),
  one(
    "1-root-links",
    "GET / returns JSON with links below PUBLIC_URL to programs, without authentication",
    async (context) => {
      const base = await publicUrl(context)
      await each(["application/json", "*/*", "application/json, text/plain, */*"], String, async (accept) => {
        const answer = status(await context.anonymous.get("/", { accept }), 200)
        same("media type", answer.type, "application/json")
        for (const name of ["app", "docs", "openapi", "healthz", "readyz"]) {
          const url = answer.string("links", name)
          holds(`${name} begins with PUBLIC_URL`, url.startsWith(`${base}/`), url)
          status(await context.anonymous.get(url.slice(base.length)), 200)
        }
      })
    }
  ),
  one("1-root-openapi", "The document has GET /, which needs no token", async ({ anonymous }) => {
    same("security", status(await anonymous.get("/openapi.json"), 200).at("paths", "/", "get", "security"), [])
  }),
  two("2-root-headers", "Answers of GET / vary by Accept and are not cached", async ({ anonymous }) => {
    await each([browser, "application/json"], String, async (accept) => {
      const answer = await anonymous.get("/", { accept })
      matches("Vary", answer.header("vary"), /\baccept\b(?!-)/i)
      same("Cache-Control", answer.header("cache-control"), "no-store")
      const head = status(await anonymous.send("HEAD", "/", { headers: { accept } }), answer.status)
      same("Location of HEAD", head.headers.get("location"), answer.headers.get("location"))
      same("body of HEAD", head.text, "")
    })
  }),
  two("2.5-root-methods", "Another method at / is 405 with Allow", async ({ anonymous }) => {
    const answer = problem(await anonymous.post("/", {}), 405)
    for (const method of ["GET", "HEAD"]) {
      matches("Allow", answer.header("allow"), new RegExp(`\\b${method}\\b`))
    }
  })
]
