import { join } from "node:path"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import type { Change } from "./EventJudgement.ts"

/** The model that all users import. */
export const house = await Bun.file(join(import.meta.dir, "../../spec-tests/fixtures/house.ifc")).bytes()

/** A request that the service acknowledged, so that its effect must survive. */
interface Acknowledged {
  readonly kind: "import" | "calculation" | "export"
  readonly operationId: string
  readonly modelName: string
  readonly modelId: string
}

export interface World {
  /** The client of the service that runs now; waits while none does. */
  readonly client: () => Promise<ServiceClient.ServiceClient>
  readonly projectId: string
  readonly acknowledged: Array<Acknowledged>
  /** The acknowledged changes, which must have events. */
  readonly changes: Array<Change>
  /** The violations that were observed, one line each. */
  readonly faults: Array<string>
  readonly isOver: () => boolean
}

/**
 * Errors that occur only if a service is killed: the connection broke, or the service answers that it is unavailable.
 */
const isPassing = (error: unknown): boolean => !(error instanceof Broken)

/** An answer that the service must never give. */
class Broken extends Error {}

/** Repeats a step until the service runs for long enough to answer it. */
export const persist = async <A>(
  world: World,
  step: (client: ServiceClient.ServiceClient) => Promise<A>
): Promise<A> => {
  for (;;) {
    const client = await world.client()
    try {
      return await step(client)
    } catch (error) {
      if (!isPassing(error)) throw error
      await Bun.sleep(20)
    }
  }
}

/** Returns the answer if its status is one of these. Fails so that the request is repeated if it is 503. */
export const answered = (answer: ServiceClient.Answer, ...statuses: ReadonlyArray<number>): ServiceClient.Answer => {
  if (statuses.includes(answer.status)) return answer
  if (answer.status === 503) throw new Error(answer.text)
  throw new Broken(`${answer.status} ${answer.text}`)
}

const operationOf = (answer: ServiceClient.Answer) => answer.headers.get("location")!.split("/").at(-1)!

const ended = (world: World, operationId: string) => {
  let highest = 0
  return persist(world, async (client) => {
    for (;;) {
      const found = answered(await client.call("GET", `/v1/operations/${operationId}`), 200)
        .json as unknown as ServiceClient.Operation
      if (found.percentageCompleted < highest) throw new Broken(`${operationId} fell from ${highest} per cent`)
      highest = found.percentageCompleted
      if (found.status === "Ready" || found.status === "Failed") return found
      await Bun.sleep(15)
    }
  })
}

/** Starts work on a model, waits for its end, and returns the operation. */
const worked = async (
  world: World,
  kind: "calculation" | "export",
  model: Pick<Acknowledged, "modelName" | "modelId">,
  path: string,
  body?: object
): Promise<string> => {
  const request = { key: crypto.randomUUID(), timeoutMillis: 10_000, ...(body === undefined ? {} : { body }) }
  const began = performance.now()
  const started = await persist(world, async (client) => answered(await client.call("POST", path, request), 202))
  const operationId = operationOf(started)
  world.acknowledged.push({ kind, operationId, ...model })
  const { error, status } = await ended(world, operationId)
  if (status === "Failed") throw new Broken(`the ${kind} of ${model.modelName} failed with ${error}`)
  world.changes.push({
    type: "operation.ended",
    object: `operations/${operationId}`,
    span: [began, performance.now()]
  })
  return operationId
}

/**
 * Imports a model, queries it, calculates quantities and exports it. Each step is repeated until it is answered;
 * changes keep their idempotency key.
 */
