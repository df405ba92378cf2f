import { expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Seed from "./testing/Seed.ts"
import * as TestService from "./testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
process.on("exit", () => Effect.runFork(Scope.close(scope, Exit.void)))
const mostBytes = 1000
const service = await Effect.runPromise(
  Scope.extend(TestService.make({ settings: { maxUploadBytes: mostBytes } }), scope)
)
const [ada, bert] = [service.token("ada"), service.token("bert")]
const projectId = await Seed.project(service, ada)
const library = await Seed.json<{ guid: string }>(
  await service.call("POST", `/v1/projects/${projectId}/codifications`, { token: ada, body: { name: "L" } }),
  201
)
const codes = `/v1/projects/${projectId}/codifications/${library.guid}/codification`
const sets = `/v1/projects/${projectId}/customProperties/property-sets`

const errorOf = async (response: Response): Promise<string> => {
  const { error, type } = (await response.json()) as { error?: string; type?: string }
  return error ?? type!.replace("urn:plinth:error:", "")
}
const post = (path: string, body: unknown) => service.call("POST", path, { token: ada, body })
const many = <A>(count: number, make: (i: number) => A) => Array.from({ length: count }, (_, i) => make(i))
const calculator = (count: number) => ({ calculator: { parameters: many(count, () => ({})) } })

test("a code has at most 1,000 parameters and 256 KB of measure definitions; larger bodies are refused undecoded", async () => {
  const code = (identification: string, measureDefinitions: unknown) =>
    post(codes, { name: "n", identification, measureDefinitions })
  expect((await code("1", [calculator(500), calculator(500)])).status).toBe(201)
  for (const wrong of [[calculator(500), calculator(501)], many(1000, () => calculator(50))]) {
    const refused = await code("2", wrong)
    expect([refused.status, await errorOf(refused)]).toEqual([400, "LimitExceeded"])
  }
  const text = many(65, () => ({ descriptionValue: "d".repeat(4000) }))
  expect((await code("3", text)).status).toBe(201)
  expect(await errorOf(await code("4", [...text, ...text.slice(0, 2)]))).toBe("LimitExceeded")
  const listed = await Seed.json<{ codes: ReadonlyArray<{ identification: string }> }>(
    await service.call("GET", codes.replace(/\/codification$/, ""), { token: ada })
  )
  expect(listed.codes.map(({ identification }) => identification)).toEqual(["1", "3"])
})

test("entity types of a set and words of a definition have at most 256 KB; a body has at most 50,000 words", async () => {
  const types = (count: number) => [{ value: "a", predefinedTypes: many(count, () => ({ value: "b".repeat(255) })) }]
  expect((await post(sets, { name: "A", entityTypes: types(900) })).status).toBe(201)
  expect(await errorOf(await post(sets, { name: "B", entityTypes: types(1000) }))).toBe("limit-exceeded")
  const words = (count: number, length = 1) => many(count, (i) => `${i}`.padStart(length, "w"))
  const definition = (name: string, enumerationValues: ReadonlyArray<string>) => ({
    name,
    dataType: "Enumeration",
    enumerationValues
  })
  const made = await post(sets, { name: "C", propertyDefinitions: many(50, (i) => definition(`${i}`, words(1000))) })
  expect(made.status).toBe(201)
  const over = many(51, (i) => definition(`${i}`, words(1000)))
  expect(await errorOf(await post(sets, { name: "D", propertyDefinitions: over }))).toBe("limit-exceeded")
  const wide = definition(
    "w",
    many(1000, (i) => `${i}`.padStart(255, "é"))
  )
  expect(await errorOf(await post(sets, { name: "D", propertyDefinitions: [wide] }))).toBe("limit-exceeded")
})

test("a user stores at most 20 times the largest upload, unfinished ones included; other users are not affected", async () => {
  const ticket = async (token: string) => {
    const answer = await service.call("GET", "/v1/files/upload-url", { token })
    return answer.status === 200 ? ((await answer.json()) as { uploadUrl: string }).uploadUrl : answer
  }
  const urls = await Promise.all(many(21, () => ticket(ada)))
  const put = (url: unknown, bytes: number) => service.call("PUT", url as string, { body: new Uint8Array(bytes) })
  for (const url of urls.slice(0, 20)) expect((await put(url, mostBytes)).status).toBe(200)
  const refused = await put(urls[20], 1)
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
  expect(((await ticket(ada)) as Response).status).toBe(429)
  expect((await put(await ticket(bert), mostBytes)).status).toBe(200)
})
