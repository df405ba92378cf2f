import { data, sharing } from "../../src/ifc/testing/HostileLines.ts"
import type { Attacker, Target } from "./Target.ts"

const products = 5000
const properties = 100

/**
 * The number of definitions of a project. They are in sets as large as a request may be, and their list has some
 * megabytes.
 */
const definitions = 10_000
const definitionsOfSet = 1000

/** Imports a model whose answers are large as the first attacker, and lets the others read and edit it. */
export const prepare = async ([owner, ...others]: ReadonlyArray<Attacker>): Promise<Target["prey"]> => {
  const { client } = owner!
  const projectId = await client.createProject("Prey")
  const file = data(sharing(products, properties))
  await client.ended(await client.startImport(projectId, "Prey", file))
  const models = await client.models(projectId)
  for (const { name } of others) {
    await client.call("PUT", `/v1/projects/${projectId}/members/${name}`, { body: { role: "User" } })
    const member = `/v1/projects/${projectId}/models/${models[0]!.id}/members/${name}`
    await client.call("PUT", member, { body: { role: "DataEditor" } })
  }
  for (let i = 0; i < definitions / definitionsOfSet; i++) {
    const propertyDefinitions = Array.from({ length: definitionsOfSet }, (_, n) => ({
      name: `Definition ${n}`,
      dataType: "String"
    }))
    const body = { name: `Set ${i}`, propertyDefinitions }
    await client.call("POST", `/v1/projects/${projectId}/customProperties/property-sets`, { body })
  }
  return { projectId, modelId: models[0]!.id, fields: Array.from({ length: properties }, (_, i) => `P${i}`) }
}
