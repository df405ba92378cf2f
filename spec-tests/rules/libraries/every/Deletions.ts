import { same, status } from "../../../harness/Check.ts"
import { fill } from "../../../harness/Endpoints.ts"
import { rules } from "../../../harness/Rule.ts"
import { atOnce } from "./Changes.ts"
import { below, isGone, type Resource, Shelf, shelfOf } from "./Resource.ts"
import { resources } from "./Resources.ts"

const four = rules("contract 4")

const deletions = (resource: Resource) =>
  four(
    `${resource.id}-parallel-deletions`,
    `Of 20 deletions at once of one ${resource.noun} one is 204, the others 404`,
    async (context) => {
      const shelf = await shelfOf(context, resource)
      const made = await shelf.make()
      const kept = await shelf.make()
      const [, item] = await shelf.items()
      const answers = await atOnce(() => context.api.delete(made.path), 20)
      for (const answer of answers) if (answer.status !== 204) isGone(answer, "DELETE", resource.path)
      same("successes", answers.filter((answer) => answer.status === 204).length, 1)
      same("the other stays", [await shelf.items(), shelf.made(kept.answer).path], [[item], kept.path])
    }
  )

const creations = (resource: Resource, owner: Resource) =>
  four(
    `${resource.id}-parallel-deletion`,
    `Deleting a ${owner.noun} while each ${resource.noun} is added leaves none: made and gone with it, or 404`,
    async (context) => {
      const all = await shelfOf(context, owner)
      const kept = await all.make()
      const [item] = await all.items()
      for (let round = 0; round < 4; round++) {
        const gone = await all.make({ name: "Gone" })
        const shelf = new Shelf(context, resource, all.project, gone)
        const deletion = async () => (await Bun.sleep(round * 4), context.api.delete(gone.path))
        const [deleted, added] = await Promise.all([
          deletion(),
          atOnce((i) => shelf.post(shelf.body({ name: `n${i}` })), 40)
        ])
        same("body", status(deleted, 204).text, "")
        for (const answer of added) if (answer.status !== 201) isGone(answer, "POST", below(owner)[0]!)
        const orphans = added.filter((answer) => answer.status === 201).map((answer) => shelf.made(answer))
        for (const [i, { path, read }] of orphans.entries()) {
          if (i < 5) await shelf.lacks({ path, read })
          else isGone(await context.api.get(read!), "GET", resource.read!)
        }
        if (owner.read !== null) isGone(await context.api.get(fill(owner.read, gone.ids)), "GET", owner.read)
        same("listed", await all.items(), [item])
      }
      const again = new Shelf(context, resource, all.project, await all.make({ name: "Gone" }))
      await again.make({ name: "n0" })
      same("it can be made again", [(await again.items()).length, kept.path !== again.owner!.path], [1, true])
    }
  )

export const everyDeletion = [
  ...resources.map(deletions),
  ...resources.flatMap((resource) => (resource.owner === null ? [] : [creations(resource, resource.owner)]))
]
