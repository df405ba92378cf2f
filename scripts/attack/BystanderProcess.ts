import process from "node:process"
import { largeModel } from "../../src/main/testing/LargeModel.ts"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"

/** The messages of the bystander: first the location of its model, then the outcome of every request and import. */
export type Told =
  | { readonly kind: "ready"; readonly projectId: string; readonly modelId: string }
  | {
      readonly kind: "request" | "import"
      readonly name: string
      readonly millis: number
      readonly fault: string | null
    }
  /** The delay of a timer in this process, which the machine and not the service causes. */
  | { readonly kind: "timer"; readonly millis: number }

/** Milliseconds between two small requests: 20 a second. */
const between = 50
/** Milliseconds between two imports. */
const betweenImports = 5000
/** A request that takes longer counts as hanging. */
const timeoutMillis = 10_000

type Request = readonly [name: string, method: string, path: string, body?: unknown]

const tell = (told: Told) => process.send?.(told)
const wall = largeModel(1)

const faultOf = ({ status, text }: ServiceClient.Answer): string | null =>
  status >= 200 && status < 300 ? null : `${status} ${text.slice(0, 200)}`

/** Works with one small model repeatedly until the process is stopped. */
const work = async (url: string, token: string): Promise<void> => {
  const client = ServiceClient.make(url, token)
  const projectId = await client.createProject("Bystander")
  const project = `/v1/projects/${projectId}`
  await client.ended(await client.startImport(projectId, "Walls", largeModel(20)))
  const modelId = (await client.models(projectId))[0]!.id
  const made = async (path: string, name: string) =>
    (await client.call("POST", `${project}/${path}`, { body: { name } })).json["guid"]! as string
  const library = `material-libraries/${await made("material-libraries", "Stone")}/materials`
  const material = `${project}/${library}/${await made(library, "Basalt")}`
  tell({ kind: "ready", projectId, modelId })

  const timed = async (kind: "request" | "import", name: string, ask: () => Promise<string | null>) => {
    const startedAt = performance.now()
    let fault: string | null
    try {
      fault = await ask()
    } catch (error) {
      fault = String(error)
    }
    tell({ kind, name, millis: performance.now() - startedAt, fault })
  }
  const request = ([name, method, path, body]: Request) =>
    timed("request", name, async () =>
      faultOf(await client.call(method, path, { timeoutMillis, ...(body === undefined ? {} : { body }) }))
    )
  const importOne = (name: string) =>
    timed("import", "one wall", async () => {
      const operationId = await client.startImport(projectId, name, wall)
      for (;;) {
        const { error, status } = await client.operation(operationId)
        if (status === "Ready") return null
        if (status === "Failed") return `Failed ${error}`
        await Bun.sleep(100)
      }
    })

  const startedAt = performance.now()
  for (let count = 0; ; count++) {
    const dueAt = startedAt + count * between
    await Bun.sleep(Math.max(0, dueAt - performance.now()))
    tell({ kind: "timer", millis: performance.now() - dueAt })
    const requests: ReadonlyArray<Request> = [
      ["M1", "GET", `${project}/models`],
      [
        "M4",
        "POST",
        `${project}/models/${modelId}/products/properties/query?pageSize=10`,
        { fields: ["Name", "Mark"] }
      ],
      ["project", "GET", project],
      ["material", "PUT", material, { name: `Basalt ${count}` }]
    ]
    void request(requests[count % requests.length]!)
    if (count % (betweenImports / between) === 0) void importOne(`Wall ${count}`)
  }
}

// A bystander without a parent would disturb the next run, so it exits.
process.on("disconnect", () => process.exit())
const [url, token] = process.argv.slice(2)
await work(url!, token!)
