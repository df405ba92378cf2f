import { expect } from "bun:test"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { effect } from "../../testing/EffectTest.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"
import * as AccessLog from "./AccessLog.ts"
import { Observer } from "./Observer.ts"

const lastPart = (url: string, at: number): string => new URL(url).pathname.split("/").at(at)!

effect("the log lists every request without usable tokens, tickets or query strings", () =>
  Effect.gen(function* () {
    const written: Array<string> = []
    const secrets: Array<string> = []
    let requests = 0
    yield* Effect.scoped(
      Effect.gen(function* () {
        const observe = yield* AccessLog.make({ format: "json", write: async (lines) => void written.push(lines) })
        const service = yield* TestService.make({ ports: Layer.succeed(Observer, observe) })
        yield* Effect.promise(async () => {
          const token = service.token("ada")
          const projectId = await Seed.project(service, token)
          const issued = await Seed.json<{ uploadUrl: string }>(
            await service.call("GET", "/v1/files/upload-url", { token })
          )
          const { operationId } = await Seed.model(service, token, projectId)
          const operation = await service.call("GET", `/v1/operations/${operationId}`, { token })
          const { reportUrl } = await Seed.json<{ reportUrl: string }>(operation)
          const [upload, download] = [lastPart(issued.uploadUrl, -1), lastPart(reportUrl, -2)]
          secrets.push(upload, download, ...[upload, download].flatMap((ticket) => ticket.split(".")))
          const bearer = `eyJhbGciOiJFUzI1NiJ9.${"c".repeat(80)}.${"s".repeat(86)}`
          secrets.push(bearer, "s".repeat(20), "query-secret")
          const hidden = (text: string) => text.replaceAll(/./g, (c) => `%${c.charCodeAt(0).toString(16)}`)
          secrets.push(hidden(download).slice(-60))
          const asked: ReadonlyArray<readonly [method: string, url: string, headers?: Record<string, string>]> = [
            ["GET", `${reportUrl}?signature=query-secret`],
            ["HEAD", reportUrl],
            ["GET", reportUrl.replace(download, hidden(download))],
            ["GET", reportUrl.replace("downloads", "Downloads"), { host: "a b" }],
            ["DELETE", reportUrl],
            ["GET", `/v1/unknown/${download}`],
            ["PUT", `${issued.uploadUrl}?X-Goog-Signature=query-secret`],
            ["PUT", `${issued.uploadUrl}x`],
            ["GET", `/v1/projects?access_token=query-secret`, { authorization: `Bearer ${bearer}` }],
            ["GET", `/v1/projects/${bearer}`, { authorization: `Bearer ${bearer}` }]
          ]
          for (const [method, url, headers = {}] of asked) {
            await service.call(method, url, { headers, ...(method === "PUT" ? { body: "ISO-10303-21;" } : {}) })
            requests += 1
          }
        })
      })
    )
    const log = written.join("")
    expect(log.split("\n").length - 1).toBeGreaterThan(requests)
    expect(secrets.filter((secret) => log.includes(secret))).toEqual([])
    expect(log).toContain('"path":"/v1/projects"')
  })
)
