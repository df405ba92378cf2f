import { textOf } from "../../harness/Answer.ts"
import { holds, same, status } from "../../harness/Check.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { exported } from "../../harness/Exporting.ts"
import { takeFile } from "../../harness/NewFile.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const nine = rules("contract 9", operating)
const [beam, chair, wall] = [g("Beam"), g("Chair"), g("WallA")]

/** An export of a model that becomes its new file. */
export const takenBack = [
  nine(
    "9-own-export",
    "Importing an export as the new file duplicates no code, library, set or edit, however often",
    async (context) => {
      const editor = await freshEditor(context)
      const { path } = editor.model.project
      const make = async (below: string, body: object, member: string) =>
        status(await editor.client.post(`${path}/${below}`, body), 201).string(member)
      const libraries = async () =>
        status(await editor.client.get(`${path}/codifications`), 200)
          .list("codificationLibraries")
          .map(({ guid, name }) => [textOf(guid), textOf(name)] as const)
      const own = await make("codifications", { name: "Own codes" }, "guid")
      const [ofFile] = (await libraries()).find(([, name]) => name === "Uniclass")!
      const code = (library: string, identification: string) =>
        make(`codifications/${library}/codification`, { identification, name: `Name ${identification}` }, "guid")
      const [first, second, third] = [await code(own, "J0"), await code(own, "J1"), await code(ofFile, "J2")]
      const propertyDefinitions = [{ name: "Span", dataType: "Real", unit: "ft" }]
      await make("customProperties/property-sets", { name: "Ours", propertyDefinitions }, "name")
      await editor.apply({
        add: {
          Code: { [wall]: [first, second], [chair]: first, [beam]: [second, third] },
          Span: { [chair]: 4.5 }
        }
      })
      await editor.published()
      const state = async () => ({
        rows: [...(await editor.rows(["Code", "Span", "Name"])).entries()],
        libraries: await libraries(),
        sets: status(await editor.client.get(`${path}/customProperties`), 200).body
      })
      const before = await state()
      const { bytes, text } = await exported(editor)
      for (let times = 1; times <= 2; times++) {
        const { versionId } = await takeFile(editor, text, `Taken back ${times}`)
        same(`state after ${times}`, await state(), before)
        same(`changes of ${times}`, (await editor.changes(versionId)).list("changes"), [])
        const again = await exported(editor)
        holds(`the very bytes, ${times}`, Buffer.from(again.bytes).equals(Buffer.from(bytes)))
      }
      // The file contains the code now, and the code can be deleted like any other.
      await editor.apply(one("delete", "Code", chair, first))
      await editor.published("Without")
      const without = await exported(editor)
      await takeFile(editor, without.text, "Taken back without")
      same("no code", await editor.cell(chair, "Code"), {})
      same(
        "the wall",
        Object.keys((await editor.cell(wall, "Code")) as object).filter((guid) => guid === first),
        [first]
      )
      same("libraries", await libraries(), before.libraries)
      const ofBeam = await editor.cell(beam, "Code")
      same(
        "codes of the beam",
        [second, third].filter((guid) => !Object.hasOwn(ofBeam as object, guid)),
        []
      )
    }
  )
]
