import { same } from "../../harness/Check.ts"
import { freshEditor } from "../../harness/Editing.ts"
import { exported } from "../../harness/Exporting.ts"
import { fixture, guid } from "../../harness/Imports.ts"
import { withLines } from "../../harness/NewFile.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const seven = rules("contract 7", operating)
const encoder = new TextEncoder()

/** Lines of relations with the bench (#103) and the wall (#100) of the shed. */
const related = [
  "#900=IFCGROUP('2Group9000000000000000',#5,'Lonely',$,$);",
  "#901=IFCGROUP('2Group9010000000000000',#5,'Both',$,$);",
  "#902=IFCRELASSIGNSTOGROUP('2Group9020000000000000',#5,$,$,(#103),$,#900);",
  "#903=IFCRELASSIGNSTOGROUP('2Group9030000000000000',#5,$,$,(#103,#100),$,#901);",
  "#904=IFCRELSERVICESBUILDINGS('2Group9040000000000000',#5,$,$,#905,(#42));",
  "#905=IFCSYSTEM('2Group9050000000000000',#5,'System',$,$);",
  "#906=IFCRELASSIGNSTOGROUP('2Group9060000000000000',#5,$,$,(#900),$,#905);",
  "#907=IFCDISTRIBUTIONPORT('2Group9070000000000000',#5,'Port',$,$,$,$,$);",
  "#908=IFCRELCONNECTSPORTTOELEMENT('2Group9080000000000000',#5,$,$,#907,#103);",
  "#909=IFCDISTRIBUTIONPORT('2Group9090000000000000',#5,'Other port',$,$,$,$,$);",
  "#910=IFCRELCONNECTSPORTTOELEMENT('2Group9100000000000000',#5,$,$,#909,#100);",
  "#911=IFCRELCONNECTSPORTS('2Group9110000000000000',#5,$,$,#907,#909,$);"
]

/** Checks that an exported file contains neither deleted products nor references to them. */
export const exportedDeletions = [
  seven(
    "8-export-deleted-relations",
    "Ports and emptied groups are removed with a deleted product, and no line refers to a removed one",
    async (context) => {
      const file = withLines(new TextDecoder().decode(await fixture("shed.ifc")), ...related)
      const editor = await freshEditor(context, encoder.encode(file))
      await editor.removed(guid("ShedBench"))
      await editor.published()
      const { text } = await exported(editor)
      const numbers = Array.from(text.matchAll(/^#(\d+)=/gm), ([, number]) => number!)
      same("numbers twice", numbers.length - new Set(numbers).size, 0)
      const lines = text.split("\n").filter((line) => line.startsWith("#"))
      const known = new Set(numbers)
      const gone = lines.filter((line) =>
        Array.from(line.replaceAll(/'[^']*'/g, "").matchAll(/#(\d+)/g)).some(([, number]) => !known.has(number!))
      )
      same("references to nothing", gone, [])
      same("empty relations", lines.filter((line) => /^#\d+=IFCREL.*\(\)/.test(line)), []) // prettier-ignore
      same(
        "what is left",
        numbers.filter((number) => Number(number) >= 900),
        ["901", "903", "909", "910"]
      )
    }
  )
]
