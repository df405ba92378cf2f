import { each, holds, matches, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const four = rules("contract 4")
const three = rules("contract 3")

/** The same answer to two callers apart from the identifiers of the request. */
const masked = (body: object): object => ({ ...body, requestId: "", instance: "" })

/** The second user gets the same 404 below a project of others and below one that never existed. */
const indistinguishable = async (context: Context, id: string, paths: ReadonlyArray<string>): Promise<void> => {
  const never = "9007199254740991"
  const plain = (text: string) => JSON.parse(text.replaceAll(new RegExp(`\\b(${id}|${never})\\b`, "g"), "ID")) as object
  await each(paths, String, async (path) => {
    const foreign = status(await context.second.get(`/v1/projects/${id}${path}`), 404)
    const unknown = status(await context.second.get(`/v1/projects/${never}${path}`), 404)
    matches("it speaks of the project", foreign.text, /ProjectNotFound|project-not-found/)
    same("media type", foreign.type, unknown.type)
    same("body", masked(plain(foreign.text)), masked(plain(unknown.text)))
  })
}

const shared = async (context: Context, role: string) => {
  const { secondSubject } = context
  const project = await context.newProject(`Shared with ${role}`)
  const path = `${project.path}/members/${encodeURIComponent(secondSubject)}`
  status(await context.api.put(path, { role }), 200)
  return { project, path }
}

export const members = [
  four("4-members-list", "The members of a new project are its creator as Owner", async (context) => {
    const { path } = await context.newProject("Members")
    const answer = status(await context.api.get(`${path}/members`), 200)
    same("members of the answer", Object.keys(answer.object()), ["members"])
    same(
      "members",
      answer.list("members").map(({ userId, role }) => [userId, role]),
      [[context.subject, "Owner"]]
    )
  }),
  three("3-members-before-sign-in", "Members may be added before they ever signed in", async (context) => {
    const { path } = await context.newProject("Members")
    const name = `not-yet-${crypto.randomUUID()}`
    const added = status(await context.api.put(`${path}/members/${name}`, { role: "User" }), 200)
    same("member", [added.at("userId"), added.at("role")], [name, "User"])
    const changed = status(await context.api.put(`${path}/members/${name}`, { role: "Contributor" }), 200)
    same("role", changed.at("role"), "Contributor")
    const listed = status(await context.api.get(`${path}/members`), 200).list("members")
    same(
      "listed",
      listed.filter(({ userId }) => userId === name).map(({ role }) => role),
      ["Contributor"]
    )
    same("body", status(await context.api.delete(`${path}/members/${name}`), 204).text, "")
    problem(await context.api.delete(`${path}/members/${name}`), 404)
    same("members", status(await context.api.get(`${path}/members`), 200).list("members").length, 1)
  }),
  four("4-members-role", "A role is Owner, Contributor or User in any case; anything else 400", async (context) => {
    const { path } = await context.newProject("Roles")
    same("role", status(await context.api.put(`${path}/members/someone`, { role: "oWNER" }), 200).at("role"), "Owner")
    await each(["Viewer", "", 1, null, ["User"]], JSON.stringify, async (role) => {
      problem(await context.api.put(`${path}/members/someone`, { role }), 400)
    })
    problem(await context.api.put(`${path}/members/somebody-else`, {}), 400)
  }),
  rules("contract 2.14")(
    "2.14-creation-order",
    "Lists without an order of their own are in the order of creation",
    async (context) => {
      const { path } = await context.newProject("In order")
      for (const name of ["zoe", "bob", "mia"])
        status(await context.api.put(`${path}/members/${name}`, { role: "User" }), 200)
      status(await context.api.put(`${path}/members/bob`, { role: "Contributor" }), 200)
      const listed = status(await context.api.get(`${path}/members`), 200)
        .list("members")
        .map(({ userId }) => userId ?? null)
      same("members", listed, [context.subject, "zoe", "bob", "mia"])
    }
  ),
  four("4-members-last-owner", "The last Owner cannot be removed: 400", async (context) => {
    const { path } = await context.newProject("Owners")
    const own = `${path}/members/${encodeURIComponent(context.subject)}`
    problem(await context.api.delete(own), 400)
    problem(await context.api.put(own, { role: "User" }), 400)
    status(await context.api.put(`${path}/members/another-owner`, { role: "Owner" }), 200)
    status(await context.api.delete(`${path}/members/another-owner`), 204)
    problem(await context.api.delete(own), 400)
  }),
  four("4-members-encoded", "Member names arrive percent-encoded", async (context) => {
    const { path } = await context.newProject("Encoded")
    const name = `auth0|\u{E4}/b c?${crypto.randomUUID()}`
    const member = `${path}/members/${encodeURIComponent(name)}`
    same("member", status(await context.api.put(member, { role: "User" }), 200).at("userId"), name)
    status(await context.api.delete(member), 204)
  }),
  three(
    "3-foreign-project",
    "A project without the caller as a member is answered like one that does not exist",
    async (context) => {
      const { second } = context
      const { id } = await context.newProject("Not for the second user")
      await indistinguishable(context, id, ["", "/members", "/models", "/models/1"])
      problem(await second.put(`/v1/projects/${id}`, { name: "Mine" }), 404, "ProjectNotFound")
      problem(await second.delete(`/v1/projects/${id}`), 404, "ProjectNotFound")
      const listed = status(await second.get("/v1/projects"), 200).list("projects")
      holds("not listed", !listed.some((project) => project["id"] === id))
    }
  ),
  three(
    "3-foreign-project-libraries",
    "The libraries and locations of such a project are answered in the same way",
    async (context) => {
      const { id } = await context.newProject("Not for the second user")
      const paths = ["/locations", "/customProperties", "/codifications", "/material-libraries"]
      await indistinguishable(context, id, paths)
    }
  ),
  three(
    "3-member-reads",
    "Every member can read the project and its members, and the project shows the caller's role",
    async (context) => {
      await each(["User", "Contributor", "Owner"], String, async (role) => {
        const { project } = await shared(context, role)
        same("role", status(await context.second.get(project.path), 200).at("role"), role)
        same("members", status(await context.second.get(`${project.path}/members`), 200).list("members").length, 2)
      })
    }
  ),
  three(
    "3-owner-changes",
    "Changing or deleting the project and its members needs Owner: else 403",
    async (context) => {
      await each(["User", "Contributor"], String, async (role) => {
        const { project } = await shared(context, role)
        problem(await context.second.put(project.path, { name: "Mine" }), 403, "Forbidden")
        problem(await context.second.delete(project.path), 403, "Forbidden")
        problem(await context.second.put(`${project.path}/members/friend`, { role: "User" }), 403, "Forbidden")
        const owner = `${project.path}/members/${encodeURIComponent(context.subject)}`
        problem(await context.second.delete(owner), 403, "Forbidden")
      })
    }
  ),
  three("3-order-role-body", "An insufficient role is reported before media type and body", async (context) => {
    const { project } = await shared(context, "User")
    problem(await context.second.raw("PUT", project.path, "{", "text/plain"), 403, "Forbidden")
  }),
  three("3-member-leaves", "Members may remove themselves", async (context) => {
    const { project, path } = await shared(context, "User")
    status(await context.second.delete(path), 204)
    problem(await context.second.get(project.path), 404, "ProjectNotFound")
  }),
  three("3-second-owner", "A second Owner may do everything, including removing the first", async (context) => {
    const { project } = await shared(context, "Owner")
    status(await context.second.delete(`${project.path}/members/${encodeURIComponent(context.subject)}`), 204)
    problem(await context.api.get(project.path), 404, "ProjectNotFound")
    status(await context.second.delete(project.path), 204)
  })
]
