import { each, same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { type Area, fill, idsOf, label as name, ofArea } from "../../../harness/Endpoints.ts"
import { inForm, problem } from "../../../harness/ErrorForms.ts"
import type { Project } from "../../../harness/Project.ts"
import { rules } from "../../../harness/Rule.ts"
import { atOnce } from "./Changes.ts"
import { changeable, collection, full, isGone, refuses, type Resource, shelfOf } from "./Resource.ts"
import { furnish, libraryAreas, resources } from "./Resources.ts"

const three = rules("contract 3")
const slug = (area: Area): string => area.replaceAll(" ", "-")
const bad = { bytes: new TextEncoder().encode("{"), headers: { "content-type": "text/plain" } }

/** A request to an endpoint, with a good body where one is read. */
interface Request {
  readonly method: string
  /** The path template, as in the table of endpoints. */
  readonly template: string
  readonly path: string
  readonly resource: Resource
  readonly json?: object
}

const label = ({ method, path }: Request): string => `${method} ${path}`

/** Requests to every endpoint of an area, about one object of each kind. */
const requestsTo = async (context: Context, project: Project, area: Area) => {
  const made = await furnish(context, project, area)
  const paths = made.flatMap(([{ ids, resource }, { read }]) => [
    fill(resource.list, ids),
    ...(read === null ? [] : [read])
  ])
  const creations = made.map(([shelf]): Request => {
    const json = shelf.body()
    return { method: "POST", template: collection(shelf.resource), path: shelf.path, resource: shelf.resource, json }
  })
  const own = (method: string, of: (resource: Resource) => string | null, json?: (resource: Resource) => object) =>
    made.flatMap(([{ resource }, { ids }]): ReadonlyArray<Request> => {
      const path = of(resource)
      if (path === null) return []
      return [
        { method, template: resource.path, path: fill(path, ids), resource, ...(json && { json: json(resource) }) }
      ]
    })
  const deletions = own("DELETE", ({ path }) => path).toReversed()
  const changes = own(
    "PUT",
    (resource) => (changeable(resource) ? resource.path : null),
    (resource) => full(resource, 1)
  )
  const unknown = [...changes, ...deletions, ...creations.filter(({ resource }) => resource.owner !== null)].map(
    (request): Request => {
      const { resource, template } = request
      const ids = { ...made.find(([shelf]) => shelf.resource === resource)![1].ids }
      const missing = idsOf(template).at(-1)!
      return { ...request, path: fill(template, { ...ids, [missing]: fill(`{${missing}}`) }) }
    }
  )
  return {
    reads: [...new Set(paths)],
    /** In an order in which all of them succeed, one after the other. */
    writes: [...creations, ...changes, ...deletions],
    /** The same path with the identifiers of objects that do not exist. */
    unknown
  }
}

const sending = ({ json }: Request) => (json === undefined ? {} : { json })

/** The rules about requests by a stranger, a User and a Contributor of the project. */
const rights = (area: Area) =>
  three(
    `3-rights-${slug(area)}`,
    `A User can read, a Contributor can write, a stranger finds no project (every endpoint of ${area})`,
    async (context) => {
      const { api, second, secondSubject } = context
      const project = await context.newProject("Rights")
      const member = `${project.path}/members/${encodeURIComponent(secondSubject)}`
      const { reads, writes, unknown } = await requestsTo(context, project, area)
      const read = () => Promise.all(reads.map(async (path) => status(await api.get(path), 200).body))
      const before = await read()
      const send = (request: Request) => second.send(request.method, request.path, sending(request))
      for (const path of reads) {
        const single = /\/(codification|materials)\/./.test(path)
        const answer = await second.get(path)
        problem(answer, 404, "ProjectNotFound", single ? "application/json" : "application/problem+json")
      }
      await each([...writes, ...unknown], label, async (request) => {
        problem(await send(request), 404, "ProjectNotFound")
      })
      status(await api.put(member, { role: "User" }), 200)
      for (const [i, path] of reads.entries()) same(path, status(await second.get(path), 200).body, before[i])
      await each([...writes, ...unknown], label, async (request) => {
        problem(await send(request), 403, "Forbidden")
        problem(await second.send(request.method, request.path, bad), 403, "Forbidden")
      })
      same("nothing has changed", await read(), before)
      status(await api.put(member, { role: "Contributor" }), 200)
      await each(unknown, label, async (request) => {
        isGone(await send(request), request.method, request.template)
        isGone(await second.send(request.method, request.path, bad), request.method, request.template)
      })
      await each(writes, label, async (request) => void status(await send(request), 200, 201, 204))
    }
  )

/**
 * The rules about precedence: malformed identifiers before the project, unknown objects before media type and body, and
 * the media type before the body.
 */
const order = (area: Area) =>
  three(
    `3-order-${slug(area)}`,
    `A malformed identifier is reported before the project, an unknown one before media type and body (${area})`,
    async (context) => {
      const { api } = context
      const named = ofArea(area).filter(({ path }) => idsOf(path).length > 1)
      await each(named, name, async ({ forms, malformed, method, path }) => {
        const answer = await api.send(
          method,
          fill(path, { [idsOf(path).at(-1)!]: "x" }),
          method === "POST" || method === "PUT" ? { json: {} } : {}
        )
        const code = malformed === 400 ? "InvalidIdentifier" : undefined
        inForm(answer, forms[malformed], malformed, code)
        const unknown = await api.send(method, fill(path), method === "POST" || method === "PUT" ? { json: {} } : {})
        inForm(unknown, forms[404], 404, "ProjectNotFound")
      })
      const { unknown, writes } = await requestsTo(context, await context.newProject("Order"), area)
      await each(unknown, label, async ({ method, path, template }) => {
        isGone(await api.send(method, path, bad), method, template)
        isGone(await api.raw(method, path, "{"), method, template)
      })
      await each(
        writes.filter(({ json }) => json !== undefined),
        label,
        async ({ method, path, resource }) => {
          problem(await api.send(method, path, bad), 415)
          refuses(await api.raw(method, path, "{"), resource)
        }
      )
    }
  )

const headers = { "x-client-session-id": "x".repeat(200), "x-client-type": "caf\u{E9}" }

const sessions = (area: Area) =>
  rules("contract 2.7")(
    `2.7-${slug(area)}`,
    `X-Client-Session-Id is ignored by ${area}, whatever it holds`,
    async (context) => {
      const { reads, writes } = await requestsTo(context, await context.newProject("Session header"), area)
      await each(reads, String, async (path) => void status(await context.api.get(path, headers), 200))
      await each(writes, label, async (request) => {
        const answer = await context.api.send(request.method, request.path, { headers, ...sending(request) })
        status(answer, 200, 201, 204)
      })
    }
  )

const repeats = (resource: Resource) =>
  rules("contract 2.10")(
    `2.10-${resource.id}`,
    `A creation repeated under its key, ten times at once too, makes one ${resource.noun}; another body is 400`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const key = { "idempotency-key": crypto.randomUUID() }
      const body = full(resource)
      const answers = await atOnce(() => shelf.post(body, key), 10)
      const made = shelf.made(status(answers[0]!, 201))
      for (const answer of [...answers, await shelf.post(body, key)])
        same("the same answer", status(answer, 201).body, made.answer.body)
      await shelf.shows(body, made.answer)
      refuses(await shelf.post({ ...body, description: "other" }, key), resource, undefined, "IdempotencyKeyReused")
      await shelf.shows(body)
    }
  )

export const everyRight = [
  ...libraryAreas.map(rights),
  ...libraryAreas.map(order),
  ...libraryAreas.map(sessions),
  ...resources.map(repeats)
]
