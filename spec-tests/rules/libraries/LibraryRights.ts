import { each, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { errorView, problem } from "../../harness/ErrorForms.ts"
import { guid } from "../../harness/Imports.ts"
import { rules } from "../../harness/Rule.ts"
import {
  label,
  libraryWithCode,
  ofCodes,
  ofCustom,
  ofLocations,
  ofMaterials,
  type Request,
  type Requests,
  type RequestsOf
} from "./LibraryRequests.ts"

const three = rules("contract 3")
const uuid = "11111111-2222-4333-8444-555555555555"
const never = "/v1/projects/9007199254740991"
const bad = { bytes: new TextEncoder().encode("{"), headers: { "content-type": "text/plain" } }

/** What a stranger, a User and a Contributor of the project get. */
const rights = async (context: Context, of: RequestsOf) => {
  const { api, second, secondSubject } = context
  const project = await context.newProject("Rights")
  const member = `${project.path}/members/${encodeURIComponent(secondSubject)}`
  const { reads, writes, unknown } = await of(context, project)
  const read = () => Promise.all(reads.map(async (path) => status(await api.get(path), 200).body))
  const before = await read()
  const send = ([method, path, json]: Request) => second.send(method, path, json === undefined ? {} : { json })
  await each([...reads.map((path): Request => ["GET", path]), ...writes, ...unknown], label, async (request) => {
    const answer = await send(request)
    const single = request[0] === "GET" && /\/(codification|materials)\//.test(request[1])
    problem(answer, 404, "ProjectNotFound", single ? "application/json" : "application/problem+json")
  })
  status(await api.put(member, { role: "User" }), 200)
  for (const [i, path] of reads.entries()) same(path, status(await second.get(path), 200).body, before[i])
  await each([...writes, ...unknown], label, async (request) => {
    problem(await send(request), 403, "Forbidden")
    problem(await second.send(request[0], request[1], bad), 403, "Forbidden")
  })
  same("nothing has changed", await read(), before)
  status(await api.put(member, { role: "Contributor" }), 200)
  await each(unknown, label, async (request) => {
    problem(await send(request), 404, "NotFound")
    problem(await second.send(request[0], request[1], bad), 404, "NotFound")
  })
  await each(writes, label, async (request) => void status(await send(request), 200, 201, 204))
}

/** What is unknown is answered before media type and body, the media type before the body. */
const order = async (context: Context, { unknown, writes }: Requests, form: typeof errorView) => {
  await each(unknown, label, async ([method, path]) => {
    problem(await context.api.send(method, path, bad), 404, "NotFound")
    problem(await context.api.raw(method, path, "{"), 404, "NotFound")
  })
  await each(
    writes.filter(([, , body]) => body !== undefined),
    label,
    async ([method, path]) => {
      problem(await context.api.send(method, path, bad), 415)
      form(await context.api.raw(method, path, "{"), 400, "InvalidBody")
    }
  )
}

export const libraryRights = [
  three(
    "3-rights-custom-properties",
    "A User reads sets and definitions, a Contributor writes them, a stranger finds no project (every endpoint)",
    (context) => rights(context, ofCustom)
  ),
  three(
    "3-rights-materials",
    "A User reads libraries and materials, a Contributor writes them, a stranger finds no project (every endpoint)",
    (context) => rights(context, ofMaterials)
  ),
  three(
    "3-rights-locations",
    "A User reads locations, a Contributor writes them, a stranger finds no project (every endpoint)",
    (context) => rights(context, ofLocations)
  ),
  three(
    "3-rights-codifications",
    "A User reads libraries and codes, a Contributor writes them, a stranger finds no project (every endpoint)",
    (context) => rights(context, ofCodes)
  ),
  three(
    "3-order-libraries",
    "A malformed identifier is answered before the project, an unknown resource before media type and body",
    async (context) => {
      const project = await context.newProject("Order")
      problem(await context.api.put(`${never}/customProperties/property-sets/x`, {}), 400, "InvalidIdentifier")
      problem(await context.api.post(`${never}/material-libraries/x/materials`, {}), 400, "InvalidIdentifier")
      for (const of of [ofCustom, ofMaterials]) await order(context, await of(context, project), problem)
    }
  ),
  three(
    "3-order-locations",
    "A malformed identifier is answered before the project, an unknown location before media type and body",
    async (context) => {
      const project = await context.newProject("Order of locations")
      problem(await context.api.put(`${never}/locations/x`, {}), 404)
      problem(await context.api.put(`${never}/locations/${guid("Conformance")}`, {}), 404, "ProjectNotFound")
      await order(context, await ofLocations(context, project), problem)
    }
  ),
  three(
    "3-order-codifications",
    "A malformed identifier is answered before the project, an unknown library or code before media type and body",
    async (context) => {
      const { api } = context
      const project = await context.newProject("Order of codes")
      errorView(await api.get(`${never}/codifications/x`), 400, "InvalidIdentifier")
      errorView(await api.post(`${never}/codifications/x/codification`, {}), 400, "InvalidIdentifier")
      errorView(await api.put(`${never}/codifications/${uuid}/codification/x`, {}), 400, "InvalidIdentifier")
      problem(await api.delete(`${never}/codifications/x`), 404)
      problem(await api.get(`${never}/codifications/${uuid}/codification/x`), 404, undefined, "application/json")
      await order(context, await ofCodes(context, project), errorView)
    }
  ),
  rules("contract 2.7")(
    "2.7-locations-and-codes",
    "X-Client-Session-Id is ignored by locations and codifications, whatever it holds",
    async (context) => {
      const project = await context.newProject("Session header")
      for (const of of [ofLocations, ofCodes]) {
        const { reads, writes } = await of(context, project)
        const headers = { "x-client-session-id": "x".repeat(200), "x-client-type": "caf\u{E9}" }
        await each(reads, String, async (path) => void status(await context.api.get(path, headers), 200))
        await each(writes, label, async ([method, path, json]) => {
          status(
            await context.api.send(method, path, { headers, ...(json === undefined ? {} : { json }) }),
            200,
            201,
            204
          )
        })
      }
    }
  ),
  rules("contract 2.10")(
    "2.10-locations-and-codes",
    "A creation repeated under its key makes one location, library or code; parallel repetitions too",
    async (context) => {
      const { api } = context
      const project = await context.newProject("Repeated")
      const { path, library, codes } = await libraryWithCode(context, project)
      const creations: ReadonlyArray<readonly [path: string, body: object, list: string, member: string]> = [
        [`${project.path}/locations`, { name: "once" }, `${project.path}/locations`, "locations"],
        [path, { name: "once" }, path, "codificationLibraries"],
        [codes, { name: "once", identification: "once" }, library, "codes"]
      ]
      await each(
        creations,
        ([path]) => path,
        async ([path, body, list, member]) => {
          const count = async () => status(await api.get(list), 200).list(member).length
          const before = await count()
          const key = { "idempotency-key": crypto.randomUUID() }
          const answers = await Promise.all(Array.from({ length: 10 }, () => api.post(path, body, key)))
          for (const answer of answers) same("answer", status(answer, 201).body, answers[0]!.body)
          same("one more", await count(), before + 1)
        }
      )
    }
  )
]
