import { holds, same, status } from "../../harness/Check.ts"
import { freshEditor, g } from "../../harness/Editing.ts"
import { exported } from "../../harness/Exporting.ts"
import { rules } from "../../harness/Rule.ts"
import { operating } from "../../harness/Tags.ts"

const eight = rules("contract 8", operating)
const chair = g("Chair")

/** Units of custom definitions in exported files. */
export const exportedUnits = [
  eight(
    "8-export-units",
    "Values of custom definitions have their unit in the file; the report lists those whose unit IFC lacks",
    async (context) => {
      const editor = await freshEditor(context)
      const defined = { Span: "ft", Plot: "ft2", Rest: "h", Odd: "widget" }
      const propertyDefinitions = Object.entries(defined).map(([name, unit]) => ({ name, dataType: "Real", unit }))
      const set = { name: "Ours", propertyDefinitions }
      status(await editor.client.post(`${editor.model.project.path}/customProperties/property-sets`, set), 201)
      await editor.apply({
        add: Object.fromEntries(Object.keys(defined).map((name, i) => [name, { [chair]: i + 1.5 }]))
      })
      await editor.published()
      const { report, text } = await exported(editor)
      for (const [value, name] of [
        ["'Span',$,IFCLENGTHMEASURE(1.5),#", "foot"],
        ["'Plot',$,IFCAREAMEASURE(2.5),#", "square foot"],
        ["'Rest',$,IFCTIMEMEASURE(3.5),#", "hour"]
      ] as const) {
        const unit = `#${text.split(value)[1]?.split(")")[0]}=IFCCONVERSIONBASEDUNIT(`
        const line = text.split(/\r?\n/).find((one) => one.startsWith(unit)) ?? ""
        holds(name, line.toLowerCase().includes(`'${name}'`), unit)
      }
      holds("Odd", text.includes("IFCPROPERTYSINGLEVALUE('Odd',$,IFCREAL(4.5),$)"))
      same(
        "report",
        report.list("notApplied").map(({ field, guid }) => [guid, field]),
        [[chair, "Ours.Odd"]]
      )
    }
  )
]
