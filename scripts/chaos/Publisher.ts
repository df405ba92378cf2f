import type { ServiceClient } from "../../src/main/testing/ServiceClient.ts"
import { answered, persist, type World } from "./Users.ts"

interface Versions {
  readonly versions: ReadonlyArray<{ readonly modelVersionId: string }>
  readonly totalCount: number
}

interface Rows {
  readonly result: ReadonlyArray<{ readonly Guid: string; readonly Name: string }>
}

const asked = { fields: ["Guid", "Name"], filters: { Class: "Wall" } }

/**
 * Creates a user who repeatedly renames all walls of a model and publishes the change. The service must have implicit
 * sessions.
 */
export const make = (world: World, modelId: string) => {
  const path = `/v1/projects/${world.projectId}/models/${modelId}`
  let acknowledged = 0

  const walls = async (client: ServiceClient, query = "") =>
    (
      answered(await client.call("POST", `${path}/products/properties/query${query}`, { body: asked }), 200)
        .json as unknown as Rows
    ).result
  const versions = async (client: ServiceClient) =>
    answered(await client.call("GET", `${path}/versions?pageSize=1`), 200).json as unknown as Versions

  return {
    acknowledged: () => acknowledged,
    /** Returns the number of published versions, according to the list. */
    published: async (client: ServiceClient): Promise<number> => (await versions(client)).totalCount - 1,
    work: async (): Promise<void> => {
      while (!world.isOver()) {
        try {
          const name = `Wall ${acknowledged + 1}`
          await persist(world, async (client) => {
            const update = { Name: Object.fromEntries((await walls(client)).map(({ Guid }) => [Guid, name])) }
            answered(await client.call("POST", `${path}/products`, { body: { update } }), 200)
          })
          const request = { body: { title: name }, key: crypto.randomUUID(), timeoutMillis: 10_000 }
          await persist(world, async (client) => answered(await client.call("POST", `${path}/publish`, request), 204))
          acknowledged += 1
        } catch (error) {
          world.faults.push(error instanceof Error ? error.message : String(error))
        }
      }
    },
    /**
     * Reads the latest version continuously, and checks that all its walls have the same name, and never an older name
     * than before.
     */
    watch: async (): Promise<number> => {
      let looks = 0
      let newest = 0
      while (!world.isOver()) {
        try {
          const client = await world.client()
          const { totalCount, versions: listed } = await versions(client)
          if (totalCount > 1) {
            const names = new Set(
              (await walls(client, `?version=${listed[0]!.modelVersionId}`)).map(({ Name }) => Name)
            )
            const [name = ""] = names
            const number = Number(name.replace("Wall ", ""))
            if (names.size !== 1 || Number.isNaN(number)) world.faults.push(`half a version: ${[...names].join(", ")}`)
            else if (number < newest) world.faults.push(`a version went back from ${newest} to ${number}`)
            newest = Math.max(newest, number)
          }
          looks += 1
        } catch {
          // The process died while it answered.
        }
        await Bun.sleep(30)
      }
      return looks
    }
  }
}
