import { basename, resolve } from "node:path"
import { folder as models } from "../../../ifc/testing/RealModels.ts"
import * as ServiceClient from "../ServiceClient.ts"
import type * as ServiceProcess from "../ServiceProcess.ts"

export type Value = string | number | boolean | null

/** The rows of a question, or why a reader could not answer it. */
export type Answer = ReadonlyArray<Value> | string

/**
 * The findings of the readers: a row of sums by table and reader, the files that a plan for one model has, by model, sums
 * of the properties by snapshot and reader, properties of each model, cells of the sampled products and all quantities.
 */
export interface Found {
  readonly answers: Readonly<Record<string, Readonly<Record<string, Answer>>>>
  readonly planned: Readonly<Record<string, number>>
  readonly history: Readonly<Record<string, Readonly<Record<string, Answer>>>>
  readonly facts: ReadonlyArray<
    readonly [model: string, set: string, name: string, rows: number, numbers: number, sumInSi: number | null, texts: number, distinctTexts: number, booleans: number, units: number] // prettier-ignore
  >
  /** The rows of some properties, and how many a reader counts that leaves out files and row groups by their bounds. */
  readonly filtered?: ReadonlyArray<
    readonly [model: string, set: string, name: string, reader: string, rows: number, counted: number]
  >
  readonly cells: ReadonlyArray<
    readonly [model: string, guid: string, set: string, name: string, text: Value, number: Value, boolean: Value, si: Value] // prettier-ignore
  >
  readonly quantities: ReadonlyArray<
    readonly [model: string, guid: string, measure: string, value: number, origin: string, source: string, suspect: boolean] // prettier-ignore
  >
}

export interface Dataset {
  readonly tables: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly models: ReadonlyArray<{ readonly modelId: string; readonly modelVersionId: string }>
}

/** The dataset that readers query. */
export interface Asked {
  readonly url: string
  readonly token: string
  readonly projectId: string
  readonly tables: Dataset["tables"]
  /** GlobalIds of products by model. */
  readonly samples: Readonly<Record<string, ReadonlyArray<string>>>
}

export type Reader = (asked: Asked) => Promise<Found>

/** Products of each model whose cells are compared one by one. */
const sampled = 200

const session = "dataset"

/** A project of a service, whose dataset a reader reads. */
export const make = async (service: ServiceProcess.ServiceProcess, reader: Reader) => {
  const token = await service.token("ada")
  const client = ServiceClient.make(service.url, token)
  const projectId = await client.createProject("Dataset")
  const project = `/v1/projects/${projectId}`

  /** Repeats a request while the service is overloaded or is writing the dataset. */
  const call = async (method: string, path: string, body?: unknown): Promise<ServiceClient.Answer> => {
    for (;;) {
      const answer = await client.call(method, path, { session, ...(body === undefined ? {} : { body }) })
      if (answer.status < 300) return answer
      if (answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      await Bun.sleep(1000)
    }
  }
  const json = async <A>(method: string, path: string, body?: unknown): Promise<A> =>
    (await call(method, path, body)).json as A

  const uploaded = async (name: string) => {
    const bytes = await Bun.file(resolve(models, name)).bytes()
    const { uploadKey, uploadUrl } = await json<Record<string, string>>("GET", "/v1/files/upload-url")
    while ((await fetch(uploadUrl!, { method: "PUT", body: bytes })).status === 503) await Bun.sleep(1000)
    return { uploadKey, uploadFileName: basename(name) }
  }

  /** Starts an operation and waits until it is Ready. Returns its id. */
  const ready = async (path: string, body: object): Promise<string> => {
    const { id } = await json<{ readonly id: string }>("POST", path, body)
    for (;;) {
      const { error, status } = await json<ServiceClient.Operation>("GET", `/v1/operations/${id}`)
      if (status === "Ready") return id
      if (status === "Failed") throw new Error(`${path} is ${status}: ${error}`)
      await Bun.sleep(200)
    }
  }

  /** Imports a shared model by its name, or another file by its path. */
  const imported = async (name: string) =>
    ready(`${project}/models`, { modelName: basename(name), ...(await uploaded(name)) })

  /** Imports a new file of a model. */
  const renewed = async (modelId: string, name: string) =>
    ready(`${project}/models/${modelId}/imports`, { title: "New file", ...(await uploaded(name)) })

  const versions = async (): Promise<string> => {
    const { models } = await json<{ models: ReadonlyArray<{ id: string }> }>("GET", `${project}/models`)
    const latest = models.map(async ({ id }) => {
      const path = `${project}/models/${id}/versions`
      const { versions } = await json<{ versions: ReadonlyArray<{ modelVersionId: string }> }>("GET", path)
      return `${id} ${versions[0]!.modelVersionId}`
    })
    return (await Promise.all(latest)).toSorted().join()
  }

  /** Waits until the dataset contains the current state of the models. */
  const current = async (): Promise<Dataset> => {
    const wanted = await versions()
    for (;;) {
      const dataset = await json<Dataset>("GET", `${project}/dataset`)
      const shown = dataset.models.map(({ modelId, modelVersionId }) => `${modelId} ${modelVersionId}`)
      if (shown.toSorted().join() === wanted) return dataset
      await Bun.sleep(500)
    }
  }

  /** Returns the GlobalIds of products spread over the first page of a model. */
  const sample = async (modelId: string): Promise<ReadonlyArray<string>> => {
    const path = `${project}/models/${modelId}/products/properties/query?pageSize=5000`
    const { result } = await json<{ result: ReadonlyArray<{ Guid: string }> }>("POST", path, { fields: ["Guid"] })
    const step = Math.ceil(result.length / sampled)
    return result.filter((_, i) => i % step === 0).map(({ Guid }) => Guid)
  }

  /** Reads the dataset with every reader, when it shows the models as they are now. */
  const read = async () => {
    const dataset = await current()
    const samples = Object.fromEntries(
      await Promise.all(dataset.models.map(async ({ modelId }) => [modelId, await sample(modelId)] as const))
    )
    const found = await reader({ url: service.url, token, projectId, tables: dataset.tables, samples })
    return { dataset, found, samples }
  }

  return { call, imported, json, project, read, ready, renewed }
}

export type DatasetReading = Awaited<ReturnType<typeof make>>
