import { alphabetical, each, holds, matches, same, status } from "../../harness/Check.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fetched, fixture, follow, importBytes, importModel, presentation, upload } from "../../harness/Imports.ts"
import { atAGlance } from "./Glances.ts"
import { largeIfc } from "../../harness/MadeFiles.ts"
import { withoutName } from "../../harness/Names.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"
import { publicUrl } from "../../harness/Service.ts"

const m1 = rules("specification M1", operating)
const m2 = rules("specification M2", operating)
const four = rules("contract 4", operating)
const nine = rules("contract 9", operating)
const globalId = /^[0-3][0-9A-Za-z_$]{21}$/

export const models = [
  m2("M2-started", "Creating a model answers 202 with the model's ids and the operation", async ({ house }) => {
    const { started } = await house
    same("status", started.status, 202)
    matches("modelId", started.at("modelId"), /^[1-9]\d{0,15}$/)
    matches("modelGuid", started.at("modelGuid"), globalId)
    matches("id", started.at("id"), /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
    same("kind", started.at("kind"), "ImportIfc")
    holds("status", ["Queued", "InProgress"].includes(started.string("status")), started.at("status"))
    const percentage = started.number("percentageCompleted")
    holds("percentageCompleted", Number.isInteger(percentage) && percentage >= 0 && percentage < 100, percentage)
  }),
  m2("M2-members", "M2's answer has modelId, modelGuid and the operation fields", async ({ house }) => {
    const expected = ["id", "kind", "modelGuid", "modelId", "percentageCompleted", "status"]
    same("members", Object.keys((await house).started.object()).sort(), expected)
  }),
  m1("M1-model", "A model in the list has the members of the specification", async (context) => {
    const { project, modelId, modelGuid } = await context.house
    const answer = status(await context.api.get(`${project.path}/models`), 200)
    same("members of the answer", Object.keys(answer.object()), ["models"])
    same("models", answer.list("models").length, 1)
    const { image, ...all } = withoutName(context, answer.list("models")[0]!, "updatedByName")
    const [glance, rest] = [true, false].map((isGlance) =>
      Object.entries(all).filter(([name]) => atAGlance.has(name) === isGlance)
    )
    same("members of section 20", glance!.map(([name]) => name).toSorted(), [...atAGlance].toSorted())
    const model = Object.fromEntries(rest!)
    if (image !== undefined) matches("image", image, /^https?:\/\//)
    const source = answer.object("models", 0, "latestPublicSource")
    same(
      "model",
      { ...model, latestPublicSource: null },
      {
        id: modelId,
        guid: modelGuid,
        name: "house.ifc",
        tags: [],
        canEdit: true,
        url: `${await publicUrl(context)}/app/projects/${project.id}/models/${modelId}`,
        latestPublicSource: null
      }
    )
    same("source", Object.keys(source).sort(), ["modelVersionId", "projectVersionId", "sharedDataVersionId"])
    for (const id of Object.values(source)) matches("version id", id, /^[1-9]\d{0,15}$/)
  }),
  four("4-model-read", "A model is read as it is listed", async ({ api, house }) => {
    const { project, path } = await house
    const { image: listed, ...inList } = status(await api.get(`${project.path}/models`), 200).object("models", 0)
    const { image: read, ...alone } = status(await api.get(path), 200).object()
    same("model", alone, inList)
    same("both have a picture or none", typeof read, typeof listed)
  }),
  nine(
    "9-image",
    "The thumbnail is a PNG that is available when the import is Ready, without authorization",
    async (context) => {
      const { path } = await context.model("solid.ifc")
      const image = status(await context.api.get(path), 200).string("image")
      const answer = status(await fetched(context.anonymous, image), 200)
      same("media type", presentation(answer).type, "image/png")
      same("signature", Array.from(answer.bytes.slice(0, 4)), [0x89, 0x50, 0x4e, 0x47])
    }
  ),
  m1("M1-by-name", "Models are ordered by name and show tags and discipline", async (context) => {
    const project = await context.newProject("Ordered models")
    const names = ["beta", "Alpha", "alpha", "\u{E9}tage"]
    const bytes = await fixture("bridge.ifc")
    for (const modelName of names) await importBytes(context.api, project, bytes, { modelName })
    const listed = status(await context.api.get(`${project.path}/models`), 200).list("models")
    same(
      "names",
      listed.map(({ name }) => name),
      alphabetical(names)
    )
    same("guids of their own", new Set(listed.map(({ guid }) => guid)).size, names.length)
  }),
  m2("M2-tags", "Tags are linked to the model; discipline becomes a tag", async (context) => {
    const project = await context.newProject("Tags")
    const members = { tags: [" Structure ", "As built"], discipline: "Timber", modelName: " Tagged " }
    const { path } = await importBytes(context.api, project, await fixture("bridge.ifc"), members)
    const model = status(await context.api.get(path), 200)
    same("name", model.at("name"), "Tagged")
    same("tags", alphabetical(model.list("tags").map(String)), ["As built", "Structure", "Timber"])
  }),
  m2("M2-default-role", "A defaultRole that is no model role: 400", async ({ api, project }) => {
    const { path } = await project
    const uploadKey = await upload(api, await fixture("bridge.ifc"))
    await each(["Boss", "Contributor", "User"], String, async (defaultRole) => {
      const body = { modelName: "m", uploadKey, uploadFileName: "m.ifc", defaultRole }
      errorView(await api.post(`${path}/models`, body), 400, "InvalidRole")
    })
  }),
  m2("M2-required", "modelName, uploadKey and uploadFileName are required texts", async ({ api, project }) => {
    const { path } = await project
    const uploadKey = await upload(api, await fixture("bridge.ifc"))
    const good = { modelName: "m", uploadKey, uploadFileName: "m.ifc" }
    const bad = [
      { modelName: undefined },
      { modelName: null },
      { modelName: "  " },
      { modelName: 3 },
      { uploadKey: undefined },
      { uploadKey: 3 },
      { uploadFileName: undefined },
      { uploadFileName: null },
      { uploadFileName: `${"n".repeat(256)}.ifc` },
      { tags: "a" },
      { tags: ["t".repeat(256)] },
      { tags: [1] },
      { tags: Array.from({ length: 1001 }, (_, i) => `t${i}`) },
      { modelName: "n".repeat(256) }
    ]
    await each(
      bad,
      (change) => JSON.stringify(change).slice(0, 60),
      async (change) => {
        errorView(await api.post(`${path}/models`, { ...good, ...change }), 400)
      }
    )
  }),
  m2(
    "M2-upload-key",
    "An upload key that this service did not issue: 400 InvalidUploadKey",
    async ({ api, project }) => {
      const { path } = await project
      await each(
        ["nonsense", "", "../../etc/passwd", "\u{E9}", "k".repeat(2048), "http://169.254.169.254/"],
        String,
        async (uploadKey) => {
          const answer = await api.post(`${path}/models`, { modelName: "m", uploadKey, uploadFileName: "m.ifc" })
          errorView(answer, 400, uploadKey === "" ? undefined : "InvalidUploadKey")
        }
      )
    }
  ),
  m2("M2-nothing-uploaded", "Nothing uploaded yet: 400 UploadNotFound", async ({ api, project }) => {
    const { path } = await project
    const uploadKey = status(await api.get("/v1/files/upload-url"), 200).string("uploadKey")
    const answer = await api.post(`${path}/models`, { modelName: "m", uploadKey, uploadFileName: "m.ifc" })
    errorView(answer, 400, "UploadNotFound")
  }),
  nine("9-unsupported-type", "Another extension: 400 UnsupportedFileType", async ({ api, project }) => {
    const { path } = await project
    const uploadKey = await upload(api, await fixture("bridge.ifc"))
    await each(["m.txt", "m", "ifc", "m.ifc.bak", "m.ifcxml", "m.dwg"], String, async (uploadFileName) => {
      errorView(
        await api.post(`${path}/models`, { modelName: "m", uploadKey, uploadFileName }),
        400,
        "UnsupportedFileType"
      )
    })
  }),
  nine(
    "9-wrong-first-bytes",
    "A file whose first bytes do not fit its type: 400 InvalidModelFile at once",
    async ({ api, project }) => {
      const { path } = await project
      const text = new TextEncoder().encode("This is no model at all.\n".repeat(20))
      await each(["m.ifc", "m.zip", "m.ifczip", "m.3dm", "m.rvt", "m.skp"], String, async (uploadFileName) => {
        const uploadKey = await upload(api, text)
        errorView(
          await api.post(`${path}/models`, { modelName: "m", uploadKey, uploadFileName }),
          400,
          "InvalidModelFile"
        )
      })
    }
  ),
  four(
    "4-model-older-upload",
    "uploadUrl is accepted in place of uploadKey, if this service issued it",
    async (context) => {
      const project = await context.newProject("Older M2")
      const issued = status(await context.api.get("/v1/upload-url"), 200)
      const uploadUrl = issued.string("uploadUrl")
      status(await context.anonymous.send("PUT", uploadUrl, { bytes: await fixture("bridge.ifc") }), 200)
      const body = { modelName: "m", uploadUrl, uploadFileName: "m.IFC" }
      const started = status(await context.api.post(`${project.path}/models`, body), 202)
      same("status", (await follow(context.api, started.string("id"))).at(-1)!.at("status"), "Ready")
      const foreign = { ...body, uploadUrl: "https://files.example/model.ifc" }
      errorView(await context.api.post(`${project.path}/models`, foreign), 400, "InvalidUploadKey")
    }
  ),
  four("4-model-remove", "Removing a model answers 204; it is no longer listed or read", async (context) => {
    const { api } = context
    const { project, path } = await importModel(api, await context.newProject("Removal"), "shed.ifc")
    same("body", status(await api.delete(path), 204).text, "")
    errorView(await api.get(path), 404, "ModelNotFound")
    errorView(await api.delete(path), 404, "ModelNotFound")
    errorView(await api.post(`${path}/products/properties/query`, {}), 404, "ModelNotFound")
    same("models", status(await api.get(`${project.path}/models`), 200).body, { models: [] })
  }),
  four("4-model-remove-libraries", "A removed model loses its libraries, its locations stay", async (context) => {
    const { api } = context
    const { project, path } = await importModel(api, await context.newProject("Removal"), "shed.ifc")
    const list = async (area: string, member: string) =>
      status(await api.get(`${project.path}/${area}`), 200).list(member)
    same("locations before", (await list("locations", "locations")).length, 3)
    status(await api.delete(path), 204)
    same("locations", (await list("locations", "locations")).length, 3)
    same("codifications", await list("codifications", "codificationLibraries"), [])
    same("materials", await list("material-libraries", "materialProperties"), [])
  }),
  nine(
    "9-not-ready-yet",
    "Until its import is Ready a model is not listed, and the paths under it answer 404 ModelNotFound",
    async (context) => {
      const project = await context.newProject("Not ready")
      const uploadKey = await upload(context.api, largeIfc(30_000))
      const body = { modelName: "Large", uploadKey, uploadFileName: "large.ifc" }
      const started = status(await context.api.post(`${project.path}/models`, body), 202)
      same("models", status(await context.api.get(`${project.path}/models`), 200).body, { models: [] })
      const path = `${project.path}/models/${started.string("modelId")}`
      const hidden = errorView(await context.api.get(path), 404, "ModelNotFound")
      matches("the details say that the import runs", hidden.at("errorDetails"), /import/i)
      errorView(await context.api.post(`${path}/products/properties/query`, {}), 404, "ModelNotFound")
      same("end", (await follow(context.api, started.string("id"))).at(-1)!.at("status"), "Ready")
      same("listed", status(await context.api.get(`${project.path}/models`), 200).list("models").length, 1)
    }
  )
]
