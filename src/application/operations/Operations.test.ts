/* oxlint-disable no-restricted-imports -- the whole service around its subject */
import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import { limits } from "../../domain/Limits.ts"
import * as Seed from "../../http/testing/Seed.ts"
import * as TestService from "../../http/testing/TestService.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { effect } from "../../testing/EffectTest.ts"

effect("only its starter and the project's Owners can read a failed import", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const [owner, starter, other] = ["ada", "bert", "carl"].map((user) => service.token(user))
      const projectId = await Seed.project(service, owner!)
      for (const user of ["bert", "carl"]) {
        const member = { token: owner!, body: { role: "Contributor" } }
        expect((await service.call("PUT", `/v1/projects/${projectId}/members/${user}`, member)).status).toBe(200)
      }
      const { uploadKey, uploadUrl } = await Seed.json<{ uploadKey: string; uploadUrl: string }>(
        await service.call("GET", "/v1/files/upload-url", { token: starter! })
      )
      await service.call("PUT", uploadUrl, { body: "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC4'));\nENDSEC;\n" })
      const body = { modelName: "M", uploadKey, uploadFileName: "a.ifc" }
      const models = `/v1/projects/${projectId}/models`
      const { id } = await Seed.json<{ id: string }>(await service.call("POST", models, { token: starter!, body }), 202)
      const read = (token: string) => service.call("GET", `/v1/operations/${id}`, { token })
      while ((await Seed.json<{ status: string }>(await read(starter!))).status !== "Failed") await Bun.sleep(20)
      expect(await Promise.all([owner!, starter!, other!].map(async (token) => (await read(token)).status))).toEqual([
        200, 200, 404
      ])
    })
  })
)

effect("a user with the maximum number of unfinished operations is refused; other users are not", () =>
  Effect.gen(function* () {
    const service = yield* TestService.make()
    yield* Effect.promise(async () => {
      const [token, other] = [service.token("ada"), service.token("bert")]
      const projectId = await Seed.project(service, token)
      const { modelId } = await Seed.model(service, token, projectId)
      const foreign = await Seed.project(service, other)
      const theirs = await Seed.model(service, other, foreign)
      const quantities = (project: string, model: string) =>
        `/v1/projects/${project}/models/${model}/products/quantities/query`
      const start = (token: string, path: string) =>
        service.call("POST", path, { token, body: { calculators: ["Count"] }, headers: {} })
      // The operations wait because they are held back for a while.
      await service.run(
        Effect.gen(function* () {
          const operations = yield* OperationRepository
          for (let i = 0; i < limits.openOperations.most; i++) {
            yield* operations.start({
              operationId: crypto.randomUUID() as never,
              projectId: projectId as never,
              modelId: modelId as never,
              startedBy: "ada" as never,
              inputBytes: 0,
              command: { _tag: "ImportModel", file: "f", fileName: "f", format: "none", modelGuid: "g" }
            })
          }
        })
      )
      const refused = await start(token, quantities(projectId, modelId))
      expect(refused.status).toBe(429)
      expect(refused.headers.get("retry-after")).toBe("10")
      const body = { modelName: "M", uploadKey: await Seed.upload(service, token), uploadFileName: "house.ifc" }
      expect((await service.call("POST", `/v1/projects/${projectId}/models`, { token, body })).status).toBe(429)
      const { id } = await Seed.json<{ id: string }>(await start(other, quantities(foreign, theirs.modelId)), 202)
      await Seed.ready(service, other, id)
    })
  })
)
