import type { Answer } from "../../harness/Answer.ts"
import { each, holds, same, status } from "../../harness/Check.ts"
import type { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fixture, type Imported, importBytes } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const three = rules("contract 3", operating)
const seven = rules("contract 7", operating)

const carrying = (id: string) => ({ "x-client-session-id": id })

/** A model that no other rule has sessions on. */
const fresh = async (context: Context): Promise<Imported> =>
  importBytes(context.api, await context.newProject("Sessions"), await fixture("bridge.ifc"))

const start = (client: Client, model: Imported, id: string): Promise<Answer> =>
  client.post(`${model.path}/start-session`, undefined, carrying(id))

const end = (client: Client, model: Imported, id: string): Promise<Answer> =>
  client.post(`${model.path}/end-session`, undefined, carrying(id))

const session = async (client: Client, model: Imported): Promise<Answer> =>
  status(await client.get(`${model.path}/session`), 200)

/** The id of the active session; null if there is none. */
const activeId = async (client: Client, model: Imported) => {
  const answer = await session(client, model)
  return answer.at("active") === true ? answer.string("clientSessionId") : null
}

const expiry = async (client: Client, model: Imported): Promise<number> =>
  Date.parse((await session(client, model)).string("expiresAt"))

/** Milliseconds by which the request moves on the end of the session. */
const renewal = async (client: Client, model: Imported, request: () => Promise<unknown>): Promise<number> => {
  const before = await expiry(client, model)
  await Bun.sleep(20)
  await request()
  return (await expiry(client, model)) - before
}

const shareWithSecond = async (context: Context, model: Imported, role: string): Promise<void> => {
  const subject = encodeURIComponent(context.secondSubject)
  status(await context.api.put(`${model.project.path}/members/${subject}`, { role: "User" }), 200)
  status(await context.api.put(`${model.path}/members/${subject}`, { role }), 200)
}

