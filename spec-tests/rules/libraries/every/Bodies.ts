import type { Json, JsonObject } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import { fill } from "../../../harness/Endpoints.ts"
import { rules } from "../../../harness/Rule.ts"
import { below, changeable, full, plain, refuses, type Resource, type Shelf, shelfOf } from "./Resource.ts"
import { resources } from "./Resources.ts"

const unknown = {
  colour: [1],
  id: "x",
  guid: "11111111-2222-4333-8444-555555555555",
  locationGuid: "mine",
  codes: [{}]
}

/** Sends a body to be refused: to create one, and to change one where that may be. */
const refusesIn = (shelf: Shelf, path: string) => async (bad: JsonObject, pointer: string) => {
  refuses(await shelf.post(shelf.body(bad)), shelf.resource, pointer)
  if (changeable(shelf.resource)) refuses(await shelf.context.api.put(path, bad), shelf.resource, pointer)
}

const short = (value: unknown): string => JSON.stringify(value).slice(0, 60)

const bare = (resource: Resource) =>
  rules("contract 2.13")(
    `2.13-${resource.id}-bare`,
    `A ${resource.noun} needs its required members alone; what is null is absent, what is unknown ignored`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const optional = Object.entries(resource.members).filter(([, { required }]) => !required)
      const nulls = Object.fromEntries(optional.map(([name]) => [name, null]))
      const cleared = optional.flatMap(([name, { clearedBy }]) => (clearedBy === undefined ? [] : [[name, clearedBy]]))
      const lists = Object.fromEntries(cleared.filter(([, value]) => Array.isArray(value)))
      for (const more of [{}, nulls, unknown, lists]) {
        const body = shelf.body(more)
        const made = shelf.made(status(await shelf.post(body), 201))
        await shelf.shows(body, made.answer)
        status(await context.api.delete(made.path), 204)
      }
      await each(
        Object.entries(resource.members).filter(([, { required }]) => required),
        ([name]) => name,
        async ([name]) => {
          const { [name]: _, ...rest } = shelf.body()
          for (const body of [rest, { ...rest, [name]: null }]) refuses(await shelf.post(body), resource, `/${name}`)
        }
      )
      if (optional.length < Object.keys(resource.members).length) refuses(await shelf.post({}), resource)
      same("nothing was made", await shelf.items(), [])
    }
  )

const limits = (resource: Resource) =>
  rules("contract 2.12")(
    `2.12-${resource.id}-limits`,
    `Texts of a ${resource.noun} keep to their lengths on every request; NUL, lone surrogates, and blanks where a text is due are 400`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = await shelf.make(full(resource))
      const before = await shelf.items()
      const refused = refusesIn(shelf, made.path)
      const texts = Object.entries(resource.members).flatMap(([name, { longest, required }]) =>
        longest === undefined ? [] : [{ name, longest, blank: required ? ["", " \t "] : [] }]
      )
      await each(
        texts,
        ({ name }) => name,
        async ({ name, longest, blank }) => {
          for (const bad of ["x".repeat(longest + 1), "a\u{0}", "\u{DC00}", "a\u{D800}", "\u{D800}x", ...blank])
            await refused({ [name]: bad }, `/${name}`)
        }
      )
      same("nothing was made or changed", await shelf.items(), before)
      const all = Object.fromEntries(texts.map(({ name, longest }) => [name, "x".repeat(longest)]))
      const longest = await shelf.make(all)
      await shelf.agrees(await find(shelf, longest.answer.body), { ...shelf.body(), ...all }, longest.answer)
      await each(
        Object.entries(resource.members).filter(([, { trimmed }]) => trimmed),
        ([name]) => name,
        async ([name, { longest = 0, required }]) => {
          for (const blank of required ? [] : ["", "  "]) {
            const { answer } = await shelf.make({ [name]: blank })
            await shelf.agrees(await find(shelf, answer.body), {}, answer)
          }
          // Characters are code points, and blanks around them do not count.
          for (const [i, text] of [
            `\t${"y".repeat(longest)} `,
            `\u{1F600} \u{E9}${"z".repeat(longest - 3)}`
          ].entries()) {
            const body = shelf.body({ [name]: text })
            const { answer } = shelf.made(status(await shelf.post(body), 201))
            await shelf.agrees(await find(shelf, answer.body), body, answer)
            if (!changeable(resource)) continue
            const changed = { ...full(resource), [name]: text.replaceAll(/[yz]/g, String(i)) }
            const put = status(await context.api.put(made.path, { [name]: changed[name] }), 200)
            await shelf.agrees(await find(shelf, put.body), changed, put)
            status(await context.api.put(made.path, { [name]: full(resource)[name] }), 200)
          }
        }
      )
      if (!changeable(resource)) return
      const others = Object.fromEntries(texts.map(({ name, longest }) => [name, "w".repeat(longest)]))
      const changed = status(await context.api.put(made.path, others), 200)
      await shelf.agrees(await find(shelf, changed.body), { ...full(resource), ...others }, changed)
    }
  )

/** The listed one that an answer is of. */
const find = async (shelf: Shelf, answer: Json): Promise<JsonObject> => {
  const guid = (one: JsonObject) => one["locationGuid"] ?? one["Guid"] ?? one["guid"] ?? one["id"]
  const found = (await shelf.items()).find((item) => guid(item) === guid(answer as JsonObject))
  holds("it is listed", found !== undefined, answer)
  return found!
}

