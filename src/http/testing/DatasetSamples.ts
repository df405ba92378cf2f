import type { MakeSample } from "./Sample.ts"
import * as Seed from "./Seed.ts"

/** The parameters of the path of a file of a dataset. */
const datasetFileOf = (url: string): Readonly<Record<string, string>> => {
  const [ticket, folder, fileName] = new URL(url).pathname.split("/").slice(-3)
  return { ticket: ticket!, folder: folder!, fileName: fileName! }
}

/** Calls of the endpoints of the open dataset. */
export const datasetSamples: Readonly<Record<string, MakeSample>> = {
  readDataset: () => ({}),
  readDatasetFile: async ({ projectId, service, token }) => {
    const answer = await service.call("GET", `/v1/projects/${projectId}/dataset`, { token })
    const { tables } = await Seed.json<{ tables: { products: { httpMetadataUrl: string } } }>(answer)
    return { path: datasetFileOf(tables.products.httpMetadataUrl) }
  }
}
