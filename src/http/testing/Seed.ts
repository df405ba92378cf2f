import { join } from "node:path"
import type { TestService } from "./TestService.ts"

const fixture = join(import.meta.dir, "../../../spec-tests/fixtures/house.ifc")

const expectStatus = async (response: Response, status: number): Promise<Response> => {
  if (response.status === status) return response
  throw new Error(`expected ${status}, got ${response.status}: ${await response.text()}`)
}

/** The JSON body of an answer that must have the status. */
export const json = async <A = Record<string, unknown>>(response: Response, status = 200): Promise<A> =>
  (await (await expectStatus(response, status)).json()) as A

/** A new project of the token's user; its id. */
export const project = async (service: TestService, token: string, name = "House"): Promise<string> =>
  (await json<{ id: string }>(await service.call("POST", "/v1/projects", { token, body: { name } }), 201)).id

/** An upload key of the token's user with a small uploaded IFC file. */
export const upload = async (service: TestService, token: string, file: string | Uint8Array = fixture) => {
  const ticket = await json<{ uploadKey: string; uploadUrl: string }>(
    await service.call("GET", "/v1/files/upload-url", { token })
  )
  const bytes = typeof file === "string" ? await Bun.file(file).bytes() : file
  await expectStatus(await service.call("PUT", ticket.uploadUrl, { body: bytes }), 200)
  return ticket.uploadKey
}

/** Waits for an operation to end Ready. */
export const ready = async (service: TestService, token: string, operationId: string): Promise<void> => {
  for (;;) {
    const path = `/v1/operations/${operationId}`
    const operation = await json<{ status: string }>(await service.call("GET", path, { token }))
    if (operation.status === "Ready") return
    if (operation.status === "Failed") throw new Error(`the operation failed: ${JSON.stringify(operation)}`)
    await Bun.sleep(20)
  }
}

/** A failed import of a new model in a project: of bytes that are no model; its id. */
export const failedImport = async (service: TestService, token: string, projectId: string): Promise<string> => {
  const uploadKey = await upload(service, token, Buffer.from("ISO-10303-21;\nHEADER;\nnothing"))
  const body = { modelName: "Broken", uploadKey, uploadFileName: "a.ifc" }
  const started = await service.call("POST", `/v1/projects/${projectId}/models`, { token, body })
  const { id } = await json<{ id: string }>(started, 202)
  await ready(service, token, id).catch(() => undefined)
  return id
}

/** A model of a project whose import is Ready; its id and that of its import. */
export const model = async (
  service: TestService,
  token: string,
  projectId: string,
  modelName = "House",
  file?: Uint8Array
) => {
  const body = { modelName, uploadKey: await upload(service, token, file), uploadFileName: "house.ifc" }
  const created = await json<{ modelId: string; id: string }>(
    await service.call("POST", `/v1/projects/${projectId}/models`, { token, body }),
    202
  )
  await ready(service, token, created.id)
  return { modelId: created.modelId, operationId: created.id }
}
