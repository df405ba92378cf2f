import * as Random from "../chaos/Random.ts"
import * as AnswerFaults from "./AnswerFaults.ts"
import { malformedBody, type Ids, type Material } from "./MalformedBodies.ts"
import { malformedHead, type Malformed, type Means } from "./MalformedHeads.ts"
import { endpointsOf } from "./OpenApiDocument.ts"
import * as RawConnection from "./RawConnection.ts"
import type { Attacker, Target } from "./Target.ts"

/** The number of concurrent requests. */
const atOnce = 8
/** The number of bytes of a request that are compared with the answer. */
const looked = 256 * 1024

/** Creates the attacker's own project, with one object of each kind. */
const prepare = async ({ client }: Attacker): Promise<Ids> => {
  const projectId = await client.createProject("Malformed")
  const made = async (path: string, body: unknown) =>
    (await client.call("POST", `/v1/projects/${projectId}/${path}`, { body })).json as unknown as Record<string, string>
  const house = await Bun.file(`${import.meta.dir}/../../spec-tests/fixtures/house.ifc`).bytes()
  const operationId = await client.startImport(projectId, "House", house)
  await client.ended(operationId)
  const models = await client.models(projectId)
  const { guid: libraryGuid } = await made("codifications", { name: "Codes" })
  const { guid: codificationGuid } = await made(`codifications/${libraryGuid}/codification`, {
    name: "A",
    identification: "A"
  })
  const { locationGuid } = await made("locations", { name: "Site", type: "Site" })
  const set = await made("customProperties/property-sets", { name: "Set" })
  const definition = await made(`customProperties/property-sets/${set["id"]}/property`, { name: "P", dataType: "Real" })
  return {
    projectId,
    operationId,
    modelId: models[0]!.id,
    libraryGuid: libraryGuid!,
    codificationGuid: codificationGuid!,
    locationGuid: locationGuid!,
    propertySetId: String(set["id"]),
    propertyDefinitionId: String(definition["id"]),
    propertyDefinitionGuid: definition["guid"]!,
    userId: "mallory"
  }
}

/** Returns the paths of an upload and of a download that were signed for the attacker. */
const ticketsOf = async ({ client }: Attacker, operationId: string): Promise<ReadonlyArray<string>> => {
  const { uploadUrl } = (await client.call("GET", "/v1/files/upload-url")).json as Record<string, string>
  const { reportUrl } = (await client.call("GET", `/v1/operations/${operationId}`)).json as Record<string, string>
  return [uploadUrl, reportUrl].filter((url) => url !== undefined).map((url) => new URL(url).pathname)
}

const send = async (target: Target, { bytes, foreign, name }: Malformed): Promise<void> => {
  const answer = await RawConnection.exchange(target.port, bytes)
  if (target.isOver()) return
  const sent = { name: `${name}.http`, bytes }
  if (answer.status === 0 && !answer.closed) target.fault("request", `${name}: hangs`, sent)
  if (foreign && answer.status >= 200 && answer.status < 300) {
    target.fault("request", `${name}: ${answer.status} for what is another's`, sent)
  }
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, looked)).toString("latin1")
  for (const fault of AnswerFaults.faultsOf(answer, beginning)) target.fault("request", `${name}: ${fault}`, sent)
}

/** Sends a malformed request for each number, half of them with malformed heads, and returns how many were sent. */
export const sendAll = async (target: Target, attacker: Attacker, numbers: ReadonlyArray<number>): Promise<number> => {
  const { bystander } = target
  const own = await prepare(attacker)
  const document = await (await fetch(`http://127.0.0.1:${target.port}/openapi.json`)).json()
  const { token } = attacker
  const foreign = { projectId: bystander.projectId, modelId: bystander.modelId, userId: bystander.user }
  const material: Material = {
    token,
    own,
    foreign,
    endpoints: endpointsOf(document as Readonly<Record<string, unknown>>)
  }
  const project = `/v1/projects/${own["projectId"]}`
  const means: Means = {
    token,
    tickets: await ticketsOf(attacker, own["operationId"]!),
    paths: [
      project,
      "/v1/projects",
      `${project}/models`,
      `${project}/models/${own["modelId"]}/products/properties/query`,
      `${project}/locations`
    ]
  }
  let sent = 0
  const work = async () => {
    while (sent < numbers.length && !target.isOver()) {
      const random = Random.make(numbers[sent++]!)
      await send(target, random.next() < 0.5 ? malformedHead(random, means) : malformedBody(random, material))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  await attacker.client.call("DELETE", project)
  return sent
}