export const sessions = [
  seven("7-session-life", "A session is started, shown with half an hour left, and ended", async (context) => {
    const { api } = context
    const model = await fresh(context)
    same("before", (await session(api, model)).body, { active: false, cells: 0, deletedProducts: 0 })
    const earliest = Date.now() + 29 * 60_000
    status(await start(api, model, "first"), 204)
    const shown = await session(api, model)
    same("id", shown.at("clientSessionId"), "first")
    same("changes", [shown.at("cells"), shown.at("deletedProducts")], [0, 0])
    const expiresAt = Date.parse(shown.string("expiresAt"))
    holds("half an hour", expiresAt > earliest && expiresAt < earliest + 120_000, shown.at("expiresAt"))
    status(await end(api, model, "first"), 204)
    same("after", (await session(api, model)).body, { active: false, cells: 0, deletedProducts: 0 })
  }),
  seven(
    "7-session-other-id",
    "Another id while one is active: 400 SessionAlreadyActive with the seconds left",
    async (context) => {
      const { api } = context
      const model = await fresh(context)
      status(await start(api, model, "first"), 204)
      const refused = errorView(await start(api, model, "second"), 400, "SessionAlreadyActive")
      const seconds = Number(/\b(\d+) seconds\b/.exec(refused.string("errorDetails"))?.[1])
      holds("seconds left", seconds > 1700 && seconds <= 1800, refused.at("errorDetails"))
      same("still", await activeId(api, model), "first")
      status(await end(api, model, "first"), 204)
      status(await start(api, model, "second"), 204)
    }
  ),
  seven("7-session-same-id", "Starting with the active id renews it", async (context) => {
    const { api } = context
    const model = await fresh(context)
    status(await start(api, model, "first"), 204)
    holds("renewed", (await renewal(api, model, async () => status(await start(api, model, "first"), 204))) > 0)
  }),
  seven("7-session-race", "Of 50 concurrent starts with 50 ids one succeeds; with one id all do", async (context) => {
    const { api } = context
    const model = await fresh(context)
    const ids = Array.from({ length: 50 }, (_, i) => `racer ${i}`)
    const answers = await Promise.all(ids.map((id) => start(api, model, id)))
    const winners = ids.filter((_, i) => answers[i]!.status === 204)
    same("one wins", winners.length, 1)
    await each(
      answers.filter((answer) => answer.status !== 204),
      ({ request }) => request,
      (answer) => {
        errorView(answer, 400, "SessionAlreadyActive")
      }
    )
    same("the session", await activeId(api, model), winners[0])
    const again = await Promise.all(ids.map(() => start(api, model, winners[0]!)))
    await each(
      again,
      ({ request }) => request,
      (answer) => void status(answer, 204)
    )
  }),
  seven("7-session-end-unknown", "Ending an unknown or ended session is 204 without effect", async (context) => {
    const { api } = context
    const model = await fresh(context)
    status(await end(api, model, "never"), 204)
    status(await start(api, model, "first"), 204)
    status(await end(api, model, "other"), 204)
    same("still", await activeId(api, model), "first")
    status(await end(api, model, "first"), 204)
    status(await end(api, model, "first"), 204)
  }),
  seven(
    "7-session-renewed",
    "Requests for the model with the active id renew it, even if they are refused",
    async (context) => {
      const { api } = context
      const model = await fresh(context)
      const query = `${model.path}/products/properties/query`
      const headers = carrying("first")
      status(await start(api, model, "first"), 204)
      const requests: ReadonlyArray<readonly [status: number, request: () => Promise<Answer>]> = [
        [200, () => api.get(model.path, headers)],
        [200, () => api.get(`${model.path}/products/properties/available-data`, headers)],
        [200, () => api.post(query, {}, headers)],
        [400, () => api.post(`${query}?page=0`, {}, headers)],
        [400, () => api.put(`${model.path}/members/nobody`, { role: "Boss" }, headers)]
      ]
      for (const [expected, request] of requests) {
        let asked = ""
        const moved = await renewal(api, model, async () => {
          asked = status(await request(), expected).request
        })
        holds(`${asked} ${expected} renews`, moved > 0, moved)
      }
    }
  ),
  seven(
    "7-session-not-renewed",
    "Requests without the active id, and reading the session, renew nothing",
    async (context) => {
      const { api } = context
      const model = await fresh(context)
      status(await start(api, model, "first"), 204)
      const unmoved = async (request: () => Promise<Answer>, expected = 200) => {
        let asked = ""
        const moved = await renewal(api, model, async () => {
          asked = status(await request(), expected).request
        })
        same(asked, moved, 0)
      }
      await unmoved(() => api.get(model.path))
      await unmoved(() => api.get(model.path, carrying("second")))
      await unmoved(() => api.get(model.path, carrying("x".repeat(5000))))
      await unmoved(() => api.get(`${model.path}/session`, carrying("first")))
      await unmoved(() => api.get(model.project.path, carrying("first")))
      await unmoved(() => start(api, model, "second"), 400)
    }
  ),
  seven(
    "7-session-of-user",
    "A session belongs to one user and one model, whatever ids others use",
    async (context) => {
      const { api, second } = context
      const [model, other] = [await fresh(context), await fresh(context)]
      await shareWithSecond(context, model, "DataEditor")
      status(await start(api, model, "first"), 204)
      same("the second user's", await activeId(second, model), null)
      status(await end(second, model, "first"), 204)
      same("the first user's", await activeId(api, model), "first")
      same("not renewed", await renewal(api, model, () => second.get(model.path, carrying("first"))), 0)
      status(await start(second, model, "second"), 204)
      status(await start(api, other, "third"), 204)
      same("each its own", [await activeId(api, model), await activeId(second, model)], ["first", "second"])
    }
  ),
  seven("7-session-no-body", "Start and end ignore body and media type", async (context) => {
    const model = await fresh(context)
    const bytes = new TextEncoder().encode("{ not JSON")
    const headers = { "content-type": "text/plain", ...carrying("first") }
    for (const path of ["start-session", "end-session"]) {
      status(await context.api.send("POST", `${model.path}/${path}`, { bytes, headers }), 204)
    }
  }),
  three(
    "3-session-role",
    "Sessions are for DataEditors and higher; a Viewer reads that there is no session",
    async (context) => {
      const { second } = context
      const model = await fresh(context)
      await shareWithSecond(context, model, "Viewer")
      errorView(await start(second, model, "first"), 403, "Forbidden")
      errorView(await end(second, model, "first"), 403, "Forbidden")
      errorView(await second.post(`${model.path}/start-session`), 403, "Forbidden")
      same("none", (await session(second, model)).at("active"), false)
      await shareWithSecond(context, model, "DataEditor")
      status(await start(second, model, "first"), 204)
    }
  )
]
