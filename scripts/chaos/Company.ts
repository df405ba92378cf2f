import * as Asker from "./Asker.ts"
import * as EventReaders from "./EventReaders.ts"
import type { Inspection } from "./Inspection.ts"
import * as Publisher from "./Publisher.ts"
import type { Report } from "./Report.ts"
import * as Users from "./Users.ts"

/** Returns the client of the service that runs now, and waits while none runs. */
type Clients = Users.World["client"]

/** Variables of the service that the users need, because the receiver of their webhook is on this machine. */
export const environment = { WEBHOOK_PRIVATE: "true" }

/** The number of faults that are printed. */
const shown = 20

/** The longest time until work continues or ends after the last kill, in milliseconds. */
const longestRest = 120_000

/** Returns the result of the promise, or null if it does not arrive within two minutes. */
export const within = async <A>(promise: Promise<A>): Promise<A | null> => {
  const late = Promise.withResolvers<null>()
  const timer = setTimeout(() => late.resolve(null), longestRest)
  try {
    return await Promise.race([promise, late.promise])
  } finally {
    // Timers must not delay the exit of the process.
    clearTimeout(timer)
  }
}

/**
 * Creates users of a service that is being killed. They share a project with a first model, and start to work at
 * `begin`.
 */
export const gather = async (clients: Clients) => {
  const client = await clients()
  const projectId = await client.createProject("Chaos")
  let over = false
  const world: Users.World = {
    client: clients,
    projectId,
    acknowledged: [],
    changes: [],
    faults: [],
    isOver: () => over
  }
  await client.ended(await client.startImport(projectId, "First", Users.house))
  const models = `/v1/projects/${projectId}/models`
  const rowsOf = async (id: string): Promise<number> =>
    (await (await clients()).call("POST", `${models}/${id}/products/properties/query`, { body: {} })).json[
      "totalCount"
    ]!
  const { id } = (await client.models(projectId))[0]!
  const products = await rowsOf(id)
  const publisher = Publisher.make(world, id)
  const readers = await EventReaders.start(world, client)
  const users: Array<Promise<unknown>> = []
  let watchers: ReadonlyArray<Promise<number>> = []
  let isPublished = false

  /** Returns the number of acknowledged changes that are missing or incomplete. */
  const lost = async (): Promise<number> => {
    const last = await clients()
    let count = 0
    for (const { kind, modelId, operationId } of world.acknowledged) {
      const { json, status } = await last.call("GET", `/v1/operations/${operationId}`)
      const path = `${models}/${modelId}`
      if (status !== 200 || (json["status"] as unknown) !== "Ready") count += 1
      else if (kind === "import") count += (await rowsOf(modelId)) === products ? 0 : 1
      else if (kind === "export") count += (await Users.isExported(last, path, operationId)) ? 0 : 1
      else count += (await Users.resultOf(last, `${path}/products`, operationId)) === products ? 0 : 1
    }
    return count
  }

  return {
    world,
    publisher,
    /**
     * Lets each user import and measure, and two more users save queries. If `publishes` is true, which needs implicit
     * sessions, one more user edits and publishes.
     */
    begin: (names: ReadonlyArray<string>, publishes: boolean): void => {
      isPublished = publishes
      users.push(...names.map((name) => Users.work(world, name)), ...(publishes ? [publisher.work()] : []))
      users.push(Asker.work(world, "One"), Asker.work(world, "Other"))
      watchers = [Users.watch(world, products), ...(publishes ? [publisher.watch()] : [])]
    },
    /**
     * Stops all users after their current work. Returns how often the list and the versions were read; null if stopping
     * takes over two minutes.
     */
    ended: (): Promise<ReadonlyArray<number> | null> => {
      over = true
      return within(Promise.all(users).then(() => Promise.all(watchers)))
    },
    /** Compares the acknowledged and observed changes with the current data. */
    judge: async (report: Report, inspection: Inspection): Promise<void> => {
      const { acknowledged, faults } = world
      const none = (name: string, count: number) => report.check(name, count, count === 0)
      for (const fault of faults.slice(0, shown)) report.fault(fault)
      const names = (await (await clients()).models(projectId)).map(({ name }) => name)
      const expected = new Set(acknowledged.map(({ modelName }) => modelName)).add("First")
      const rows = inspection.operations()
      const half = faults.filter((fault) => fault.startsWith("half")).length
      none("acknowledged operations lost", await lost())
      none("models missing in the list", [...expected].filter((name) => !names.includes(name)).length)
      none("models doubled", names.length - new Set(names).size)
      none("operations more than acknowledged", rows.length - acknowledged.length - 1)
      none("operations not Ready in the end", rows.filter(({ status }) => status !== "Ready").length)
      none("half models and versions ever seen", half)
      none("other answers that should not have been", faults.length - half)
      none("late writes accepted", inspection.lateWrites())
      none("operations finished not exactly once", inspection.unaccounted())
      none("broken links of the audit", inspection.brokenLinks())
      await readers.judge(report)
      if (!isPublished) return
      const wanted = publisher.acknowledged()
      const published = await publisher.published(await clients())
      report.check("versions, wanted as many as acknowledged", published, published === wanted)
    }
  }
}
