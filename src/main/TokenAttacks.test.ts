import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { afterAll, describe, expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { accepted, attacks } from "../../adapters/auth/testing/Attacks.ts"
import * as Local from "../../adapters/auth/Local.ts"
import * as Oidc from "../../adapters/auth/Oidc.ts"
import * as FakeProvider from "../../adapters/auth/testing/FakeProvider.ts"
import * as TokenForge from "../../adapters/auth/testing/TokenForge.ts"
import { Api } from "../http/api/Api.ts"
import { Policy } from "../http/errors/Policy.ts"
import type { Authenticator } from "../ports/signin/Authenticator.ts"
import { volume } from "../testing/Volume.ts"
import * as TestService from "../http/testing/TestService.ts"

const directory = mkdtempSync(join(tmpdir(), "plinth-attacks-"))
const provider = FakeProvider.start()
const scope = Effect.runSync(Scope.make())
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await provider.down()
  rmSync(directory, { recursive: true })
})

const serviceWith = (issuer: Layer.Layer<Authenticator, unknown>) =>
  Effect.runPromise(Scope.extend(TestService.make({ ports: issuer as unknown as Layer.Layer<never> }), scope))

const signer = await provider.signer("RS256")
provider.publish(signer)

/** Each kind of issuer: the service that takes its tokens, and who makes them. */
const issuers = {
  local: {
    service: await serviceWith(Local.layer({ directory })),
    forge: await TokenForge.make(await TokenForge.localSigner(directory))
  },
  oidc: { service: await serviceWith(Oidc.layer(provider.settings)), forge: await TokenForge.make(signer) }
}

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps
const guarded: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    const { scope: needed } = Context.unsafeGet(endpoint.annotations as Context.Context<Policy>, Policy)
    if (needed !== null) guarded.push(endpoint as unknown as Endpoint)
  }
})

for (const [name, { forge, service }] of Object.entries(issuers)) {
  const ask = (endpoint: Endpoint, authorization: string | null) =>
    service.fetch(
      new Request(`${TestService.publicUrl}${endpoint.path.replaceAll(/:\w+/g, "1")}`, {
        method: endpoint.method,
        headers: authorization === null ? {} : { authorization }
      })
    )
  const list = guarded.find(({ name }) => name === "listProjects")!

  describe(`AUTH=${name}`, () => {
    for (const [number, attack] of attacks.entries()) {
      if (attack.fitsHeader === false) {
        test.skip(`${attack.name}: cannot be sent in a header`, () => {})
        continue
      }
      // Every attack and every endpoint has its turn by default; all pairs are tried in full.
      const tried = guarded.filter((_, i) => (i + number) % volume(8, 1) === 0)
      test(`${attack.name}: 401 at ${tried.length} of ${guarded.length} endpoints`, async () => {
        const token = await attack.make(forge)
        const answers = await Promise.all(
          tried.map(async (endpoint) => {
            const response = await ask(endpoint, `Bearer ${token}`)
            return {
              endpoint: endpoint.name,
              status: response.status,
              type: response.headers.get("content-type"),
              challenge: response.headers.get("www-authenticate")?.startsWith('Bearer realm="plinth"')
            }
          })
        )
        // Under /iceberg errors are JSON of the catalog's own form.
        const typeOf = ({ path }: Endpoint) =>
          path.startsWith("/iceberg") ? "application/json" : "application/problem+json"
        expect(answers).toEqual(
          tried.map((one) => ({ endpoint: one.name, status: 401, type: typeOf(one), challenge: true }))
        )
      })
    }

    for (const good of accepted) {
      test(`${good.name}: not 401`, async () => {
        expect((await ask(list, `Bearer ${await good.make(forge)}`)).status).not.toBe(401)
      })
    }

    test("another scheme, two tokens, no token, a token in the query string: 401", async () => {
      const token = await accepted[0]!.make(forge)
      for (const header of [
        null,
        token,
        `Basic ${token}`,
        `Bearer ${token} ${token}`,
        `Bearer  ${token}`,
        `Bearer ${token},`,
        "Bearer"
      ]) {
        expect((await ask(list, header)).status).toBe(401)
      }
      const inQuery = await service.fetch(new Request(`${TestService.publicUrl}/v1/projects?access_token=${token}`))
      expect(inQuery.status).toBe(401)
      for (const scheme of ["bearer", "BEARER"]) expect((await ask(list, `${scheme} ${token}`)).status).toBe(200)
    })
  })
}