const faults = (resource: Resource) =>
  rules("contract 10")(
    `10-${resource.id}-faults`,
    `Each fault in the body of a ${resource.noun} is 400 InvalidBody; a ProblemDetails tells its place`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = await shelf.make(full(resource))
      const before = await shelf.items()
      const refused = refusesIn(shelf, made.path)
      const wrong = Object.entries(resource.members).flatMap(([name, { bad = [], good, longest }]) => {
        const kinds: ReadonlyArray<Json> = longest === undefined ? [] : [1, true, [], {}]
        const other: ReadonlyArray<Json> = good !== null && longest === undefined ? [{}] : []
        return [...bad, ...kinds, ...other].map((value) => [{ [name]: value }, `/${name}`] as const)
      })
      await each([...wrong, ...(resource.faults ?? [])], short, ([body, pointer]) => refused(body, pointer))
      same("nothing was made or changed", await shelf.items(), before)
    }
  )

/** The value with its members spelled in another case, at every depth. */
const spelled = (value: Json, spell: (name: string) => string): Json => {
  if (Array.isArray(value)) return (value as ReadonlyArray<Json>).map((one) => spelled(one, spell))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [spell(name), spelled(one, spell)]))
}

const shout = (name: string): string => name.toUpperCase()
const capital = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

const anyCase = (resource: Resource) =>
  rules("contract 2.2")(
    `2.2-${resource.id}-any-case`,
    `Members of a ${resource.noun} match in any case, inside lists too; two spellings of one are 400`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = shelf.made(status(await shelf.post(spelled(full(resource), shout) as JsonObject), 201))
      await shelf.shows(full(resource), made.answer)
      const put = changeable(resource)
      if (put) {
        const changed = status(await context.api.put(made.path, spelled(full(resource, 1), capital)), 200)
        await shelf.shows(full(resource, 1), changed)
      }
      await each(plain(resource), String, async ([name, { good }]) => {
        const twice = { [name]: good[0], [shout(name)]: good[0] }
        refuses(await shelf.post({ ...shelf.body(), ...twice }), resource)
        if (put) refuses(await context.api.put(made.path, twice), resource)
      })
      await shelf.shows(full(resource, put ? 1 : 0))
    }
  )

/** The path with its literal segments in capitals, and one slash more. */
const shouted = (template: string, ids: Readonly<Record<string, string>>): string =>
  `${fill(template.replaceAll(/(?<![{\w])\w[\w-]*(?![\w}])/g, shout), ids)}/`

const segments = (resource: Resource) =>
  rules("contract 2.4")(
    `2.4-${resource.id}-segments`,
    `Literal segments of the paths of a ${resource.noun} match in any case, with one slash more too`,
    async (context) => {
      const { api } = context
      const shelf = await shelfOf(context, resource)
      const collection = resource.path.slice(0, resource.path.lastIndexOf("/"))
      const made = shelf.made(status(await api.post(shouted(collection, shelf.ids), full(resource)), 201))
      const own = shouted(resource.path, made.ids)
      status(await api.get(shouted(resource.list, shelf.ids)), 200)
      if (resource.read !== null) status(await api.get(shouted(resource.read, made.ids)), 200)
      if (changeable(resource)) status(await api.put(own, full(resource, 1)), 200)
      await shelf.shows(full(resource, changeable(resource) ? 1 : 0))
      status(await api.delete(own), 204)
      same("listed", await shelf.items(), [])
    }
  )

const guids = (resource: Resource) =>
  rules("contract 3")(
    `${resource.id}-guid-any-case`,
    `Guids in the paths of a ${resource.noun} are accepted in any case, and answered in lower case`,
    async (context) => {
      const { api } = context
      const shelf = await shelfOf(context, resource)
      const upper = (ids: Readonly<Record<string, string>>) =>
        Object.fromEntries(Object.entries(ids).map(([name, id]) => [name, id.toUpperCase()]))
      const collection = resource.path.slice(0, resource.path.lastIndexOf("/"))
      const created = status(await api.post(fill(collection, upper(shelf.ids)), full(resource)), 201)
      const made = shelf.made(created)
      const read = async () => status(await api.get(fill(resource.read!, upper(made.ids))), 200)
      await shelf.shows(full(resource), created, await read())
      same("by its list", status(await api.get(fill(resource.list, upper(shelf.ids))), 200).status, 200)
      const own = fill(resource.path, upper(made.ids))
      if (changeable(resource)) {
        const changed = status(await api.put(own, full(resource, 1)), 200)
        await shelf.shows(full(resource, 1), changed, await read())
      }
      for (const path of below(resource)) {
        const body = { name: "n", identification: "1" }
        status(await api.post(fill(path, upper(made.ids)), body), 201)
      }
      status(await api.delete(own), 204)
      same("listed", await shelf.items(), [])
    }
  )

export const everyBody = [
  ...resources.map(bare),
  ...resources.map(limits),
  ...resources.map(faults),
  ...resources.map(anyCase),
  ...resources.map(segments),
  ...resources.filter(({ read }) => read !== null).map(guids)
]
