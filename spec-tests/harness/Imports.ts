import type { Answer } from "./Answer.ts"
import { status } from "./Check.ts"
import { Mismatch } from "./Faults.ts"
import type { Client } from "./Client.ts"
import type { Project } from "./Project.ts"

export type ModelFile = "house.ifc" | "shed.ifc" | "bridge.ifc" | "damaged.ifc" | "solid.ifc"

/** Returns the GlobalId of the object with this name in the fixtures. */
export const guid = (name: string): string => `2${name}`.padEnd(22, "0")

/** The bytes of a fixture. */
export const fixture = (file: ModelFile): Promise<Uint8Array> =>
  Bun.file(new URL(`../fixtures/${file}`, import.meta.url)).bytes()

export interface Imported {
  readonly project: Project
  readonly modelId: string
  readonly modelGuid: string
  /** `/v1/projects/{projectId}/models/{modelId}` */
  readonly path: string
  readonly operationId: string
  /** The answer of M2. */
  readonly started: Answer
  /** The answers while polling the operation; the last one is Ready. */
  readonly looks: ReadonlyArray<Answer>
}

/** Gets an upload key, puts the bytes to its URL, and returns the key. */
export const upload = async (client: Client, bytes: Uint8Array): Promise<string> => {
  const issued = status(await client.get("/v1/files/upload-url"), 200)
  status(await client.send("PUT", issued.string("uploadUrl"), { bytes }), 200)
  return issued.string("uploadKey")
}

/** Downloads a URL without authorization. Follows one redirect, as to a bucket behind the service. */
export const fetched = async (
  anonymous: Client,
  url: string,
  { method = "GET", headers = {} }: { readonly method?: string; readonly headers?: Record<string, string> } = {}
): Promise<Answer> => {
  const answer = await anonymous.send(method, url, { headers })
  return answer.status === 302 ? anonymous.send(method, answer.header("location"), { headers }) : answer
}

/**
 * The media type of a download, and how browsers are told to treat it: where a bucket gave it, what the signed URL
 * asks of the bucket, since emulators do not heed that.
 */
export const presentation = (answer: Answer): { readonly type: string; readonly disposition: string } => {
  const asked = new URL(answer.request.replace(/^\S+ /, ""), "http://localhost").searchParams
  return {
    type: asked.get("response-content-type") ?? answer.type,
    disposition: (asked.get("response-content-disposition") ?? answer.header("content-disposition")).split(";")[0]!
  }
}

/**
 * Polls an operation until it has ended and returns every answer. Fails after ten minutes, because other work may run
 * first.
 */
export const follow = async (client: Client, operationId: string): Promise<ReadonlyArray<Answer>> => {
  const looks: Array<Answer> = []
  const until = Date.now() + 600_000
  for (;;) {
    const answer = status(await client.get(`/v1/operations/${operationId}`), 200)
    looks.push(answer)
    const state = answer.string("status")
    if (state === "Ready" || state === "Failed") return looks
    if (Date.now() > until) throw new Mismatch("operation", "an end within ten minutes", answer.text)
    await Bun.sleep(Math.min(200, 20 + 5 * looks.length))
  }
}

/** Starts the import of bytes already in hand and returns M2's answer. */
export const startImport = async (
  client: Client,
  project: Project,
  bytes: Uint8Array,
  members: Readonly<Record<string, unknown>> = {}
): Promise<Answer> =>
  status(
    await client.post(`${project.path}/models`, {
      modelName: "A model",
      uploadKey: await upload(client, bytes),
      uploadFileName: "model.ifc",
      ...members
    }),
    202
  )

/** Imports bytes as a model and waits until it is Ready. */
export const importBytes = async (
  client: Client,
  project: Project,
  bytes: Uint8Array,
  members: Readonly<Record<string, unknown>> = {}
): Promise<Imported> => {
  const started = await startImport(client, project, bytes, members)
  const looks = await follow(client, started.string("id"))
  const last = looks.at(-1)!
  if (last.string("status") !== "Ready") throw new Mismatch("import", "Ready", last.text)
  const modelId = started.string("modelId")
  return {
    project,
    modelId,
    modelGuid: started.string("modelGuid"),
    path: `${project.path}/models/${modelId}`,
    operationId: started.string("id"),
    started,
    looks
  }
}

/** Imports a fixture as a model named after its file and waits until it is Ready. */
export const importModel = async (client: Client, project: Project, file: ModelFile): Promise<Imported> =>
  importBytes(client, project, await fixture(file), { modelName: file, uploadFileName: file })
