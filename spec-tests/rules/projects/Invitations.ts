import { holds, matches, same, status, uuid } from "../../harness/Check.ts"
import { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 20", ["storage", "auth"])

const day = 24 * 3_600_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

const invited = async (context: Context, path: string, body: object = { role: "User" }) => {
  const answer = status(await context.api.post(`${path}/invitations`, body), 201)
  return { answer, id: answer.string("id"), secret: new URL(answer.string("url")).hash.slice(1) }
}

const open = async (context: Context, path: string) => status(await context.api.get(`${path}/invitations`), 200)

export const invitations = [
  rule(
    "20-invitations-life",
    "An invitation is shown once, listed without its link, and withdrawn",
    async (context) => {
      const { path } = await context.newProject("Invitations")
      const { answer, id, secret } = await invited(context, path, { role: "contributor" })
      const { url, ...rest } = answer.object()
      matches("id", id, uuid)
      matches("url", url, /^https?:\/\/.+\/app\/invitations#\S{43,}$/)
      same("members", Object.keys(rest).sort(), ["createdAt", "createdBy", "expiresAt", "id", "role"])
      same("role", rest["role"], "Contributor")
      same("maker", rest["createdBy"], context.subject)
      const lasts = Date.parse(answer.string("expiresAt")) - Date.parse(answer.string("createdAt"))
      holds("7 days", Math.abs(lasts - 7 * day) < 60_000)
      const listed = await open(context, path)
      same("list", listed.list("invitations"), [rest])
      holds("no secret", !listed.text.includes(secret))
      same("body", status(await context.api.delete(`${path}/invitations/${id}`), 204).text, "")
      same("list", (await open(context, path)).list("invitations"), [])
      problem(await context.api.delete(`${path}/invitations/${id}`), 404, "NotFound")
      problem(await context.second.post(`/v1/invitations/${secret}`), 404, "NotFound")
    }
  ),
  rule("20-invitations-accept", "Accepting makes a member, once, and answers with the project", async (context) => {
    const { id, path } = await context.newProject("Accepted")
    const { secret } = await invited(context, path)
    problem(await new Client(context.baseUrl, null).post(`/v1/invitations/${secret}`), 401)
    const own = status(await context.api.post(`/v1/invitations/${secret}`), 200)
    same("a member keeps the role", own.at("role"), "Owner")
    same("and it stays open", (await open(context, path)).list("invitations").length, 1)
    const accepted = status(await context.second.post(`/v1/invitations/${secret}`), 200)
    same("project", [accepted.at("id"), accepted.at("role")], [id, "User"])
    same("used", (await open(context, path)).list("invitations"), [])
    problem(await context.api.post(`/v1/invitations/${secret}`), 404, "NotFound")
    const audit = status(await context.api.get(`${path}/audit`), 200)
    holds("no secret in the audit", !audit.text.includes(secret))
  }),
  rule("20-invitations-former-owner", "An invitation ends when its maker is no Owner any more", async (context) => {
    const { path } = await context.newProject("Former")
    const member = `${path}/members/${encodeURIComponent(context.secondSubject)}`
    status(await context.api.put(member, { role: "Owner" }), 200)
    const answer = status(await context.second.post(`${path}/invitations`, { role: "User" }), 201)
    status(await context.api.put(member, { role: "Contributor" }), 200)
    same("list", (await open(context, path)).list("invitations"), [])
    const secret = new URL(answer.string("url")).hash.slice(1)
    problem(await context.api.post(`/v1/invitations/${secret}`), 404, "NotFound")
  }),
  rule("20-invitations-owners", "Owners alone invite, for at most 30 days", async (context) => {
    const { path } = await context.newProject("Owners")
    const member = `${path}/members/${encodeURIComponent(context.secondSubject)}`
    problem(await context.second.get(`${path}/invitations`), 404, "ProjectNotFound")
    status(await context.api.put(member, { role: "Contributor" }), 200)
    problem(await context.second.get(`${path}/invitations`), 403, "Forbidden")
    problem(await context.second.post(`${path}/invitations`, { role: "User" }), 403, "Forbidden")
    problem(await context.api.post(`${path}/invitations`, { role: "User", expiresAt: inDays(31) }), 400)
    problem(await context.api.post(`${path}/invitations`, { role: "User", expiresAt: inDays(-1) }), 400)
    problem(await context.api.post(`${path}/invitations`, { role: "Modeler" }), 400)
  })
]
