import { rmSync } from "node:fs"
import { join } from "node:path"
import { connect, type Plinth } from "../../sdk/plinth.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import { run } from "../export/Child.ts"

const root = join(import.meta.dir, "../..")

/** The folder with the files kept of each release: `VERSION/openapi.json` and `VERSION/data.tar.gz`. */
export const releases = join(root, "releases")

const done = async (...command: ReadonlyArray<string>): Promise<void> => {
  const { code, text } = await run(command)
  if (code !== 0) throw new Error(`${command[0]!}: ${text}`)
}

const served = async (directory: string, use: (plinth: Plinth) => Promise<void>): Promise<void> => {
  const service = await ServiceProcess.start({ directory })
  try {
    await use(connect({ url: service.url, token: await service.token("ada") }))
  } finally {
    await service.stop()
  }
}

const rate = async (
  plinth: Plinth,
  model: { readonly projectId: string; readonly modelId: string },
  rating: string
) => {
  const body = { fields: ["Guid"], filters: { Name: "Facade" } }
  const guid = String((await plinth.queryProducts({ ...model, body })).result[0]!["Guid"])
  const session = { ...model, clientSessionId: "release" }
  await plinth.startSession(session)
  const change = { addOrUpdate: { "Pset_WallCommon.FireRating": { [guid]: rating } } }
  const { errors } = await plinth.modifyProducts({ ...session, body: change })
  if (errors.length > 0) throw new Error(errors[0]!.description)
  await plinth.publish({ ...session, body: { title: rating } })
  await plinth.endSession(session)
}

const ratingOf = async (plinth: Plinth, model: { readonly projectId: string; readonly modelId: string }) => {
  const body = { fields: ["FireRating"], filters: { Name: "Facade" } }
  return JSON.stringify((await plinth.queryProducts({ ...model, body })).result)
}

/** Writes a packed data folder with a model that was imported and published once. Its keys are left out. */
export const keep = async (scratch: string, file: string): Promise<void> => {
  const directory = join(scratch, "made")
  await served(directory, async (plinth) => {
    const { id: projectId } = await plinth.createProject({ body: { name: "Kept" } })
    const ticket = await plinth.uploadUrl()
    await plinth.put(ticket, await Bun.file(join(root, "spec-tests/fixtures/house.ifc")).bytes())
    const body = { modelName: "House", uploadKey: ticket.uploadKey, uploadFileName: "house.ifc" }
    const started = await plinth.createModel({ projectId, body })
    await plinth.waitFor(started)
    await rate(plinth, { projectId, modelId: started.modelId }, "REI 30")
  })
  rmSync(join(directory, "keys"), { recursive: true })
  await done("tar", "-C", directory, "-czf", file, ".")
}

/** Starts this source on a copy of a packed data folder, reads its model, edits it and publishes; throws if that fails. */
export const upgrade = async (scratch: string, file: string): Promise<void> => {
  const directory = join(scratch, "data")
  rmSync(directory, { recursive: true, force: true })
  await done("mkdir", "-m", "700", directory)
  await done("tar", "-C", directory, "-xzf", file)
  await served(directory, async (plinth) => {
    const project = (await plinth.listProjects()).projects.find(({ name }) => name === "Kept")
    const found = project && (await plinth.listModels({ projectId: project.id })).models[0]
    if (!found) throw new Error("its model is not listed")
    const model = { projectId: project.id, modelId: found.id }
    if (!(await ratingOf(plinth, model)).includes("REI 30")) throw new Error("what was published is not read")
    await rate(plinth, model, "REI 60")
    if (!(await ratingOf(plinth, model)).includes("REI 60")) throw new Error("what is published now is not read")
    const { totalCount } = await plinth.listVersions(model)
    if (totalCount !== 3) throw new Error(`${totalCount} versions where there must be 3`)
  })
}
