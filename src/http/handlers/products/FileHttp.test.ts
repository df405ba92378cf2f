import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { parquetReadObjects } from "hyparquet"
import { OpenFiles } from "../../../application/products/OpenFiles.ts"
import { Answers } from "../../../application/common/Answers.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
let [project, model, version] = ["", "", ""]
const ada = () => ({ token: service.token("ada") })
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
const parquet = "application/vnd.apache.parquet"

beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const projectId = await Seed.project(service, ada().token, 'Großes "Haus"')
  const { modelId } = await Seed.model(service, ada().token, projectId)
  project = `/v1/projects/${projectId}`
  model = `${project}/models/${modelId}`
  version = (await ask("application/json")).headers.get("x-model-version-id")!
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const ask = (accept: string, path = "", body: object = { fields: ["Name", "Class"] }) =>
  service.call("POST", path.startsWith("/") ? path : `${model}/products/properties/query${path}`, {
    ...ada(),
    headers: { accept },
    body
  })

type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>

const rowsOf = async (): Promise<Rows> => {
  const fields = ["Guid", "Name", "Class"]
  return (await Seed.json<{ result: Rows }>(await ask("application/json", "?pageSize=5000", { fields }))).result
}

test("each format has the rows of the query, a file name, and the version of the model", async () => {
  const rows = await rowsOf()
  expect(rows.length).toBeGreaterThan(3)
  for (const [accept, extension] of [
    ["text/csv", "csv"],
    [xlsx, "xlsx"],
    [parquet, "parquet"],
    ["application/vnd.apache.arrow.stream", "arrows"],
    ["application/x-ndjson", "ndjson"]
  ]) {
    const answer = await ask(accept!)
    expect(answer.status).toBe(200)
    expect(answer.headers.get("content-type")).toStartWith(accept!)
    expect(answer.headers.get("content-disposition")).toMatch(
      new RegExp(`^attachment; filename=".* \\d{4}-\\d\\d-\\d\\d\\.${extension}"; filename\\*=UTF-8''`)
    )
    expect(answer.headers.get("x-model-version-id")).toBe(version)
    expect(answer.headers.get("vary")).toBe("accept, accept-encoding")
    expect(answer.headers.get("content-security-policy")).toBe("sandbox")
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (extension === "ndjson") {
      const lines = Buffer.from(bytes).toString().trimEnd().split("\n")
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([...rows])
    }
    if (extension === "csv") expect(Buffer.from(bytes).toString().split("\r\n").length).toBe(rows.length + 2)
    if (extension === "parquet") {
      const compressors = { ZSTD: (page: Uint8Array) => Bun.zstdDecompressSync(page) }
      expect(await parquetReadObjects({ file: bytes.buffer, compressors })).toEqual([...rows])
    }
  }
})

test("the file of a project is named after it, with special characters in the extended form", async () => {
  const answer = await ask("text/csv", `${project}/products/properties/query`, {})
  const [day] = new Date().toISOString().split("T")
  expect(answer.headers.get("content-disposition")).toBe(
    `attachment; filename="Gro_es Haus ${day}.csv"; filename*=UTF-8''Gro%C3%9Fes%20Haus%20${day}.csv`
  )
  expect(answer.headers.has("x-model-version-id")).toBe(false)
  expect((await answer.text()).split("\r\n")[0]).toBe("Guid,Model,Class,Name,SpatialLocation,MaterialLayerSet,Code")
})

test("CSV options change the file, and wrong ones are refused", async () => {
  const header = async (query: string) => (await (await ask("text/csv", query)).text()).split("\r\n")[0]
  expect(await header("?separator=%3B")).toBe("Guid;Name;Class")
  const bytes = new Uint8Array(await (await ask("text/csv", "?bom=true")).arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  for (const query of [
    "?separator=x",
    "?separator=",
    "?decimal=;",
    "?bom=1",
    "?unitsInHeader=yes",
    "?bom=true&bom=true"
  ]) {
    const answer = await ask("text/csv", query)
    expect([query, answer.status]).toEqual([query, 400])
    expect(((await answer.json()) as { error: string }).error).toBe("InvalidParameter")
  }
  expect(((await (await ask("text/csv", "?separator=x")).json()) as { errorDetails: string }).errorDetails).toBe(
    'separator: Expected one of ",", ";", "\\t", "|", actual "x"'
  )
})

test("a file has all rows or the requested page, in the order of the query", async () => {
  const rows = await rowsOf()
  const guids = async (query: string, body: object = {}) =>
    (await (await ask("application/x-ndjson", query, { fields: ["Guid"], ...body })).text())
      .split("\n")
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { Guid: string }).Guid)
  const all = rows.map(({ Guid }) => Guid as string)
  expect(await guids("")).toEqual(all)
  expect(await guids("?pageSize=2&page=2")).toEqual(all.slice(2, 4))
  expect(await guids("?page=1000")).toEqual([])
  const sort = [{ property: "Guid", descending: true }]
  expect(await guids("", { sort })).toEqual(all.toSorted().reverse())
})

