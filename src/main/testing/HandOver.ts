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

/** Stops a worker in the middle of an import while another one is idle, and returns the row of the operation at its end. */
export const handOver = async (
  database: string,
  start: (role: "api" | "worker", name: string) => Promise<ServiceProcess.ServiceProcess>
): Promise<Row> => {
  const api = await start("api", "api")
  const client = ServiceClient.make(api.url, await api.token("ada"))
  const projectId = await client.createProject("Handed over")
  const first = await start("worker", "first")
  const operationId = await client.startImport(projectId, "Large", largeModel(30_000))
  while ((await client.operation(operationId)).status !== "InProgress") await Bun.sleep(20)
  await start("worker", "second")
  const pool = new Pool({ connectionString: database })
  try {
    void first.stop()
    await client.ended(operationId)
    const text = "SELECT attempt, interruptions, token, status FROM operations WHERE id = $1"
    return (await pool.query<Row>(text, [operationId])).rows[0]!
  } finally {
    await pool.end()
  }
}
