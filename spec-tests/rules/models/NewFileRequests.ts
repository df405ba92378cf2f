import { each, same, status } from "../../harness/Check.ts"
import type { Context } from "../../harness/Context.ts"
import { admit, freshEditor } from "../../harness/Editing.ts"
import { Editor } from "../../harness/Editor.ts"
import { errorView } from "../../harness/ErrorForms.ts"
import { fixture, follow, upload } from "../../harness/Imports.ts"
import { houseText, sendFile, takeFile } from "../../harness/NewFile.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"
import { publicUrl } from "../../harness/Service.ts"

const nine = rules("contract 9", operating)

/** A house that refused requests leave as it is. */
const untouched = (context: Context): Promise<Editor> =>
  context.once("house that takes no file", () => freshEditor(context))

/** Sends bodies that differ from a good one in these members; each is refused with the code, where one is named. */
const refused = async (context: Context, changes: ReadonlyArray<object>, code?: string, bytes?: Uint8Array) => {
  const editor = await untouched(context)
  const uploadKey = await upload(editor.client, bytes ?? (await fixture("house.ifc")))
  const good = { uploadKey, uploadFileName: "house.ifc", title: "t" }
  await each(
    changes,
    (change) => JSON.stringify(change).slice(0, 60),
    async (change) => {
      errorView(await editor.send("POST", "/imports", { ...good, ...change }), 400, code)
    }
  )
  same("versions", (await editor.versions()).length, 1)
}

export const newFileRequests = [
  nine(
    "9-new-file-started",
    "A new file for a model is answered like M2: 202, Location and the operation",
    async (context) => {
      const editor = await freshEditor(context)
      const started = status(await sendFile(editor, await houseText()), 202)
      const { modelGuid, modelId, started: first } = editor.model
      same("members", Object.keys(started.object()).toSorted(), Object.keys(first.object()).toSorted())
      same("model", [started.at("modelId"), started.at("modelGuid")], [modelId, modelGuid])
      same("kind", started.at("kind"), "ImportIfc")
      same("Location", started.header("location"), `${await publicUrl(context)}/v1/operations/${started.string("id")}`)
      const looks = await follow(context.api, started.string("id"))
      same("end", [looks.at(-1)!.at("status"), looks.at(-1)!.at("percentageCompleted")], ["Ready", 100])
    }
  ),
  nine("9-new-file-required", "title and uploadFileName are required texts, as uploadKey is", (context) =>
    refused(context, [
      { title: undefined },
      { title: null },
      { title: "  " },
      { title: 3 },
      { title: "t".repeat(256) },
      { description: 3 },
      { uploadKey: undefined },
      { uploadKey: 3 },
      { uploadFileName: undefined },
      { uploadFileName: null },
      { uploadFileName: `${"n".repeat(256)}.ifc` }
    ])
  ),
  nine("9-new-file-extension", "Another extension: 400 UnsupportedFileType", (context) => {
    const names = ["m.txt", "m", "ifc", "m.ifc.bak"]
    return refused(
      context,
      names.map((uploadFileName) => ({ uploadFileName })),
      "UnsupportedFileType"
    )
  }),
  nine("9-new-file-first-bytes", "First bytes of another type: 400 InvalidModelFile at once", (context) =>
    refused(
      context,
      ["m.ifc", "m.zip", "m.3dm"].map((uploadFileName) => ({ uploadFileName })),
      "InvalidModelFile",
      new TextEncoder().encode("This is no model at all.\n".repeat(20))
    )
  ),
  nine(
    "9-new-file-upload-key",
    "A key that is not of this service or of another user: 400 InvalidUploadKey; nothing uploaded yet: UploadNotFound",
    async (context) => {
      const foreign = await upload(context.second, await fixture("house.ifc"))
      const unknown = ["nonsense", "../../etc/passwd", foreign].map((uploadKey) => ({ uploadKey }))
      await refused(context, unknown, "InvalidUploadKey")
      const uploadKey = status(await context.api.get("/v1/files/upload-url"), 200).string("uploadKey")
      await refused(context, [{ uploadKey }], "UploadNotFound")
    }
  ),
  nine("9-new-file-key-once", "A key is valid for one file: a second use is 400 InvalidUploadKey", async (context) => {
    const editor = await freshEditor(context)
    const uploadKey = await upload(context.api, await fixture("house.ifc"))
    const body = { uploadKey, uploadFileName: "m.ifc", title: "t" }
    const started = status(await editor.send("POST", "/imports", body), 202)
    errorView(await editor.send("POST", "/imports", body), 400, "InvalidUploadKey")
    const model = { modelName: "m", uploadKey, uploadFileName: "m.ifc" }
    errorView(await context.api.post(`${editor.model.project.path}/models`, model), 400, "InvalidUploadKey")
    await follow(context.api, started.string("id"))
    same("versions", (await editor.versions()).length, 2)
  }),
  nine("9-new-file-role", "A Modeler may add a new file without a session, a DataEditor gets 403", async (context) => {
    const { model } = await freshEditor(context)
    const bob = new Editor(context.second, model, null)
    await admit(context, model, "DataEditor")
    errorView(await sendFile(bob, await houseText()), 403, "Forbidden")
    await admit(context, model, "Modeler")
    await takeFile(bob, await houseText())
    same("createdBy", (await bob.versions())[0]!["createdBy"], context.secondSubject)
  })
]
