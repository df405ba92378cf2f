import type { Answer } from "../../../harness/Answer.ts"
import { same, status } from "../../../harness/Check.ts"
import type { Context } from "../../../harness/Context.ts"
import { fill } from "../../../harness/Endpoints.ts"
import { type Imported, importModel } from "../../../harness/Imports.ts"
import { rules } from "../../../harness/Rule.ts"
import { changeable, full, plain, type Resource, shelfOf } from "./Resource.ts"
import { resources } from "./Resources.ts"
import { type Step, takeSteps } from "./VersionSteps.ts"

const four = rules("contract 4")

/** One model for all, since every rule compares it with itself, a moment ago. */
const model = (context: Context): Promise<Imported> =>
  context.once("model of shared versions", async () =>
    importModel(context.api, await context.newProject("Shared versions"), "bridge.ifc")
  )

/** The steps in which each good member is changed, sent again, and given null. */
const memberSteps = (resource: Resource, put: (body: object) => Promise<Answer>): ReadonlyArray<Step> =>
  plain(resource).flatMap(([name, { clearedBy, good, onNull, trimmed }]): ReadonlyArray<Step> => {
    const clears = { [name]: onNull === "clears" ? null : (clearedBy ?? null) }
    const cleared = onNull === "clears" || clearedBy !== undefined
    return [
      [`another ${name}`, () => put({ [name]: good[1] }), 200, true],
      [`the same ${name}`, () => put({ [name]: trimmed ? ` ${good[1] as string} ` : good[1] }), 200, false],
      ...(onNull === "refused"
        ? [[`no ${name}`, () => put({ ...full(resource), [name]: null }), 400, false] as const]
        : [[`${name} null`, () => put({ [name]: null }), 200, onNull === "clears"] as const]),
      ...(cleared
        ? ([
            ...(onNull === "clears" ? [] : [[`${name} cleared`, () => put(clears), 200, true] as const]),
            [`${name} cleared again`, () => put(clears), 200, false]
          ] as const)
        : [])
    ]
  })

const versions = (resource: Resource) =>
  four(
    `4-shared-${resource.id}`,
    `Each change of a ${resource.noun} makes new versions; reads, refusals and requests without effect make none`,
    async (context) => {
      const { api } = context
      const imported = await model(context)
      const shelf = await shelfOf(context, resource, imported.project)
      const made = await shelf.make(full(resource))
      const put = (body: object) => api.put(made.path, body)
      const key = { "idempotency-key": crypto.randomUUID() }
      const body = shelf.body()
      const create = () => shelf.post(body, key)
      const before = (await shelf.items()).length
      const never = fill(resource.path, { ...made.ids, ...unknown(resource) })
      const refused = changeable(resource) && resource.refused ? await resource.refused(shelf, made) : []
      const steps: ReadonlyArray<Step> = [
        ["create", create, 201, true],
        ["create again under its key", create, 201, false],
        ["a creation that is refused", () => shelf.post({ ...body, name: 3 }), 400, false],
        ["read the list", () => api.get(fill(resource.list, shelf.ids)), 200, false],
        ...(made.read === null ? [] : [["read", () => api.get(made.read!), 200, false] as const]),
        ...(changeable(resource)
          ? ([
              ["an empty PUT", () => put({}), 200, false],
              ["the same", () => put(full(resource)), 200, false],
              ...refused.map(([body], i) => [`refused ${i}`, () => put(body), 400, false] as const),
              ...memberSteps(resource, put),
              ["all of them", () => put({ ...full(resource) }), 200, true],
              ["an unknown one", () => api.put(never, full(resource)), 404, false]
            ] as const)
          : []),
        ["a deletion", () => api.delete(made.path), 204, true],
        ["again", () => api.delete(made.path), 404, false],
        ["of an unknown one", () => api.delete(never), 404, false]
      ]
      await takeSteps(context, imported, steps)
      if (refused.length === 0) same("number", (await shelf.items()).length, before)
      if (shelf.owner === null) return
      await takeSteps(context, imported, [["what it stood in", () => api.delete(shelf.owner!.path), 204, true]])
      status(await api.get(imported.path), 200)
    }
  )

/** The identifier of one that does not exist, by its name in the path. */
const unknown = ({ path }: Resource): Readonly<Record<string, string>> => {
  const name = /\{(\w+)\}$/.exec(path)![1]!
  return { [name]: fill(`{${name}}`) }
}

export const everyVersion = resources.map(versions)
