import { afterAll, beforeAll, expect, test } from "bun:test"
import { SqlClient } from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { strToU8, unzipSync, zipSync } from "fflate"
import { bcfFile } from "../../../bcf/write/WriteBcf.ts"
import { documents, fullTopic, guids, head, picture, smallTopic } from "../../../bcf/testing/SampleBcf.ts"
import { sentenceOf } from "../../../domain/Limit.ts"
import { limits } from "../../../domain/Limits.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

let service: TestService.TestService
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const noView = { ...smallTopic, viewpoints: [] }
const file = new Uint8Array(Buffer.concat([...bcfFile(head, [fullTopic, noView], documents)]))

const newProject = async () => {
  const owner = crypto.randomUUID()
  const token = service.token(owner)
  const projectId = await Seed.project(service, token)
  const send = (body: Uint8Array, type = "application/octet-stream", by = token) =>
    service.call("POST", `/v1/projects/${projectId}/topics.bcfzip`, {
      token: by,
      body: new Blob([Uint8Array.from(body)]).stream(),
      headers: { "content-type": type }
    })
  const fetched = async () => {
    const answer = await service.call("GET", `/v1/projects/${projectId}/topics.bcfzip`, { token })
    expect(answer.status).toBe(200)
    return unzipSync(new Uint8Array(await answer.arrayBuffer()))
  }
  const read = async <A>(path: string) =>
    (await (await service.call("GET", `/bcf/3.0/projects/${projectId}${path}`, { token })).json()) as A
  return { fetched, owner, projectId, read, send, token }
}

const text = (bytes: Uint8Array | undefined) => Buffer.from(bytes ?? []).toString()

test("an imported file is shown by the API and exported again completely", async () => {
  const { fetched, read, send } = await newProject()
  const answer = await send(file)
  expect([answer.status, await answer.json()]).toEqual([201, { created: 2, changed: 0 }])
  const { server_assigned_id: _, ...topic } = fullTopic.topic
  expect(await read<object>(`/topics/${guids.topic}`)).toMatchObject(topic)
  const [comment] = await read<ReadonlyArray<object>>(`/topics/${guids.topic}/comments`)
  expect(comment).toEqual({ ...fullTopic.comments[0]!, topic_guid: guids.topic })
  const viewpoint = await read<object>(`/topics/${guids.topic}/viewpoints/${guids.viewpoint}`)
  const { perspective_camera, clipping_planes } = fullTopic.viewpoints[0]!.viewpoint
  expect(viewpoint).toMatchObject({ perspective_camera, clipping_planes, snapshot: { snapshot_type: "png" } })

  const [sent, again] = [unzipSync(file), await fetched()]
  const markup = (files: Record<string, Uint8Array>) =>
    text(files[`${guids.topic}/markup.bcf`]).replace(/ ServerAssignedId="\d+"/, "")
  expect(markup(again)).toBe(markup(sent))
  expect(again[`${guids.topic}/Snapshot_${guids.viewpoint}.png`]).toEqual(picture)
  expect(text(again[`${guids.topic}/notes.txt`])).toBe("kept")
  expect(text(again[`${guids.topic}/snippet.bin`])).toBe("ISO-10303-21;")
  expect(again[`documents/${head.documents[0]!.guid}`]).toEqual(documents[0][1])
  expect(text(again["documents.xml"])).toBe(text(sent["documents.xml"]))
  expect(Object.keys(again).length).toBe(Object.keys(sent).length)
})

test("a second import updates existing topics, and keeps parts that the file does not contain", async () => {
  const { projectId, read, send, token } = await newProject()
  await send(file)
  const path = `/bcf/3.0/projects/${projectId}/topics/${guids.topic}/comments`
  await Seed.json(await service.call("POST", path, { token, body: { comment: "Ours" } }), 201)
  const changed = { ...fullTopic, topic: { ...fullTopic.topic, title: "Changed" } }
  const answer = await send(new Uint8Array(Buffer.concat([...bcfFile(head, [changed], documents)])), "application/zip")
  expect(await answer.json()).toEqual({ created: 0, changed: 1 })
  expect(await read<object>(`/topics/${guids.topic}`)).toMatchObject({ title: "Changed" })
  expect((await read<ReadonlyArray<unknown>>("/topics")).length).toBe(2)
  expect((await read<ReadonlyArray<unknown>>(`/topics/${guids.topic}/comments`)).length).toBe(2)
  expect((await read<ReadonlyArray<unknown>>(`/topics/${guids.topic}/viewpoints`)).length).toBe(1)
})

