import { SqlClient } from "@effect/sql/SqlClient"
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** Walls that share one set with a text as long as texts may be. */
const walls = 4200
const longText = "t".repeat(64 * 1024)
/** The number of products that may share an element is in proportion to the length of the file. */
const padding = " ".repeat(9 * 1024 * 1024)
const guidOf = (n: number): string => `1${n.toString(36).toUpperCase().padStart(21, "0")}`

const file = (): Uint8Array => {
  const products = Array.from({ length: walls }, (_, i) => `#${i + 10}`)
  return new TextEncoder().encode(
    [
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');",
      "FILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;",
      `#1=IFCPROJECT('${guidOf(1)}',$,'P',$,$,$,$,$,$);`,
      ...products.map((id, i) => `${id}=IFCWALL('${guidOf(i + 10)}',$,'W',$,$,$,$,$,$);`),
      `#2=IFCPROPERTYSINGLEVALUE('Text',$,IFCTEXT('${longText}'),$);`,
      `#3=IFCPROPERTYSET('${guidOf(3)}',$,'Long',$,(#2));`,
      `#4=IFCRELDEFINESBYPROPERTIES('${guidOf(4)}',$,$,$,(${products.join()}),#3);`,
      padding,
      "ENDSEC;\nEND-ISO-10303-21;\n"
    ].join("\n")
  )
}

const world = async () => {
  const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const userAt = async (user: string, content?: Uint8Array) => {
    const token = service.token(user)
    const projectId = await Seed.project(service, token)
    const { modelId } = await Seed.model(service, token, projectId, "M", content)
    const path = `/v1/projects/${projectId}/models/${modelId}`
    const ask = (method: string, below: string, body?: unknown) =>
      service.call(method, `${path}${below}`, {
        token,
        headers: { "x-client-session-id": "s" },
        ...(body === undefined ? {} : { body })
      })
    await ask("POST", "/start-session")
    /** Returns status and error of an answer; the text if there is no error. */
    const outcome = async (...request: Parameters<typeof ask>) => {
      const answer = await ask(...request)
      const text = await answer.text()
      return [answer.status, answer.ok ? text : (JSON.parse(text) as { readonly error: string }).error] as const
    }
    return { ask, outcome }
  }
  const ada = await userAt("ada", file())
  const bert = await userAt("bert")
  const meanwhile = () => bert.ask("POST", "/products/properties/query", { fields: ["Name"] })
  /** Returns the result of one user's request that runs while another user's query is answered. */
  const beside = async (...request: Parameters<typeof ada.ask>) => {
    const [found, other] = await Promise.all([ada.outcome(...request), meanwhile()])
    expect(other.status).toBe(200)
    return found
  }
  const run = (statement: string) => service.run(Effect.flatMap(SqlClient, (sql) => sql.unsafe(statement)))
  return { ada, bert, beside, run }
}

let here: Awaited<ReturnType<typeof world>>
beforeAll(async () => {
  here = await world()
})

test("an impossible field is refused once, however many cells it has; another user is served meanwhile", async () => {
  const cells = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [guidOf(i), 1]))
  const [status, error] = await here.beside("POST", "/products", { add: { ["f".repeat(100 * 1024)]: cells } })
  expect([status, error]).toEqual([400, "InvalidBody"])
  const answer = await here.ada.ask("POST", "/products", { add: { ["f".repeat(100 * 1024)]: { a: 1 } } })
  expect((await answer.text()).length).toBeLessThan(1000)
})

test("errors contain a long field each time, up to a million characters in total", async () => {
  const field = "f".repeat(2049)
  const cells = Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`none ${i}`, 1]))
  const [status, text] = await here.beside("POST", "/products", { add: { [field]: cells } })
  const { errors } = JSON.parse(text) as { readonly errors: ReadonlyArray<{ readonly field: string }> }
  expect([status, errors[0]!.field, errors.at(-1)]).toMatchObject([200, field, { error: "TooManyErrors" }])
  expect(text.length).toBeGreaterThan(1_000_000)
  expect(text.length).toBeLessThan(1_200_000)
})

test("a page of products over 128 MB is refused, a smaller one is not", async () => {
  const body = { fields: ["Text"] }
  const query = "/products/properties/query"
  expect(await here.beside("POST", `${query}?pageSize=5000`, body)).toEqual([400, "AnswerTooLarge"])
  expect((await here.beside("POST", `${query}?pageSize=100`, body))[0]).toBe(200)
})

