import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as FaultProxy from "../../adapters/blobs/gcs/testing/FaultProxy.ts"
import { effect } from "../testing/EffectTest.ts"
import { fullTest } from "../testing/Volume.ts"
import * as Commands from "./testing/Commands.ts"
import * as ServiceClient from "./testing/ServiceClient.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

const endpoint = process.env["TEST_GCS_API_ENDPOINT"]
const bucket = process.env["TEST_GCS_BUCKET"] ?? ""
const it = endpoint === undefined ? test.skip : test
const name = (title: string) =>
  endpoint === undefined ? `${title} (skipped: TEST_GCS_API_ENDPOINT names no emulator)` : title

let service: ServiceProcess.ServiceProcess | undefined
afterAll(() => service?.stop())

it(name("a service on a bucket: upload, import, query, calculation and download by the bucket's URLs"), async () => {
  const environment = { BLOBS: "gcs", GCS_BUCKET: bucket, GCS_API_ENDPOINT: endpoint! }
  service = await ServiceProcess.start({ environment })
  const token = await service.token("ada")
  const client = ServiceClient.make(service.url, token)
  const ticket = (await client.call("GET", "/v1/files/upload-url")).json as unknown as Record<string, string>
  expect(ticket["uploadUrl"]).toStartWith(`${endpoint}/${bucket}/uploads/${ticket["uploadKey"]}?`)
  const body = Bun.file(new URL("../../spec-tests/fixtures/house.ifc", import.meta.url))
  expect((await fetch(ticket["uploadUrl"]!, { method: "PUT", body })).status).toBe(200)
  const projectId = await client.createProject("Bucket")
  const draft = { modelName: "House", uploadFileName: "house.ifc", uploadKey: ticket["uploadKey"] }
  const created = await client.call("POST", `/v1/projects/${projectId}/models`, { body: draft })
  const { id, modelId } = created.json as unknown as Record<string, string>
  expect((await client.ended(id!)).status).toBe("Ready")
  const products = `/v1/projects/${projectId}/models/${modelId}/products`
  const walls = await client.call("POST", `${products}/properties/query`, { body: { filters: { Class: "Wall" } } })
  expect((walls.json as unknown as { totalCount: number }).totalCount).toBe(3)
  const started = await client.call("POST", `${products}/quantities/query`, { body: { calculators: ["Count"] } })
  const takeoff = (started.json as unknown as { id: string }).id
  expect((await client.ended(takeoff)).status).toBe("Ready")
  const result = await client.call("GET", `${products}/quantities/${takeoff}/result`)
  const { downloadUrl } = result.json as unknown as { downloadUrl: string }
  const redirect = await fetch(downloadUrl, { redirect: "manual" })
  expect(redirect.status).toBe(302)
  expect(redirect.headers.get("location")).toStartWith(`${endpoint}/${bucket}/projects/${projectId}/`)
  expect(await (await fetch(downloadUrl)).json()).toMatchObject({ operationId: takeoff, calculators: ["Count"] })
  expect(service.log()).toContain("The CORS rules of GCS_BUCKET do not let pages of any origin GET and PUT")
  expect(service.log()).not.toContain("X-Goog-Signature")
})

const house = Bun.file(new URL("../../spec-tests/fixtures/house.ifc", import.meta.url))

/** Stops a service that makes a model of a file, in a bucket whose requests meet a fault once the file is there. */
const stops = (what: string, [line, fault]: readonly [RegExp, FaultProxy.Fault]) => {
  const title = `a stop while the bucket ${what} ends by itself`
  if (endpoint === undefined) return test.skip(name(title), () => {})
  return effect(title, () =>
    Effect.flatMap(FaultProxy.make(endpoint), (proxy) =>
      Effect.promise(async () => {
        const environment = { BLOBS: "gcs", GCS_BUCKET: bucket, GCS_API_ENDPOINT: proxy.endpoint, WORKERS: "1" }
        const service = await ServiceProcess.start({ environment })
        const client = ServiceClient.make(service.url, await service.token("ada"))
        const projectId = await client.createProject("Mute")
        const ticket = (await client.call("GET", "/v1/files/upload-url")).json as unknown as Record<string, string>
        // The emulator takes uploads at its own address only.
        await fetch(ticket["uploadUrl"]!.replace(proxy.endpoint, endpoint), { method: "PUT", body: house })
        proxy.meet(line, fault, 1_000_000)
        const draft = { modelName: "House", uploadFileName: "house.ifc", uploadKey: ticket["uploadKey"] }
        const asked = client.call("POST", `/v1/projects/${projectId}/models`, { body: draft }).catch(() => null)
        while (!proxy.seen.some((seen) => line.test(seen))) await Bun.sleep(20)
        await Bun.sleep(1000)
        ServiceProcess.kill(service.pid, "SIGTERM")
        expect(await service.child.exited).toBe(0)
        await asked
        expect(service.log()).not.toContain("stopped without waiting any longer")
      })
    )
  )
}

stops("copies no file", [/rewriteTo/, { stallAfter: 0 }])
stops("refuses what is read", [/alt=media/, { status: 503 }])
stops("is mute", [/./, { stallAfter: 0 }])

/** Returns the output of the service if it refuses to start with this environment. */
const refusal = async (environment: Readonly<Record<string, string>>) => {
  const { GCS_API_ENDPOINT: _, GCS_BUCKET: __, ...inherited } = process.env
  const directory = mkdtempSync(join(tmpdir(), "plinth-bucket-"))
  const child = Bun.spawn(["sh", "scripts/run.sh", "src/main/Serve.ts"], {
    cwd: new URL("../..", import.meta.url).pathname,
    env: { ...inherited, DATA_DIR: directory, PORT: "0", BLOBS: "gcs", ...environment },
    stdout: "ignore",
    stderr: "pipe"
  })
  const ended = { text: await new Response(child.stderr).text(), code: await child.exited }
  rmSync(directory, { recursive: true })
  return ended
}

test("the service does not start with a wrong bucket name and names the variable", async () => {
  expect(await refusal({ GCS_BUCKET: "gs://b" })).toEqual({
    code: 1,
    text: "plinth: GCS_BUCKET: must be the name of a bucket\n"
  })
})
fullTest("the service does not start without a bucket or with an endpoint that has a path", async () => {
  expect(await refusal({})).toEqual({
    code: 1,
    text: "plinth: GCS_BUCKET: Expected GCS_BUCKET to exist in the process context\n"
  })
  expect(await refusal({ GCS_BUCKET: "bucket", GCS_API_ENDPOINT: "http://host/storage/v1" })).toEqual({
    code: 1,
    text: "plinth: GCS_API_ENDPOINT: must be an http or https URL without a path\n"
  })
})

it(name("the service does not start with a bucket that does not exist"), async () => {
  expect(await refusal({ GCS_BUCKET: "other", GCS_API_ENDPOINT: endpoint! })).toEqual({
    code: 1,
    text: "plinth: GCS_BUCKET: there is no bucket called other\n"
  })
})

test("backup refuses files in a bucket", async () => {
  expect(await Commands.run("backup", ["/tmp/never.tar"], { BLOBS: "gcs" })).toEqual({
    code: 2,
    out: "",
    err: "backup: BLOBS: with gcs the files lie in a bucket, which are backed up and restored by their own means\n"
  })
})
