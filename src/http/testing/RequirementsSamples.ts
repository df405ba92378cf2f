import type { MakeSample } from "./Sample.ts"
import type { World } from "./World.ts"
import * as Seed from "./Seed.ts"

/** A document with one specification. */
export const requirementsFile = `<?xml version="1.0"?>
<ids xmlns="http://standards.buildingsmart.org/IDS">
  <info><title>Walls</title></info>
  <specifications>
    <specification name="Walls have a name" ifcVersion="IFC4">
      <applicability minOccurs="0" maxOccurs="unbounded">
        <entity><name><simpleValue>IFCWALL</simpleValue></name></entity>
      </applicability>
      <requirements><attribute><name><simpleValue>Name</simpleValue></name></attribute></requirements>
    </specification>
  </specifications>
</ids>
`

const xml = { headers: { "content-type": "application/xml" }, body: requirementsFile }

const someRequirements = async ({ projectId, service, token }: World) => {
  const response = await service.call("POST", `/v1/projects/${projectId}/requirements`, { token, ...xml })
  return { path: { requirementsId: String((await Seed.json<{ id: number }>(response, 201)).id) } }
}

const requirementsIdOf = async (world: World): Promise<number> =>
  Number((await someRequirements(world)).path.requirementsId)

const aCheck: MakeSample = async (world) => {
  const { modelId, projectId, service, token } = world
  const path = `/v1/projects/${projectId}/models/${modelId}/checks`
  const body = { requirementsId: await requirementsIdOf(world) }
  const { id: operationId } = await Seed.json<{ id: string }>(await service.call("POST", path, { token, body }), 202)
  await Seed.ready(service, token, operationId)
  return { path: { operationId } }
}

/** Calls of the endpoints of requirements. */
export const requirementsSamples: Readonly<Record<string, MakeSample>> = {
  listRequirements: async (world) => {
    await someRequirements(world)
    return {}
  },
  createRequirements: () => xml,
  readRequirements: someRequirements,
  changeRequirements: async (world) => ({
    ...(await someRequirements(world)),
    body: { autoCheck: true, models: ["1"], tags: ["Walls"] }
  }),
  deleteRequirements: someRequirements,
  startCheck: async (world) => ({ body: { requirementsId: await requirementsIdOf(world) } }),
  listChecks: async (world) => {
    await aCheck(world)
    return {}
  },
  checkResult: aCheck
}
