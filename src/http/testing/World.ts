import * as Seed from "./Seed.ts"
import type { TestService } from "./TestService.ts"

/** A service with a project of the user `ada` that has a ready model, a calculation, and a Viewer. */
export interface World {
  readonly service: TestService
  readonly token: string
  readonly projectId: string
  readonly modelId: string
  /** A calculation that is Ready. */
  readonly operationId: string
  /** Path of a signed URL. */
  readonly download: string
}

export const viewer = "carol"

/** Builds it. */
export const world = async (service: TestService): Promise<World> => {
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const { modelId } = await Seed.model(service, token, projectId)
  await service.call("PUT", `/v1/projects/${projectId}/members/${viewer}`, { token, body: { role: "User" } })
  const root = `/v1/projects/${projectId}/models/${modelId}/products/quantities`
  const started = await service.call("POST", `${root}/query`, { token, body: { calculators: ["Count"] } })
  const { id: operationId } = await Seed.json<{ id: string }>(started, 202)
  await Seed.ready(service, token, operationId)
  const result = await service.call("GET", `${root}/${operationId}/result`, { token })
  const { downloadUrl } = await Seed.json<{ downloadUrl: string }>(result)
  return { service, token, projectId, modelId, operationId, download: new URL(downloadUrl).pathname }
}

interface Made {
  readonly id: number
  readonly guid: string
  readonly locationGuid: string
}

/** Creates an object in the project of a world by a POST, and returns the answer. */
export const made = async ({ projectId, service, token }: World, path: string, body: unknown): Promise<Made> =>
  Seed.json<Made & Record<string, unknown>>(
    await service.call("POST", `/v1/projects/${projectId}/${path}`, { token, body }),
    201
  )
