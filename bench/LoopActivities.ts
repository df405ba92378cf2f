import { join } from "node:path"

/** A user of the service under load, with models to work on. */
export interface Caller {
  readonly call: (method: string, path: string, body?: unknown) => Promise<Response>
  /** Uploads and imports a file of the folder of models as a new model, and returns its path when it is Ready. */
  readonly imported: (file: string) => Promise<string>
  /** Uploads a file and leaves it. */
  readonly upload: (file: string) => Promise<string>
}

const drained = async (response: Response): Promise<void> => {
  for await (const _ of response.body ?? []) void _
  if (response.status >= 400) throw new Error(`${response.url} answered ${response.status}`)
}

export const caller = (url: string, token: string, project: string, models: string): Caller => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
  const call = async (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(path.startsWith("http") ? path : `${url}/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
  const json = async (response: Response): Promise<Record<string, string>> => {
    if (response.status >= 400) throw new Error(await response.text())
    return (await response.json()) as Record<string, string>
  }
  const upload = async (file: string): Promise<string> => {
    const { uploadKey, uploadUrl } = await json(await call("GET", "/files/upload-url"))
    await drained(await fetch(uploadUrl!, { method: "PUT", body: Bun.file(join(models, file)) }))
    return uploadKey!
  }
  return {
    call,
    upload,
    imported: async (file) => {
      const uploadKey = await upload(file)
      const draft = { modelName: file, uploadKey, uploadFileName: file }
      const { id, modelId } = await json(await call("POST", `/projects/${project}/models`, draft))
      for (;;) {
        const { errorDetails, status } = await json(await call("GET", `/operations/${id}`))
        if (status === "Ready") return `/projects/${project}/models/${modelId}`
        if (status === "Failed") throw new Error(`${file}: ${errorDetails}`)
        await Bun.sleep(50)
      }
    }
  }
}

export interface Models {
  /** Three models: one with many products, one with many properties and one with much geometry. */
  readonly products: string
  readonly properties: string
  readonly large: string
}

/** The repeated activities of callers, by name. Each call does one round. */
export const activities = (
  { call, imported, upload }: Caller,
  files: Models,
  paths: Models,
  fields: ReadonlyArray<string>
): Readonly<Record<string, () => Promise<void>>> => {
  const query = (model: string, page: string, body: unknown) =>
    call("POST", `${model}/products/properties/query?${page}`, body).then(drained)
  const link = async (path: string): Promise<void> => {
    const { downloadUrl } = (await (await call("GET", path)).json()) as { readonly downloadUrl: string }
    await drained(await call("GET", downloadUrl))
  }
  const project = paths.products.replace(/\/models.*/, "")
  return {
    "small requests": () => call("GET", project).then(drained),
    "small pages": () => query(paths.large, "pageSize=50", { filters: { Class: "wall" } }),
    "large pages": () => query(paths.products, "pageSize=5000", { fields }),
    "searching pages": () => query(paths.products, "pageSize=1000", { fields, filters: { Name: "a" } }),
    "field lists": () =>
      call("GET", `${paths.properties}/products/properties/available-data?pageSize=5000`).then(drained),
    "shared data": async () => {
      for (const path of ["locations", "codifications", "material-libraries", "models"]) {
        await drained(await call("GET", `${project}/${path}`))
      }
    },
    calculations: async () => {
      const started = await call("POST", `${paths.products}/products/quantities/query`, {
        calculators: ["Count", "Length", "NetArea", "NetVolume"]
      })
      const { id } = (await started.json()) as { readonly id: string }
      for (;;) {
        const { status } = (await (await call("GET", `/operations/${id}`)).json()) as { readonly status: string }
        if (status === "Ready" || status === "Failed") break
        await Bun.sleep(50)
      }
      await link(`${paths.products}/products/quantities/${id}/result`)
    },
    downloads: () => link(`${paths.products}/parquet`),
    uploads: async () => void (await upload(files.large)),
    "imports of many products": async () => void (await imported(files.products)),
    "imports of many properties": async () => void (await imported(files.properties)),
    "imports of much geometry": async () => void (await imported(files.large))
  }
}
