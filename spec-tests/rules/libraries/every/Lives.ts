import type { JsonObject } from "../../../harness/Answer.ts"
import { holds, same, status } from "../../../harness/Check.ts"
import { fill } from "../../../harness/Endpoints.ts"
import { problem } from "../../../harness/ErrorForms.ts"
import { rules } from "../../../harness/Rule.ts"
import { below, changeable, full, isGone, methods, type Resource, shelfOf } from "./Resource.ts"
import { resources } from "./Resources.ts"

const four = rules("contract 4")

/** Returns the name of an item, which identifies it in a list of two. */
const nameOf = (item: JsonObject) => item["name"] ?? item["Name"]

const lists = resources.flatMap((resource) => {
  const { empty } = resource
  return empty === null
    ? []
    : [
        four(`${resource.id}-empty`, `The list of a new project has no ${resource.noun}`, async (context) => {
          const { path } = await context.newProject("Empty")
          const { libraryId, ...rest } = status(
            await context.api.get(path + resource.list.slice("/v1/projects/{project}".length)),
            200
          ).object()
          same("list", rest, empty)
          same("libraryId", Number.isInteger(libraryId), resource.area === "custom properties")
        })
      ]
})

const lives = (resource: Resource) =>
  four(
    `${resource.id}-life`,
    `A ${resource.noun} is created, listed, read, changed and deleted; then its paths are 404, and its ids do not return`,
    async (context) => {
      const { api } = context
      const shelf = await shelfOf(context, resource)
      const made = shelf.made(status(await shelf.post(full(resource)), 201))
      const read = async () => (made.read === null ? [] : [status(await api.get(made.read), 200)])
      await shelf.shows(full(resource), made.answer, ...(await read()))
      if (changeable(resource)) {
        const changed = status(await api.put(made.path, full(resource, 1)), 200)
        const item = await shelf.shows(full(resource, 1), changed, ...(await read()))
        const kept = shelf.made(changed)
        same("its ids stay", [kept.path, kept.read], [made.path, made.read])
        same("in its place", (await shelf.items())[0], item)
      }
      same("body", status(await api.delete(made.path), 204).text, "")
      same("listed", await shelf.items(), [])
      await shelf.lacks(made, below(resource))
      const again = shelf.made(status(await shelf.post(full(resource)), 201))
      holds("another id", again.path !== made.path, again.path)
    }
  )

const orders = (resource: Resource) =>
  rules("contract 2.14")(
    `${resource.id}-order`,
    `Each ${resource.noun} is listed in the order of creation, and no change moves it`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = []
      for (const name of ["zinc", "Alpha", "beta", "m"]) made.push(await shelf.make({ name }))
      if (changeable(resource)) {
        status(await context.api.put(made[0]!.path, { name: "aardvark" }), 200)
        status(await context.api.put(made[3]!.path, { name: "0" }), 200)
      }
      const names = changeable(resource) ? ["aardvark", "Alpha", "beta", "0"] : ["zinc", "Alpha", "beta", "m"]
      same("names", (await shelf.items()).map(nameOf), names)
      for (const template of below(resource)) {
        const inside = fill(template, made[1]!.ids)
        status(await context.api.post(inside, { name: "n", dataType: "String", identification: "1" }), 201)
      }
      same("after what is made in one", (await shelf.items()).map(nameOf), names)
      status(await context.api.delete(made[2]!.path), 204)
      same("after a deletion", (await shelf.items()).map(nameOf), names.toSpliced(2, 1))
    }
  )

const apart = (resource: Resource) =>
  four(
    `${resource.id}-delete-apart`,
    `Deleting a ${resource.noun} leaves the others, in what else there is of its kind too`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const other = await shelfOf(context, resource, resource.owner === null ? undefined : shelf.project)
      const [first] = [await shelf.make(), await shelf.make(), await other.make()]
      const [, kept] = await shelf.items()
      const theirs = await other.items()
      status(await context.api.delete(first.path), 204)
      same("the other", await shelf.items(), [kept])
      same("elsewhere", await other.items(), theirs)
      if (shelf.owner === null) return
      const gone = shelf.made(status(await shelf.post(shelf.body({ name: "gone with it" })), 201))
      same("body", status(await context.api.delete(shelf.owner.path), 204).text, "")
      await shelf.lacks(gone)
      await shelf.lacks({ path: fill(resource.path, { ...gone.ids, ...other.ids }), read: null })
      isGone(await shelf.post(shelf.body()), "POST", below(resource.owner!)[0]!)
      same("elsewhere", await other.items(), theirs)
    }
  )

const foreign = (resource: Resource) =>
  four(
    `${resource.id}-foreign`,
    `A ${resource.noun} of another place is 404 on every endpoint, and stays`,
    async (context) => {
      const mine = await shelfOf(context, resource)
      const theirs = await shelfOf(context, resource)
      const [own, other] = [await mine.make(), await theirs.make()]
      const before = [await mine.items(), await theirs.items()]
      const owner = resource.owner
      const second = owner === null ? mine : await shelfOf(context, resource, mine.project)
      const strangers = [
        // Requests another user's object within the caller's project, below its own parent and below that of the
        // caller.
        { ...other.ids, project: mine.project.id },
        { ...other.ids, ...mine.ids },
        // Requests the caller's object below a sibling of its parent, and below a parent that does not exist.
        ...(owner === null
          ? []
          : [{ ...own.ids, ...second.ids }, { ...own.ids, ...theirs.ids }, nothing(resource, own.ids)])
      ]
      for (const ids of strangers) {
        const at = (template: string) => fill(template, ids)
        // A path that does not name the parent reads the object from anywhere in the project.
        const read = resource.read === null || at(resource.read) === own.read ? null : at(resource.read)
        await mine.lacks({ path: at(resource.path), read }, below(resource))
      }
      if (owner !== null) {
        const body = mine.body()
        for (const ids of [{ ...theirs.ids, project: mine.project.id }, nothing(resource, mine.ids)]) {
          const path = fill(owner.path, ids)
          isGone(
            await context.api.post(path + mine.path.slice(mine.owner!.path.length), body),
            "POST",
            below(owner)[0]!
          )
        }
      }
      same("both stay", [await mine.items(), await theirs.items()], before)
    }
  )

/** The identifiers with one of the owner that does not exist. */
const nothing = ({ owner }: Resource, ids: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const name = /\{(\w+)\}$/.exec(owner!.path)![1]!
  const { [name]: _, ...rest } = ids
  return rest
}

const all = ["GET", "POST", "PUT", "PATCH", "DELETE"]

const wrongMethods = (resource: Resource) =>
  rules("contract 2.5")(
    `2.5-${resource.id}-methods`,
    `Of a ${resource.noun} ${all.filter((method) => !methods(resource).includes(method)).join(", ")} is 405, with Allow`,
    async (context) => {
      const { path } = await (await shelfOf(context, resource)).make()
      for (const method of all.filter((method) => !methods(resource).includes(method))) {
        const sending = method === "GET" || method === "DELETE" ? {} : { json: { name: "Other" } }
        const allow = problem(await context.api.send(method, path, sending), 405)
          .header("allow")
          .toUpperCase()
        same(
          `Allow of ${method}`,
          all.filter((method) => allow.split(/, */).includes(method)),
          all.filter((method) => methods(resource).includes(method))
        )
      }
    }
  )

export const everyLife = [
  ...lists,
  ...resources.map(lives),
  ...resources.filter(({ inOrder }) => inOrder).map(orders),
  ...resources.map(apart),
  ...resources.map(foreign),
  ...resources.map(wrongMethods)
]