test("a page of changes over 128 MB is refused, a smaller one is not; a publication replaces 256 MB", async () => {
  const cells = Object.fromEntries(Array.from({ length: walls }, (_, i) => [guidOf(i + 10), "x"]))
  expect(await here.ada.outcome("POST", "/products", { update: { Text: cells } })).toEqual([200, '{"errors":[]}'])
  expect(await here.beside("GET", "/changes?pageSize=5000")).toEqual([400, "AnswerTooLarge"])
  const page = JSON.parse((await here.beside("GET", "/changes?pageSize=100&page=2"))[1]) as {
    readonly totalCount: number
    readonly changes: ReadonlyArray<object>
  }
  expect([page.totalCount, page.changes.length]).toEqual([walls, 100])
  expect(page.changes[0]).toMatchObject({ field: "Long.Text", before: longText, after: "x" })
  expect(await here.beside("POST", "/publish", { title: "t" })).toEqual([400, "LimitExceeded"])
  expect((await here.ada.outcome("POST", "/discard"))[0]).toBe(204)
})

test("a page of a version's changes over 128 MB is refused, a smaller one is not", async () => {
  const cells = Object.fromEntries(Array.from({ length: 2100 }, (_, i) => [guidOf(i + 10), "x"]))
  expect((await here.ada.outcome("POST", "/products", { update: { Text: cells } }))[0]).toBe(200)
  expect((await here.beside("POST", "/publish", { title: "t" }))[0]).toBe(204)
  const { versions } = JSON.parse((await here.ada.outcome("GET", "/versions"))[1]) as {
    readonly versions: ReadonlyArray<{ readonly modelVersionId: string; readonly cells: number }>
  }
  expect(versions.map((version) => version.cells)).toEqual([2100, 0])
  const changes = `/versions/${versions[0]!.modelVersionId}/changes`
  expect(await here.beside("GET", `${changes}?pageSize=5000`)).toEqual([400, "AnswerTooLarge"])
  const page = JSON.parse((await here.beside("GET", `${changes}?pageSize=500&page=5`))[1]) as {
    readonly totalCount: number
    readonly changes: ReadonlyArray<object>
  }
  expect([page.totalCount, page.changes.length]).toEqual([2100, 100])
})

test("pages far past the end are empty and have the total count", async () => {
  const { bert } = here
  const rows = JSON.parse((await bert.outcome("POST", "/products/properties/query", { fields: ["Guid"] }))[1]) as {
    readonly result: ReadonlyArray<{ readonly Guid: string }>
  }
  await bert.ask("POST", "/products", { update: { Name: { [rows.result[0]!.Guid]: "N" } } })
  expect((await bert.outcome("POST", "/publish", { title: "t" }))[0]).toBe(204)
  const { versions } = JSON.parse((await bert.outcome("GET", "/versions"))[1]) as {
    readonly versions: ReadonlyArray<{ readonly modelVersionId: string }>
  }
  const past = `page=${Number.MAX_SAFE_INTEGER}&pageSize=5000`
  const [last, first] = versions.map(({ modelVersionId }) => modelVersionId)
  const changes = `/versions/${last}/changes?`
  for (const [list, count] of Object.entries({
    "/changes?": 0,
    "/versions?": 2,
    [changes]: 1,
    [`${changes}since=${first}&`]: 1
  })) {
    const [status, text] = await bert.outcome("GET", `${list}${past}`)
    const { changes, totalCount, versions } = JSON.parse(text) as Record<string, unknown>
    expect([list, status, changes ?? versions, totalCount]).toEqual([list, 200, [], count])
  }
})

test("a user at the limit of unpublished changes is refused and can discard them; another user edits meanwhile", async () => {
  const [of, one] = [`WHERE user_id = 'ada'`, { update: { Name: { [guidOf(10)]: "N" } } }]
  expect(await here.ada.outcome("POST", "/products", one)).toEqual([200, '{"errors":[]}'])
  const full = (column: string, most: number) => here.run(`UPDATE personal_changes SET ${column} = ${most} ${of}`)
  for (const [column, most] of [["bytes", 128 * 1024 * 1024] as const, ["cells", 1_000_000] as const]) {
    await full(column, most)
    const more = { update: { Name: { [guidOf(11)]: "N" } } }
    expect(await here.beside("POST", "/products", more)).toEqual([400, "LimitExceeded"])
    expect((await here.bert.outcome("POST", "/products", { update: {} }))[0]).toBe(200)
    await full(column, 1)
  }
  expect((await here.ada.outcome("POST", "/discard"))[0]).toBe(204)
})
