import { afterAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Scope from "effect/Scope"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Oidc from "../../adapters/auth/Oidc.ts"
import * as FakeProvider from "../../adapters/auth/testing/FakeProvider.ts"
import * as TokenForge from "../../adapters/auth/testing/TokenForge.ts"
import { fullTest } from "../testing/Volume.ts"
import * as TestService from "../http/testing/TestService.ts"

const provider = FakeProvider.start()
const signer = await provider.signer("RS256")
provider.publish(signer)
const forge = await TokenForge.make(signer)
const scope = Effect.runSync(Scope.make())
const directory = mkdtempSync(join(tmpdir(), "plinth-oidc-"))
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await provider.down()
  rmSync(directory, { recursive: true })
})

/** What the service prints with these variables, and how it ends by itself. */
const startWith = async (environment: Record<string, string>) => {
  const child = Bun.spawn([process.execPath, "--no-install", join(import.meta.dir, "Serve.ts")], {
    env: { DATA_DIR: directory, PORT: "0", METRICS_PORT: "0", LOG_LEVEL: "error", AUTH: "oidc", ...environment },
    stdout: "pipe",
    stderr: "pipe"
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

const audience = { OIDC_AUDIENCE: provider.audience }
const wrong: ReadonlyArray<readonly [string, Record<string, string>]> = [
  ["plinth: OIDC_ISSUER: Expected OIDC_ISSUER to exist in the process context", audience],
  ["plinth: OIDC_AUDIENCE: Expected OIDC_AUDIENCE to exist in the process context", { OIDC_ISSUER: provider.issuer }],
  [
    "plinth: OIDC_ISSUER: must be an https URL without query and fragment; http reaches a provider on loopback only",
    { ...audience, OIDC_ISSUER: "http://login.example" }
  ],
  [
    'plinth: OIDC_DEFAULT_SCOPES: "models:fly" is not one of ',
    { ...audience, OIDC_ISSUER: provider.issuer, OIDC_DEFAULT_SCOPES: "models:fly" }
  ],
  [
    `plinth: OIDC_ISSUER: the provider at "${provider.issuer}/" calls itself "${provider.issuer}"`,
    { ...audience, OIDC_ISSUER: `${provider.issuer}/` }
  ]
]
// OidcSettings.test.ts tries wrong values without a process.
for (const [line, environment] of wrong) {
  const run = line.includes("calls itself") ? test : fullTest
  run(`the service does not start and prints: ${line.replaceAll(/:\d+/g, ":port")}`, async () => {
    const { code, err, out } = await startWith(environment)
    expect([code, out]).toEqual([1, ""])
    expect(err).toStartWith(line)
    expect(err.trim().split("\n").length).toBe(1)
  })
}

test("a service without its provider answers 503, also at /readyz, until the provider answers", async () => {
  await provider.down()
  const issuer = Oidc.layer(provider.settings) as unknown as Layer.Layer<never>
  const service = await Effect.runPromise(
    TestService.make({ ports: issuer }).pipe(Scope.extend(scope), Logger.withMinimumLogLevel(LogLevel.None))
  )
  const token = await forge.sign(forge.claims())
  const refused = await service.call("GET", "/v1/projects", { token })
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "2"])
  expect(refused.headers.get("content-type")).toBe("application/problem+json")
  const readiness = async () => {
    const answer = await service.call("GET", "/readyz")
    return [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks["tokens"]]
  }
  expect(await readiness()).toEqual([503, "unavailable"])
  expect((await service.call("GET", "/healthz")).status).toBe(200)
  expect((await service.call("GET", "/v1/projects", { token: "opaque" })).status).toBe(401)
  provider.up()
  while ((await readiness())[0] !== 200) await Bun.sleep(50)
  expect(await readiness()).toEqual([200, "ok"])
  expect((await service.call("GET", "/v1/projects", { token })).status).toBe(200)
})
