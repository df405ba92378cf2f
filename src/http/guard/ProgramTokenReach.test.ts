import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { ProgramTokens } from "../../application/signin/ProgramTokens.ts"
import { Cancelled } from "../../domain/Errors.ts"
import type { ProjectId } from "../../domain/Identifier.ts"
import { scopes, UserId } from "../../domain/Principal.ts"
import { Api } from "../api/Api.ts"
import type { Binding } from "../call/Call.ts"
import * as Dispatch from "../dispatch/Dispatch.ts"
import { Policy } from "../errors/Policy.ts"
import { outsideProjects } from "../testing/Permissions.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => void endpoints.push(endpoint as unknown as Endpoint)
})
const guarded = endpoints.filter((one) => Context.unsafeGet(one.annotations as Context.Context<Policy>, Policy).scope)

/** The real gate before handlers that only record that they were reached. */
const stubs: ReadonlyArray<Binding> = endpoints.map((endpoint) => ({
  endpoint,
  handler: { resource: () => new Cancelled({ details: "reached" }) }
}))

const scope = Effect.runSync(Scope.make())
process.on("exit", () => Effect.runFork(Scope.close(scope, Exit.void)))
const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
const gate = await service.run(Scope.extend(Dispatch.make(stubs), scope))

const ada = service.token("ada")
const own = await Seed.project(service, ada, "Own")
const other = await Seed.project(service, ada, "Other")
const { modelId } = await Seed.model(service, ada, own)

const tokenFor = async (projects?: ReadonlyArray<string>) => {
  const draft = { name: "CI", scopes, expiresAt: Date.now() + 3_600_000 }
  const named = projects === undefined ? {} : { projects: projects as ReadonlyArray<ProjectId> }
  return service.run(
    Effect.flatMap(ProgramTokens, (tokens) =>
      tokens.create({ userId: UserId.make("ada"), name: null, scopes: new Set(scopes) }, { ...draft, ...named })
    )
  )
}

const elsewhere = (await tokenFor([other])).token
const here = (await tokenFor([own])).token
const everywhere = (await tokenFor()).token
const shutOut = await tokenFor()
await service.run(Effect.flatMap(ProgramTokens, (tokens) => tokens.shutOut(own as ProjectId, shutOut.id)))

const parameters: Readonly<Record<string, string>> = {
  projectId: own,
  modelId,
  locationGuid: "0".repeat(22),
  productId: "0".repeat(22),
  userId: "somebody"
}

const pathOf = ({ path }: Endpoint): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name in parameters
      ? parameters[name]!
      : /^(?:operation|token|invitation|webhook|delivery)Id$|uid$/.test(name)
        ? "00000000-0000-4000-8000-000000000000"
        : "1"
  )

const ask = async (endpoint: Endpoint, token: string) => {
  const request = new Request(`${TestService.publicUrl}${pathOf(endpoint)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${token}` }
  })
  const response = await gate(request)
  const body = (await response.json()) as { error?: string | { type: string }; type?: string }
  // Errors under /iceberg have a form of their own, in which 400 is this type.
  if (typeof body.error === "object") {
    return [response.status, body.error.type === "BadRequestException" ? "cancelled" : body.error.type]
  }
  return [response.status, body.error ?? body.type?.replace("urn:plinth:error:", "")]
}

const isReached = ([status, code]: ReadonlyArray<unknown>) => status === 400 && /^cancelled$/i.test(String(code))
const isIn = ({ path }: Endpoint) => path.includes(":projectId")

test("every endpoint outside of projects declares its answer to a token that is limited to projects", () => {
  const names = guarded.filter((one) => !isIn(one)).map(({ name }) => name)
  expect(names.toSorted()).toEqual(Object.keys(outsideProjects).toSorted())
})

for (const endpoint of guarded) {
  test(`${endpoint.name}: a limited token reaches only its projects`, async () => {
    if (isIn(endpoint)) {
      for (const token of [elsewhere, shutOut.token]) {
        const [status, code] = await ask(endpoint, token)
        expect([status, String(code).toLowerCase().replaceAll("-", "")]).toEqual([404, "projectnotfound"])
      }
      expect(await ask(endpoint, here)).toSatisfy(isReached)
      expect(await ask(endpoint, everywhere)).toSatisfy(isReached)
      return
    }
    // No token for programs has the scope of operators.
    if (outsideProjects[endpoint.name] === "admin") {
      for (const token of [elsewhere, here, everywhere]) {
        expect(await ask(endpoint, token)).toEqual([403, "insufficient-scope"])
      }
      return
    }
    const isServed = outsideProjects[endpoint.name] === "served"
    for (const token of [elsewhere, here]) {
      expect(await ask(endpoint, token)).toEqual(isServed ? [400, "cancelled"] : [403, "forbidden"])
    }
    const refusesAll = endpoint.path.startsWith("/v1/tokens")
    expect(await ask(endpoint, everywhere)).toEqual(refusesAll ? [403, "forbidden"] : [400, "cancelled"])
  })
}
