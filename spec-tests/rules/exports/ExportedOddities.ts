import { textOf } from "../../harness/Answer.ts"
import { holds, same } from "../../harness/Check.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { one } from "../../harness/Editor.ts"
import { exported, linesWithout } from "../../harness/Exporting.ts"
import { houseText, replaced } from "../../harness/NewFile.ts"
import { rows } from "../../harness/Query.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const eight = rules("contract 8", operating)
const encoder = new TextEncoder()
const [chair, wallB] = [g("Chair"), g("WallB")]

/** Rules about values that an import reads differently from how the file writes them. */
export const exportedOddities = [
  eight("8-export-cut-texts", "Texts that an import cut are written only if they were edited", async (context) => {
    const long = "x".repeat(70_000)
    const file = replaced(await houseText(), "IFCTEXT('first')", `IFCTEXT('${long}')`)
    const editor = await freshEditor(context, encoder.encode(file))
    await editor.apply(one("update", "More", wallB, "z"))
    await editor.published()
    const kept = (await exported(editor)).text
    holds("the whole text", kept.includes(`IFCTEXT('${long}')`) && kept.includes("IFCTEXT('z')"))
    await editor.apply(one("update", "Remark", wallB, "short"))
    await editor.published()
    const edited = (await exported(editor)).text
    holds("the new one", !edited.includes(long) && edited.includes("('Remark',$,IFCTEXT('short'),$)"))
  }),
  eight(
    "8-export-odd-guids",
    "Invalid and repeated GlobalIds stay unchanged, and an edit affects its own instance",
    async (context) => {
      const twice = replaced(await houseText(), "'2Nameless0000000000000',#5,$", `'${chair}',#5,'Second'`)
      const file = replaced(twice, `'${g("Proxy")}'`, "'none'")
      const editor = await freshEditor(context, encoder.encode(file))
      const listed = await rows(context, editor.model, { fields: ["Guid", "Name"] })
      const guidOf = (name: string) => textOf(listed.find(({ Name }) => textOf(Name).startsWith(name))!["Guid"])
      await editor.apply({
        update: { Description: { [guidOf("Second")]: "of the second", [guidOf("It's")]: "of the proxy" } }
      })
      await editor.published()
      const { report, text } = await exported(editor)
      same("all applied", [report.at("applied"), report.at("notApplied")], [2, []])
      const changed = linesWithout(text, file).filter((line) => line.startsWith("#"))
      same(
        "instances that changed",
        changed.map((line) => line.split("=")[0]),
        ["#111", "#113"]
      )
      holds("the proxy", changed[0]!.includes("('none',#5,") && changed[0]!.includes("'of the proxy'"), changed[0])
      holds("the second", changed[1]!.includes(`('${chair}',#5,'Second','of the second'`), changed[1])
    }
  )
]
