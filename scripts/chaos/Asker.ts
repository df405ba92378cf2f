import { answered, persist, type World } from "./Users.ts"

/** Pause between two changes, in milliseconds. */
const pause = 100

/** Saves, renames and deletes queries as a user, one after the other. Returns their number. */
export const work = async (world: World, name: string): Promise<number> => {
  const queries = `/v1/projects/${world.projectId}/queries`
  let count = 0

  /** Repeats a change until it is acknowledged, and records that it must have an event. */
  const changed = async (change: string, act: () => Promise<string>): Promise<string> => {
    const began = performance.now()
    const object = await act()
    world.changes.push({ type: "query.changed", object, change, span: [began, performance.now()] })
    await Bun.sleep(pause)
    return object
  }

  while (!world.isOver()) {
    try {
      const request = {
        body: { name: `${name} ${count}`, query: { fields: ["Guid"] } },
        key: crypto.randomUUID(),
        timeoutMillis: 10_000
      }
      const object = await changed("Created", () =>
        persist(world, async (client) => {
          const { json } = answered(await client.call("POST", queries, request), 201)
          return `queries/${String(json["id"])}`
        })
      )
      const path = `/v1/projects/${world.projectId}/${object}`
      const body = { name: `${name} ${count}, renamed` }
      await changed("Changed", () =>
        persist(world, async (client) => {
          answered(await client.call("PUT", path, { body, timeoutMillis: 10_000 }), 200)
          return object
        })
      )
      await changed("Deleted", () =>
        persist(world, async (client) => {
          // A repetition is answered with 404 if the service died after the commit.
          answered(await client.call("DELETE", path, { timeoutMillis: 10_000 }), 204, 404)
          return object
        })
      )
    } catch (error) {
      world.faults.push(error instanceof Error ? error.message : String(error))
    }
    count += 1
  }
  return count
}
