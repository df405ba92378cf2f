import { data, sharing } from "../../src/ifc/testing/HostileLines.ts"
import type { Attacker, Target } from "./Target.ts"

const products = 5000
const properties = 100

/** Imports a model whose answers are large as the first attacker, and lets the others read it. */
export const prepare = async ([owner, ...others]: ReadonlyArray<Attacker>): Promise<Target["prey"]> => {
  const { client } = owner!
  const projectId = await client.createProject("Prey")
  const file = data(sharing(products, properties))
  await client.ended(await client.startImport(projectId, "Prey", file))
  for (const { name } of others) {
    await client.call("PUT", `/v1/projects/${projectId}/members/${name}`, { body: { role: "User" } })
  }
  const models = await client.models(projectId)
  return { projectId, modelId: models[0]!.id, fields: Array.from({ length: properties }, (_, i) => `P${i}`) }
}