test("a file without rows is answered in each format", async () => {
  const filters = { Name: "none is called so" }
  const measures = [{ calculator: "Count" }]
  const types = ["text/csv", xlsx, parquet, "application/vnd.apache.arrow.stream", "application/x-ndjson"]
  for (const accept of types) {
    for (const [path, body] of [
      [`${model}/products/properties/query`, { fields: ["Name"], filters }],
      [`${project}/products/properties/query`, { fields: ["Name"], filters }],
      [`${model}/products/groups`, { groupBy: ["Class"], measures, filters }]
    ] as const) {
      const answer = await ask(accept, path, body)
      expect([accept, path, answer.status]).toEqual([accept, path, 200])
      const { byteLength } = await answer.arrayBuffer()
      expect(byteLength > 0).toBe(accept !== "application/x-ndjson")
    }
  }
})

test("the preferred format of the client is sent; wildcards and unknown types get JSON", async () => {
  const typeOf = async (accept: string) => (await ask(accept)).headers.get("content-type")?.split(";")[0]
  for (const [accept, type] of [
    ["text/csv;q=0.5, application/json", "application/json"],
    ["text/csv, application/json;q=0.5", "text/csv"],
    ["text/csv, application/json", "application/json"],
    ["TEXT/CSV, */*", "text/csv"],
    ["text/*", "application/json"],
    ["*/*", "application/json"],
    ["text/csv;q=0", "application/json"],
    ["text/html,application/xhtml+xml,*/*;q=0.8", "application/json"],
    [`text/csv;q=0.8, ${parquet};q=0.9, */*;q=0.1`, parquet]
  ] as const) {
    expect([accept, await typeOf(accept)]).toEqual([accept, type])
  }
})

test("errors of the query are answered as JSON before the first byte", async () => {
  const wrong = await ask("text/csv", "", { filters: [{ property: "No such", operator: "Equals", value: "x" }] })
  expect([wrong.status, ((await wrong.json()) as { error: string }).error]).toEqual([400, "InvalidFilter"])
  const sort = await ask("text/csv", "", { sort: [{ property: "No such" }] })
  expect([sort.status, ((await sort.json()) as { error: string }).error]).toEqual([400, "InvalidField"])
})

test("groups are available as files", async () => {
  const body = { groupBy: ["Class"], measures: [{ calculator: "Count" }], units: "Model" }
  for (const path of [`${project}/products/groups`, `${model}/products/groups`]) {
    const answer = await ask("application/x-ndjson", path, body)
    const rows = (await answer.text()).split("\n").slice(0, -1)
    const { groups } = await Seed.json<{ groups: ReadonlyArray<{ keys: ReadonlyArray<string>; count: number }> }>(
      await ask("application/json", path, body)
    )
    expect(rows.map((row) => JSON.parse(row) as object)).toEqual(
      groups.map(({ count, keys }) => ({ Class: keys[0], count, Count: count, "Count measured": count }))
    )
    expect(answer.headers.has("x-model-version-id")).toBe(path.startsWith(model))
  }
})

test("a file is compressed with gzip if the client accepts it and it saves space", async () => {
  const encodingOf = async (accept: string, encoding: string) =>
    (
      await service.call("POST", `${model}/products/properties/query`, {
        ...ada(),
        headers: { accept, "accept-encoding": encoding },
        body: {}
      })
    ).headers.get("content-encoding")
  expect(await encodingOf("text/csv", "gzip, zstd")).toBe("gzip")
  expect(await encodingOf("text/csv", "zstd")).toBeNull()
  expect(await encodingOf(xlsx, "gzip")).toBeNull()
})

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await Bun.sleep(10)
}

/** Requests a large file on a separate connection, and reads only its first bytes. */
const unread = (port: number): Promise<{ readonly status: number; readonly socket: Socket }> => {
  const fields = Array.from({ length: 9000 }, (_, i) => `${i} ${"x".repeat(400)}`)
  const body = JSON.stringify({ fields })
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", reject)
    socket.once("data", (bytes) => {
      socket.pause()
      resolve({ status: Number(bytes.toString("latin1").split(" ")[1]), socket })
    })
    socket.write(
      `POST ${model}/products/properties/query HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\n` +
        `Authorization: Bearer ${ada().token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    )
  })
}

test("unread files block no threads, are limited in number, and end with their readers", async () => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => service.fetch(request) })
  const sockets: Array<Socket> = []
  const open = () => service.run(Effect.flatMap(OpenFiles, ({ count }) => count))
  try {
    for (let i = 0; i < 4; i++) {
      const { socket, status } = await unread(server.port!)
      sockets.push(socket)
      expect(status).toBe(200)
    }
    expect(await open()).toBe(4)
    const refused = await unread(server.port!)
    refused.socket.destroy()
    expect(refused.status).toBe(503)
    // There are two threads for queries.
    const found = await service.call("POST", `${model}/products/properties/query`, {
      token: service.token("ada"),
      body: { sort: [{ property: "Name" }], units: "SI" }
    })
    expect(found.status).toBe(200)
    sockets.pop()!.destroy()
    await until(async () => (await open()) === 3)
    expect((await ask("text/csv")).status).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
    await until(async () => (await open()) === 0)
    await server.stop(true)
  }
  expect(await service.run(Effect.flatMap(Answers, ({ bytesReserved }) => bytesReserved))).toBe(0)
})
