import type { Json, JsonObject } from "../../../harness/Answer.ts"
import { each, holds, same, status } from "../../../harness/Check.ts"
import { rules } from "../../../harness/Rule.ts"
import { changeable, full, plain, refuses, type Resource, type Shelf, shelfOf } from "./Resource.ts"
import { resources } from "./Resources.ts"

const twelve = rules("contract 2.12")
const changing = resources.filter(changeable)

const puts = (resource: Resource) =>
  rules("contract 2.13")(
    `2.13-${resource.id}-put`,
    `A PUT of a ${resource.noun} keeps what is absent; null clears it, keeps it or is 400 as it is laid down`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = await shelf.make(full(resource))
      const put = (body: object) => context.api.put(made.path, body)
      let values = full(resource)
      const becomes = async (body: JsonObject, changes: JsonObject) => {
        values = { ...values, ...changes }
        await shelf.shows(values, status(await put(body), 200))
      }
      await becomes({}, {})
      await becomes({ colour: "red", id: "x", guid: "y", locationGuid: "z" }, {})
      const blanks = plain(resource).filter(([, { trimmed }]) => trimmed)
      await becomes(Object.fromEntries(blanks.map(([name, { good }]) => [name, ` ${good[0] as string}\t`])), {})
      await each(plain(resource), String, async ([name, { good }]) => becomes({ [name]: good[1] }, { [name]: good[1] }))
      await each(Object.entries(resource.members), String, async ([name, { clearedBy, good, onNull }]) => {
        if (onNull === "refused") {
          for (const more of [{}, full(resource)]) refuses(await put({ ...more, [name]: null }), resource, `/${name}`)
        } else await becomes({ [name]: null }, onNull === "clears" ? { [name]: null } : {})
        if (clearedBy === undefined) return
        if (good !== null) await becomes({ [name]: good[0] }, { [name]: good[0] })
        await becomes({ [name]: clearedBy }, { [name]: null })
      })
      await shelf.shows(values)
      await becomes(full(resource), full(resource))
      const nulls = Object.entries(resource.members).filter(([, { onNull }]) => onNull !== "refused")
      const cleared = nulls.flatMap(([name, { onNull }]) => (onNull === "clears" ? [[name, null]] : []))
      await becomes(Object.fromEntries(nulls.map(([name]) => [name, null])), Object.fromEntries(cleared) as JsonObject)
    }
  )

const whole = (resource: Resource) =>
  rules("contract 4")(
    `${resource.id}-put-whole`,
    `A PUT that is refused changes nothing of the ${resource.noun}, and a POST that is refused makes none`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = await shelf.make(full(resource))
      const refused = await resource.refused!(shelf, made)
      const before = await shelf.items()
      const good = full(resource, 1)
      await each(
        refused,
        ([body]) => JSON.stringify(body),
        async ([body, code]) => {
          refuses(await context.api.put(made.path, { ...good, ...body }), resource, undefined, code)
          same("all as before", await shelf.items(), before)
          if (code === "InvalidHierarchy") return
          refuses(await shelf.post({ ...shelf.body(good), ...body }), resource, undefined, code)
          same("none is made", await shelf.items(), before)
        }
      )
    }
  )

const free = (resource: Resource) =>
  twelve(`${resource.id}-names-free`, `Names of a ${resource.noun} need not be unique`, async (context) => {
    const shelf = await shelfOf(context, resource)
    const made = [
      await shelf.make({ name: "One" }),
      await shelf.make({ name: "One" }),
      await shelf.make({ name: "Two" })
    ]
    same("paths of their own", new Set(made.map(({ path }) => path)).size, 3)
    if (!changeable(resource)) return
    const renamed = shelf.made(status(await context.api.put(made[2]!.path, { name: "One" }), 200))
    same("renamed", [renamed.path, renamed.answer.at("name")], [made[2]!.path, "One"])
    same("listed", (await shelf.items()).length, 3)
  })

