import { join } from "node:path"
import type { FieldDetail } from "../../domain/products/FieldDetail.ts"
import { folder, names } from "../../ifc/testing/RealModels.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceProcess from "./ServiceProcess.ts"

/** The media types of tables by the extension of their files. */
export const mediaTypes = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  parquet: "application/vnd.apache.parquet",
  arrow: "application/vnd.apache.arrow.stream",
  ndjson: "application/x-ndjson"
} as const

/** The IFC and Rhino files whose tables are tested. */
export const modelNames = [...names, "mesh.3dm", "object_UserStrings.3dm"]

/** A model of the service, with all its fields. */
export interface TableModel {
  readonly name: string
  readonly path: string
  readonly products: number
  readonly fields: ReadonlyArray<string>
  readonly details: ReadonlyMap<string, FieldDetail>
}

/** Texts that spreadsheets and parsers are known to misinterpret. */
const hostile = [
  ..."=1+1|'=1|''=1|'x|+49|-|@a|0012|1e3|true|12,5|a;b|a\"b|_x0041_|#N/A|null".split("|"),
  "\t=1",
  "a\r\nb",
  " x ",
  "\u0001",
  "é日本😀",
  `${"y".repeat(40_000)}"`
]

const sessionId = "tables"

/** A running service with the shared models in a project of the user `ada`. */
export const start = async () => {
  const service = await ServiceProcess.start()
  const token = await service.token("ada")
  const client = ServiceClient.make(service.url, token)
  const projectId = await client.createProject("Tables")

  const json = async <A>(method: string, path: string, body?: unknown): Promise<A> => {
    const answer = await client.call(method, path, { session: sessionId, ...(body === undefined ? {} : { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.json as A
  }

  /** Imports a shared model. */
  const model = async (name: string): Promise<TableModel> => {
    const ticket = await client.upload(await Bun.file(join(folder, name)).bytes())
    const created = await json<{ readonly id: string; readonly modelId: string }>(
      "POST",
      `/v1/projects/${projectId}/models`,
      { modelName: name, uploadKey: ticket, uploadFileName: name }
    )
    const { status } = await client.ended(created.id)
    if (status !== "Ready") throw new Error(`The import of ${name} is ${status}.`)
    const path = `/v1/projects/${projectId}/models/${created.modelId}`
    const listed = await json<{ fields: ReadonlyArray<string>; fieldDetails: ReadonlyArray<FieldDetail> }>(
      "GET",
      `${path}/products/properties/available-data?pageSize=5000`
    )
    const { totalCount } = await json<{ readonly totalCount: number }>(
      "POST",
      `${path}/products/properties/query?pageSize=1`,
      { fields: ["Guid"] }
    )
    const details = new Map(listed.fieldDetails.map((detail) => [detail.name, detail]))
    return { name, path, products: totalCount, fields: listed.fields, details }
  }

  /** Gives products hostile texts as descriptions, which only the user sees. */
  const describe = async ({ path }: TableModel): Promise<void> => {
    await json("POST", `${path}/start-session`)
    const { result } = await json<{ readonly result: ReadonlyArray<{ readonly Guid: string }> }>(
      "POST",
      `${path}/products/properties/query?pageSize=${hostile.length}`,
      { fields: ["Guid"] }
    )
    const Description = Object.fromEntries(result.map(({ Guid }, i) => [Guid, hostile[i]!]))
    const { errors } = await json<{ readonly errors: ReadonlyArray<unknown> }>("POST", `${path}/products`, {
      update: { Description }
    })
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
  }

  const send = async (
    path: string,
    type: string,
    body: string | Blob,
    accept = "application/json"
  ): Promise<Response> =>
    fetch(service.url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": type, accept, "x-client-session-id": sessionId },
      body
    })

  /** Writes the answer to a query into a file. */
  const save = async (
    { path }: TableModel,
    query: object,
    accept: string,
    target: string,
    parameters = ""
  ): Promise<void> => {
    const url = `${path}/products/properties/query${parameters}`
    const response = await send(url, "application/json", JSON.stringify(query), accept)
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`)
    await Bun.write(target, response)
  }

  return { describe, json, model, save, send, stop: service.stop }
}

/**
 * Returns some of the fields of a model, evenly spread, so that a table of all its products has at most this many
 * cells.
 */
export const someFields = ({ fields, products }: TableModel, mostCells: number): ReadonlyArray<string> => {
  const step = Math.max(1, (fields.length * products) / mostCells)
  return fields.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step))
}

/** Runs a program and returns what it printed. Throws if it fails. */
export const run = async (...command: ReadonlyArray<string>): Promise<string> => {
  const child = Bun.spawn([...command], { stdio: ["ignore", "pipe", "inherit"] })
  const printed = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed: ${printed}`)
  return printed
}
