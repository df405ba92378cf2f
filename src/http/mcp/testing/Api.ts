import * as Seed from "../../testing/Seed.ts"
import type { TestService } from "../../testing/TestService.ts"

type Members = Readonly<Record<string, unknown>>
/** A row of products: most fields have a `Value`. */
export type Row = Readonly<Record<string, { readonly Value: unknown } & string & Members>>
type List = ReadonlyArray<Members>

/** Answers of the API itself, with which those of the tools are compared. */
export interface Api {
  readonly models: () => Promise<List>
  readonly rows: (fields: ReadonlyArray<string>, more?: Members) => Promise<ReadonlyArray<Row>>
  readonly fields: () => Promise<ReadonlyArray<string>>
  readonly groups: (
    body: Members
  ) => Promise<ReadonlyArray<{ readonly keys: ReadonlyArray<unknown>; readonly measures: List }>>
  /** The count and the sum of a calculator by a calculation of quantities, as the totals of groups have them. */
  readonly calculated: (calculator: string, filters: Members) => Promise<unknown>
  readonly unmeasured: (calculator: string) => Promise<ReadonlyArray<unknown>>
  readonly versions: () => Promise<List>
  readonly materials: () => Promise<ReadonlyArray<unknown>>
  readonly locations: () => Promise<List>
  readonly codes: () => Promise<ReadonlyArray<unknown>>
  readonly unpublished: () => Promise<unknown>
  readonly check: () => Promise<{ readonly status: string; readonly specifications: List }>
}

interface Calculated {
  readonly totals: Readonly<Record<string, number>>
  readonly products: List
}

/** Returns the API of a model for the user of a token. */
export const make = (service: TestService, token: string, projectId: string, modelId: string): Api => {
  const project = `/v1/projects/${projectId}`
  const model = `${project}/models/${modelId}`
  const get = async <A>(path: string) => Seed.json<A>(await service.call("GET", path, { token }))
  const post = async <A>(path: string, body: unknown, status = 200) =>
    Seed.json<A>(await service.call("POST", path, { token, body }), status)
  const ended = async <A>(path: string, body: unknown, result: string) => {
    const { id } = await post<{ id: string }>(path, body, 202)
    await Seed.ready(service, token, id)
    const { downloadUrl } = await get<{ downloadUrl: string }>(`${model}/${result}/${id}/result`)
    return get<A>(new URL(downloadUrl).pathname)
  }
  const quantities = (calculator: string, filters: Members) =>
    ended<Calculated>(
      `${model}/products/quantities/query`,
      { calculators: [calculator], filters },
      "products/quantities"
    )
  return {
    models: async () => (await get<{ models: List }>(`${project}/models`)).models,
    rows: async (fields, more = {}) =>
      (
        await post<{ result: ReadonlyArray<Row> }>(`${model}/products/properties/query?pageSize=5000`, {
          fields: [...new Set(["Guid", ...fields])],
          ...more
        })
      ).result,
    fields: async () =>
      (await get<{ fields: ReadonlyArray<string> }>(`${model}/products/properties/available-data?pageSize=5000`))
        .fields,
    groups: async (body) => (await post<{ groups: never }>(`${model}/products/groups?pageSize=5000`, body)).groups,
    calculated: async (calculator, filters) => {
      const { products, totals } = await quantities(calculator, filters)
      const measured = products.filter((product) => calculator in product).length
      return { count: products.length, measures: [{ value: measured === 0 ? null : totals[calculator], measured }] }
    },
    unmeasured: async (calculator) =>
      (await quantities(calculator, {})).products.filter((product) => !(calculator in product)),
    versions: async () => (await get<{ versions: List }>(`${model}/versions`)).versions,
    materials: async () => {
      const { materialProperties } = await get<{
        materialProperties: ReadonlyArray<{ properties: ReadonlyArray<List> }>
      }>(`${project}/material-libraries`)
      const of = (rows: List, name: string) =>
        rows.find((row) => row["set"] === "Material" && row["name"] === name)?.["value"]
      return materialProperties.flatMap(({ properties }) =>
        properties.map((rows) => [of(rows, "Guid"), of(rows, "Name")])
      )
    },
    locations: async () => (await get<{ locations: List }>(`${project}/locations`)).locations,
    codes: async () => {
      const { codificationLibraries } = await get<{ codificationLibraries: List }>(`${project}/codifications`)
      const all: Array<unknown> = []
      for (const { guid } of codificationLibraries) {
        const { codes } = await get<{ codes: List }>(`${project}/codifications/${String(guid)}`)
        all.push(...codes.map(({ identification }) => identification))
      }
      return all
    },
    unpublished: async () => (await get<Members>(`${model}/changes`))["totalCount"],
    check: async () => {
      const { requirements } = await get<{ requirements: List }>(`${project}/requirements`)
      return ended(`${model}/checks`, { requirementsId: requirements[0]!["id"] }, "checks")
    }
  }
}
