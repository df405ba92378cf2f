import { Pool } from "pg"
import { largeModel } from "./LargeModel.ts"
import * as ServiceClient from "./ServiceClient.ts"
import type * as ServiceProcess from "./ServiceProcess.ts"

interface Row {
  readonly attempt: number
  readonly interruptions: number
  readonly token: number
  readonly status: string
}

interface HandedOver {
  /** How long it waited for the other worker since it was given back, in milliseconds. */
  readonly waited: number
  /** What its row says in the end. */
  readonly row: Row
}

/** A worker is told to stop in the middle of an import, while another one beside it has nothing to do. */
export const handOver = async (
  database: string,
  start: (role: "api" | "worker", name: string) => Promise<ServiceProcess.ServiceProcess>
): Promise<HandedOver> => {
  const api = await start("api", "api")
  const client = ServiceClient.make(api.url, await api.token("ada"))
  const projectId = await client.createProject("Handed over")
  const first = await start("worker", "first")
  const operationId = await client.startImport(projectId, "Large", largeModel(30_000))
  while ((await client.operation(operationId)).status !== "InProgress") await Bun.sleep(20)
  await start("worker", "second")
  const pool = new Pool({ connectionString: database })
  const row = async () => {
    const text = "SELECT attempt, interruptions, token, status FROM operations WHERE id = $1"
    return (await pool.query<Row>(text, [operationId])).rows[0]!
  }
  const until = async (holds: (row: Row) => boolean): Promise<number> => {
    while (!holds(await row())) await Bun.sleep(10)
    return performance.now()
  }
  try {
    void first.stop()
    const given = await until(({ status, token }) => status !== "InProgress" || token > 1)
    const taken = await until(({ status, token }) => status === "Ready" || token > 1)
    await client.ended(operationId)
    return { waited: taken - given, row: await row() }
  } finally {
    await pool.end()
  }
}
