import { codes, data } from "../../src/ifc/testing/HostileLines.ts"
import { largeModel } from "../../src/main/testing/LargeModel.ts"
import type { Answer } from "../../src/main/testing/ServiceClient.ts"
import type { Attacker, Target } from "./Target.ts"
import { ended, startImport } from "./Uploads.ts"

/** An action that a caller can repeat at will, used to disturb the service. */
export type Point = (means: Means) => Promise<void>

/** Sends a request, with an `Idempotency-Key` or in a session if one is given. */
export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  more?: { readonly key?: string; readonly session?: string }
) => Promise<Answer>

export interface Means {
  readonly target: Target
  readonly attacker: Attacker
  /** A project of the attacker, which is deleted at the end. */
  readonly projectId: string
  /** Sends a request and returns the answer. Reports a fault if it takes too long or the service failed. */
  readonly ask: Ask
  /** Sends the same request as another user. */
  readonly askAs: (other: Attacker) => Ask
}

/** The maximum time of an answer, whatever the size of the request. */
export const timeoutMillis = 30_000

/** Returns `n` items, each made from its index. */
export const texts = <A>(n: number, of: (i: number) => A): ReadonlyArray<A> =>
  Array.from({ length: n }, (_, i) => of(i))

const filtersOf = (filters: number, values: number) =>
  texts(filters, String).map(() => ({ property: "Name", operator: "In", value: texts(values, (i) => `N${i}`) }))

const model = ({ prey }: Target): string => `/v1/projects/${prey.projectId}/models/${prey.modelId}/products`

