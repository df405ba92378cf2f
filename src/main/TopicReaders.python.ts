import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { bcfReaders, bcfSchemas } from "../../bench/BcfReaders.ts"
import { pythonOf } from "../../bench/PythonEnvironment.ts"
import { readBcf } from "../bcf/read/ReadBcf.ts"
import { oddFile } from "../bcf/testing/OddBcf.ts"
import { documents, fullTopic, head, smallTopic } from "../bcf/testing/SampleBcf.ts"
import { bcfFile } from "../bcf/write/WriteBcf.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import { run } from "./testing/TableService.ts"

const script = join(import.meta.dir, "testing/bcf/client.py")
const folder = mkdtempSync(join(tmpdir(), "plinth-topic-readers-"))

let service: Awaited<ReturnType<typeof ServiceProcess.start>>
let found: Readonly<Record<string, object>>
beforeAll(async () => {
  const python = await pythonOf(bcfReaders)
  service = await ServiceProcess.start()
  const token = await service.token("ada")
  const projectId = await ServiceClient.make(service.url, token).createProject("Topics")
  found = JSON.parse(await run(python, script, service.url, token, projectId, folder)) as typeof found
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

test("bcf-client reads the exported file whole", () => {
  expect(found["exported"]).toEqual({
    version: "3.0",
    title: 'A <wall> & a "door" · Tür',
    description: "First line\nsecond line",
    labels: ["Fire", "Wall"],
    links: ["https://example.org/a?b=1&c=2"],
    type: "Clash",
    status: "Open",
    comments: found["comments"],
    camera: [1234567.891, -2.5, 3],
    selection: ["2O2Fr$t4X7Zf8NOew3FLOH"],
    planes: 1,
    snapshot: true
  })
})

const validated = async (path: string) =>
  JSON.parse(await run(await pythonOf(bcfSchemas), join(import.meta.dir, "testing/bcf/schemas.py"), path)) as object

test("an exported file is valid by the XML schemas of BCF 3.0", async () => {
  expect(await validated(join(folder, "exported.bcfzip"))).toEqual({
    validated: { version: 1, project: 1, extensions: 1, markup: 1, visinfo: 1 },
    faults: []
  })
})

test.each([
  ["2.1", {}],
  ["3.0", { documents: 1 }]
] as const)("whatever was read is written as the XML schemas of BCF %s permit", async (version, more) => {
  const odd = [...readBcf(oddFile()).topics()]
  const path = join(folder, `odd-${version}.bcfzip`)
  await Bun.write(path, Buffer.concat([...bcfFile(head, [fullTopic, smallTopic, ...odd], documents, version)]))
  expect(await validated(path)).toEqual({
    validated: { version: 1, project: 1, extensions: 1, markup: 3, visinfo: 3, ...more },
    faults: []
  })
})

test.each(["2.1", "3.0"])("what bcf-client writes as version %s is imported with its view", (version) => {
  expect(found[version]).toEqual({
    answer: { created: 1, changed: 0 },
    title: `Written by bcf-${version}`,
    description: "By another program",
    author: "somebody@example.org",
    "same camera": true,
    selection: ["2O2Fr$t4X7Zf8NOew3FLOH"]
  })
})