const importAndMeasure = async (world: World, modelName: string): Promise<void> => {
  const upload = await persist(world, async (client) => {
    const issued = answered(await client.call("GET", "/v1/files/upload-url"), 200).json as Record<string, string>
    answered(await client.call("PUT", new URL(issued["uploadUrl"]!).pathname, { bytes: house }), 200)
    return issued
  })
  const models = `/v1/projects/${world.projectId}/models`
  const body = { modelName, uploadKey: upload["uploadKey"], uploadFileName: "house.ifc" }
  const key = crypto.randomUUID()
  const began = performance.now()
  const created = await persist(world, async (client) =>
    answered(await client.call("POST", models, { body, key, timeoutMillis: 10_000 }), 202)
  )
  const { modelId } = created.json as Record<string, string>
  const imported = { kind: "import", operationId: operationOf(created), modelName, modelId: modelId! } as const
  world.acknowledged.push(imported)
  const state = await ended(world, imported.operationId)
  if (state.status === "Failed") throw new Broken(`the import of ${modelName} failed with ${state.error}`)
  const span = [began, performance.now()] as const
  world.changes.push(
    { type: "operation.ended", object: `operations/${imported.operationId}`, span },
    { type: "model.imported", object: `models/${modelId}`, change: "Created", span }
  )
  const model = { modelName, modelId: modelId! }
  const path = `${models}/${modelId}`
  const measured = await worked(world, "calculation", model, `${path}/products/quantities/query`, {
    calculators: ["Count"]
  })
  await persist(world, async (client) => resultOf(client, `${path}/products`, measured))
  const exported = await worked(world, "export", model, `${path}/export-ifc`)
  if (!(await persist(world, async (client) => isExported(client, path, exported)))) {
    throw new Broken(`another file was exported of ${modelName}`)
  }
}

/** Returns whether an export has exactly the bytes of the imported file. */
export const isExported = async (client: ServiceClient.ServiceClient, model: string, operationId: string) => {
  const links = answered(await client.call("GET", `${model}/export-ifc/${operationId}/result`), 302)
  const { downloadUrl } = links.json as Record<string, string>
  const found = answered(await client.call("GET", new URL(downloadUrl!).pathname), 200)
  return found.text === Buffer.from(house).toString()
}

/** Returns the sum of a calculation, which it downloads. */
export const resultOf = async (client: ServiceClient.ServiceClient, products: string, operationId: string) => {
  const { downloadUrl } = answered(await client.call("GET", `${products}/quantities/${operationId}/result`), 200)
    .json as Record<string, string>
  const found = answered(await client.call("GET", new URL(downloadUrl!).pathname), 200)
  return (found.json as unknown as { totals: { Count: number } }).totals.Count
}

/** Imports and measures one model after the other as a user. Returns the number of models. */
export const work = async (world: World, name: string): Promise<number> => {
  let count = 0
  while (!world.isOver()) {
    try {
      await importAndMeasure(world, `${name} ${count}`)
    } catch (error) {
      world.faults.push(error instanceof Error ? error.message : String(error))
    }
    count += 1
  }
  return count
}

/**
 * Reads the list continuously as a user, and expects every listed model to be complete. Returns the number of reads.
 */
export const watch = async (world: World, products: number): Promise<number> => {
  let looks = 0
  while (!world.isOver()) {
    const client = await world.client()
    try {
      const models = `/v1/projects/${world.projectId}/models`
      const { models: listed } = (await client.call("GET", models)).json as unknown as {
        models?: ReadonlyArray<{ id: string; name: string }>
      }
      const newest = listed?.toSorted((a, b) => Number(b.id) - Number(a.id)).slice(0, 3) ?? []
      for (const { id, name } of newest) {
        const rows = await client.call("POST", `${models}/${id}/products/properties/query`, { body: { pageSize: 1 } })
        if (rows.status === 503) continue
        const total = rows.json["totalCount"] as unknown as number
        if (rows.status !== 200 || total !== products) {
          world.faults.push(`half a model: ${name} (${id}) has ${rows.status} ${rows.text.slice(0, 200)}`)
        }
      }
      looks += 1
    } catch {
      // The service died while it answered.
    }
    await Bun.sleep(30)
  }
  return looks
}