const unique = (resource: Resource, member: string) =>
  rules("contract 4")(
    `${resource.id}-unique`,
    `The ${member} of a ${resource.noun} is its own where it stands, with case and without blanks around it: 400 DuplicateName`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const [one, two] = [await shelf.make({ [member]: "ab" }), await shelf.make({ [member]: "cd" })]
      const put = (body: object) => context.api.put(two.path, body)
      const taken = async (text: string) => {
        const before = await shelf.items()
        refuses(await shelf.post(shelf.body({ [member]: text })), resource, undefined, "DuplicateName")
        refuses(await put({ [member]: text }), resource, undefined, "DuplicateName")
        same("all as before", await shelf.items(), before)
      }
      await taken("ab")
      await taken(" ab ")
      same("its own", status(await put({ [member]: " cd " }), 200).body, two.answer.body)
      same("another case", status(await put({ [member]: "Ab" }), 200).at(member), "Ab")
      const free = async () => shelf.make({ [member]: "cd" })
      const made = [one, two, await free(), await shelf.make({ [member]: "AB" }), await shelf.make({ [member]: "a b" })]
      await taken("cd")
      status(await context.api.delete(made[2]!.path), 204)
      const again = await free()
      same("each has its own path", new Set([...made, again].map(({ path }) => path)).size, 6)
      await (
        await shelfOf(context, resource, resource.owner === null ? undefined : shelf.project)
      ).make({ [member]: "ab" })
    }
  )

const many = 50
const renames = 30

/** Sends `count` requests at once and returns their answers. */
export const atOnce = <A>(send: (i: number) => Promise<A>, count = many): Promise<ReadonlyArray<A>> =>
  Promise.all(Array.from({ length: count }, (_, i) => send(i)))

const onlyOne = (shelf: Shelf, answers: Awaited<ReturnType<Shelf["post"]>>[], success: number) => {
  const good = answers.filter((answer) => answer.status === success)
  for (const answer of answers)
    if (answer.status !== success) refuses(answer, shelf.resource, undefined, "DuplicateName")
  same("successes", good.length, 1)
  return good[0]!
}

const parallel = (resource: Resource, member: string) => [
  rules("contract 4")(
    `${resource.id}-parallel-creations`,
    `Of ${many} creations at once of a ${resource.noun} of one ${member} one is 201, the others 400 DuplicateName`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const body = { ...full(resource), [member]: "one" }
      const made = onlyOne(shelf, [...(await atOnce(() => shelf.post(body)))], 201)
      await shelf.shows(body, made)
    }
  ),
  rules("contract 4")(
    `${resource.id}-parallel-renames`,
    `Of ${renames} changes at once to one ${member} one succeeds, the others are 400 DuplicateName and change nothing`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = await atOnce(() => shelf.make(), renames)
      const body = { ...full(resource, 1), [member]: "one" }
      const answers = await atOnce((i) => context.api.put(made[i]!.path, body), renames)
      const renamed = onlyOne(shelf, [...answers], 200)
      const items = await shelf.items()
      const texts = items.map((item) => item[member])
      same("each has its own", new Set<Json | undefined>(texts).size, renames)
      same("of that text", items.filter((item) => item[member] === "one").map(shelf.resource.answered), [renamed.body])
      const kept = made.filter((_, i) => answers[i]!.status !== 200).map(({ answer }) => answer.body)
      holds("what was refused is as it was", kept.length === renames - 1)
      const listed = new Set(items.map((item) => JSON.stringify(item)))
      same(
        "as it was",
        kept.filter((item) => !listed.has(JSON.stringify(item))),
        []
      )
    }
  )
]

const uniques = resources.flatMap((resource) =>
  resource.unique === null ? [] : [[resource, resource.unique] as const]
)

export const everyChange = [
  ...changing.map(puts),
  ...changing.filter(({ refused }) => refused !== undefined).map(whole),
  ...resources.filter((resource) => resource.unique !== "name").map(free),
  ...uniques.map(([resource, member]) => unique(resource, member)),
  ...uniques.flatMap(([resource, member]) => parallel(resource, member))
]