/** Runs a step `count` times, at most `atOnce` at once. */
export const many = async (count: number, atOnce: number, step: (i: number) => Promise<unknown>): Promise<void> => {
  let next = 0
  const work = async () => {
    while (next < count) await step(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

const library = async ({ ask, projectId }: Means): Promise<string> => {
  const { json, status } = await ask("POST", `/v1/projects/${projectId}/codifications`, { name: "Codes" })
  if (status !== 201) throw new Error(`library: ${status}`)
  return `/v1/projects/${projectId}/codifications/${json["guid"]}`
}

/** Imports a model, which the other actions need. */
const imported = async ({ attacker, projectId, target }: Omit<Means, "ask" | "askAs">, file: Uint8Array) => {
  const operationId = await startImport(attacker, projectId, "model.ifc", file)
  if (operationId === null) throw new Error("import: refused")
  const { status } = await ended(attacker, operationId, target.isOver)
  if (status !== "Ready") throw new Error(`import: ${status}`)
}

/** Imports a model for a point of attack, and returns its path. */
export const importedModel = async (means: Means, file: Uint8Array): Promise<string> => {
  await imported(means, file)
  const [model] = await means.attacker.client.models(means.projectId)
  return `/v1/projects/${means.projectId}/models/${model!.id}`
}

/** The points of attack by name. */
export const points: Readonly<Record<string, Point>> = {
  "parameters of codes": async (means) => {
    const { ask } = means
    const codes = `${await library(means)}/codification`
    const measures = (definitions: number, parameters: number, parameter: unknown) =>
      texts(definitions, String).map(() => ({
        calculator: { type: "formula", parameters: texts(parameters, String).map(() => parameter) }
      }))
    const shapes = [
      measures(1000, 1000, {}),
      measures(1, 1000, { name: "parameter", value: 1 }),
      measures(1000, 1, {}),
      measures(100, 1000, {})
    ]
    for (const [i, measureDefinitions] of shapes.entries()) {
      const code = await ask("POST", codes, { name: `C${i}`, identification: `C${i}`, measureDefinitions })
      if (code.status !== 201) continue
      const path = `${codes}/${code.json["guid"]}`
      await many(10, 2, async (n) => {
        await ask("PUT", path, { name: `C${i} ${n}` })
        await ask("GET", path)
      })
    }
  },
  "calculations with large filters": async ({ ask, target }) => {
    await many(40, 4, (i) =>
      ask("POST", `${model(target)}/quantities/query`, {
        calculators: ["Count"],
        filters: filtersOf(1 + (i % 5), 10_000)
      })
    )
  },
  "lists of fields": async ({ ask, target }) => {
    await many(6, 3, (i) => ask("GET", `${model(target)}/properties/available-data?pageSize=5000&page=${i + 1}`))
    await many(3, 3, () =>
      ask("POST", `${model(target)}/properties/query?pageSize=5000`, { fields: texts(10_000, (i) => `Unknown${i}`) })
    )
    await many(4, 4, () =>
      ask("POST", `${model(target)}/properties/query?pageSize=5000`, { fields: target.prey.fields })
    )
  },
  "filters before a page": async ({ ask, target }) => {
    await many(8, 4, () =>
      ask("POST", `${model(target)}/properties/query?pageSize=1`, { filters: filtersOf(100, 5000) })
    )
    await many(8, 4, () =>
      ask("POST", `${model(target)}/properties/query?pageSize=1`, { filters: filtersOf(40, 10_000) })
    )
  },
  "a large library that is made and deleted": async (means) => {
    const { ask, projectId } = means
    await imported(means, data(codes(20_000)))
    const libraries = `/v1/projects/${projectId}/codifications`
    const { codificationLibraries } = (await ask("GET", libraries)).json as unknown as {
      readonly codificationLibraries?: ReadonlyArray<{ readonly guid: string }>
    }
    const guid = codificationLibraries?.at(-1)?.guid
    if (guid === undefined) throw new Error("the import brought no library")
    await many(4, 4, () => ask("GET", `${libraries}/${guid}`))
    await many(50, 4, (i) =>
      ask("POST", `${libraries}/${guid}/codification`, { name: "N", identification: `more ${i}` })
    )
    await ask("DELETE", `${libraries}/${guid}`)
  },
  "projects with one member": async ({ ask, target }) => {
    await many(200, 4, async (i) => {
      const { json, status } = await ask("POST", "/v1/projects", { name: `One of many ${i}` })
      if (status === 201)
        await ask("PUT", `/v1/projects/${json["id"]}/members/${target.bystander.user}`, { role: "User" })
    })
    await ask("GET", "/v1/projects")
  },
  "views of a project that changes": async (means) => {
    const { ask, projectId } = means
    const query = `${await importedModel(means, largeModel(2000))}/products/properties/query?pageSize=1`
    const name = "n".repeat(255)
    await many(70, 2, async (i) => {
      await ask("POST", `/v1/projects/${projectId}/locations`, { name: `${name.slice(4)}${i}` })
      await ask("POST", query, { fields: ["SpatialLocation", "Code", "Material"] })
    })
  },
  "answers that are kept for their keys": async ({ ask, projectId }) => {
    const measureDefinitions = [{ descriptionValue: "d".repeat(255) }]
    const path = `/v1/projects/${projectId}/codifications`
    const large = { description: "d".repeat(4000), surplus: "s".repeat(100_000), measureDefinitions }
    await many(200, 4, (i) => ask("POST", path, { name: `N${i}`, ...large }, { key: crypto.randomUUID() }))
  },
  "keys of uploads": async ({ askAs, target }) => {
    const ask = askAs(target.hoarder)
    await many(250, 8, () => ask("GET", "/v1/files/upload-url"))
  },
  "six imports at once": async ({ ask, attacker, target }) => {
    const file = largeModel(5000)
    await many(6, 6, async () => {
      const projectId = await attacker.client.createProject("Six")
      await imported({ attacker, projectId, target }, file)
      await ask("DELETE", `/v1/projects/${projectId}`)
    })
  },
  "long lists of tags": async ({ ask, projectId }) => {
    const started = { modelName: "Tags", uploadKey: "none", uploadFileName: "model.ifc" }
    for (const tags of [texts(1000, (i) => `tag ${i}`), texts(200_000, String), texts(1000, () => "t".repeat(4000))]) {
      await ask("POST", `/v1/projects/${projectId}/models`, { ...started, tags })
    }
  },
  "long lists of locations and definitions": async ({ ask, projectId }) => {
    let parentGuid: unknown = null
    for (let i = 0; i < 70; i++) {
      const { json } = await ask("POST", `/v1/projects/${projectId}/locations`, { name: `L${i}`, parentGuid })
      parentGuid = json["locationGuid"] ?? parentGuid
    }
    await ask("GET", `/v1/projects/${projectId}/locations`)
    const propertyDefinitions = texts(1000, (i) => `P${i}`).map((name) => ({ name, dataType: "String" }))
    await many(5, 2, (i) =>
      ask("POST", `/v1/projects/${projectId}/customProperties/property-sets`, { name: `S${i}`, propertyDefinitions })
    )
    await many(3, 3, () => ask("GET", `/v1/projects/${projectId}/customProperties`))
  }
}