test("unknown elements stay with their part until it is deleted", async () => {
  const { fetched, projectId, send, token } = await newProject()
  const [comment] = fullTopic.comments
  const unknown = (name: string) => [`<${name}/>`]
  const rest = {
    Topic: unknown("A"),
    [`Comment ${guids.comment}`]: unknown("B"),
    [`Viewpoint ${guids.viewpoint}`]: unknown("C")
  }
  const packed = (topic: typeof fullTopic) => new Uint8Array(Buffer.concat([...bcfFile(head, [topic], documents)]))
  await send(packed({ ...fullTopic, rest }))
  // The second file has another comment and no viewpoint.
  const other = { ...comment!, guid: crypto.randomUUID() }
  await send(
    packed({ ...fullTopic, comments: [other], viewpoints: [], rest: { [`Comment ${other.guid}`]: unknown("D") } })
  )
  const keptIn = async () =>
    Object.values(await fetched()).flatMap((bytes) => text(bytes).match(/(?<=<\?plinth-kept <)[A-D](?=\/>\?>)/g) ?? [])
  expect((await keptIn()).toSorted()).toEqual(["B", "C", "D"])
  const path = `/bcf/3.0/projects/${projectId}/topics/${guids.topic}`
  const parts = [`comments/${guids.comment}`, `viewpoints/${guids.viewpoint}`]
  for (const part of parts) expect((await service.call("DELETE", `${path}/${part}`, { token })).status).toBe(200)
  for (const part of parts) {
    const [kind, guid] = part.split("/")
    const body = { guid, ...(kind === "comments" ? { comment: "New" } : {}) }
    expect((await service.call("POST", `${path}/${kind}`, { token, body })).status).toBe(201)
  }
  expect(await keptIn()).toEqual(["D"])
})

test("topics are exported as version 2.1 on request", async () => {
  const { projectId, send, token } = await newProject()
  await send(file)
  const get = (version: string) =>
    service.call("GET", `/v1/projects/${projectId}/topics.bcfzip?version=${version}`, { token })
  const versionIn = async (version: string) => {
    const files = unzipSync(new Uint8Array(await (await get(version)).arrayBuffer()))
    return [Object.keys(files).includes("extensions.xsd"), text(files["bcf.version"])]
  }
  expect(await versionIn("2.1")).toEqual([true, expect.stringContaining('VersionId="2.1"')])
  expect(await versionIn("3.0")).toEqual([false, expect.stringContaining('VersionId="3.0"')])
  expect((await get("2.0")).status).toBe(400)
  // The response can be imported by another service.
  const again = await newProject()
  expect((await again.send(new Uint8Array(await (await get("2.1")).arrayBuffer()))).status).toBe(201)
  expect(await again.read<object>(`/topics/${guids.topic}`)).toMatchObject({ title: fullTopic.topic.title })
})

test("an empty project is an empty file", async () => {
  const { fetched } = await newProject()
  expect(Object.keys(await fetched()).toSorted()).toEqual(["bcf.version", "extensions.xml", "project.bcfp"])
})

test.each([
  ["entries", 1, limits.entriesOfBcf],
  ["bytes", limits.bytesOfBcf.most, limits.bytesOfBcf]
])("topics with more %s than an exported file holds are refused", async (_, bytes, limit) => {
  const { projectId, token } = await newProject()
  const rows = limit === limits.entriesOfBcf ? limit.most + 1 : 2
  await service.run(
    Effect.flatMap(
      SqlClient,
      (sql) => sql`INSERT INTO topic_blobs (project_id, kind, name, media, file_blob, bytes)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
        SELECT ${Number(projectId)}, 'document', 'document ' || i, 'application/pdf', 'none', ${bytes} FROM n`
    )
  )
  const answer = await service.call("GET", `/v1/projects/${projectId}/topics.bcfzip`, { token })
  expect([answer.status, await answer.json()]).toMatchObject([400, { detail: sentenceOf(limit) }])
})

test("a large file is read from where its body was stored", async () => {
  const { fetched, send } = await newProject()
  const noise = new Uint8Array(5 * 1024 * 1024).map((_, i) => (i * 2654435761) >>> 13)
  const large = { ...noView, others: [["noise.bin", noise]] as const }
  const answer = await send(new Uint8Array(Buffer.concat([...bcfFile({ ...head, documents: [] }, [large])])))
  expect(answer.status).toBe(201)
  expect((await fetched())[`${guids.other}/noise.bin`]).toEqual(noise)
})

test("a body that is not a BCF file is refused, and leaves nothing", async () => {
  const { read, send } = await newProject()
  for (const bytes of [strToU8("no file"), zipSync({ "a.txt": strToU8("a") }), file.subarray(0, 999)]) {
    expect((await send(bytes)).status).toBe(400)
  }
  expect((await send(file, "text/plain")).status).toBe(415)
  const broken = unzipSync(file)
  broken[`${guids.other}/markup.bcf`] = strToU8("<!DOCTYPE a><Markup/>")
  expect((await send(zipSync(broken))).status).toBe(400)
  expect(await read<ReadonlyArray<unknown>>("/topics")).toEqual([])
})

test("a comment cannot move to another topic", async () => {
  const { read, send } = await newProject()
  await send(file)
  const thief = { ...noView, comments: fullTopic.comments }
  expect((await send(new Uint8Array(Buffer.concat([...bcfFile(head, [thief])])))).status).toBe(409)
  expect(await read<ReadonlyArray<unknown>>(`/topics/${guids.other}/comments`)).toEqual([])
})

test("a member who may not write topics cannot import any", async () => {
  const { projectId, send, token } = await newProject()
  const member = crypto.randomUUID()
  await service.call("PUT", `/v1/projects/${projectId}/members/${member}`, { token, body: { role: "User" } })
  expect((await send(file, "application/octet-stream", service.token(member))).status).toBe(403)
})
