import { quoted } from "../../domain/Quoted.ts"
import type { Parts } from "./Parts.ts"
import { invalid } from "./SheetFault.ts"
import * as Xml from "./Xml.ts"

export interface Relationship {
  readonly id: string
  /** The end of the type's URI, which transitional and strict workbooks share: `worksheet`. */
  readonly kind: string
  /** The name of the part. */
  readonly target: string
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf("/") + 1)

/**
 * Returns the name of a part from a target, which is absolute or relative to the folder of the part that contains it.
 */
const resolved = (source: string, target: string): string => {
  const steps: Array<string> = []
  for (const step of (target.startsWith("/") ? target : folderOf(source) + target).split("/")) {
    if (step === "..") {
      if (steps.pop() === undefined) throw invalid(`The workbook has a path that leads out of it: ${quoted(target)}.`)
    } else if (step !== "" && step !== ".") steps.push(step)
  }
  return steps.join("/")
}

/** Returns the relationships of a part, `""` for the package, to parts of the workbook. External ones are left out. */
export const relationshipsOf = (parts: Parts, source: string): ReadonlyArray<Relationship> => {
  const folder = folderOf(source)
  const name = `${folder}_rels/${source.slice(folder.length)}.rels`
  if (!parts.has(name)) return []
  const found: Array<Relationship> = []
  Xml.parseAll(name, parts.read(name), {
    open: (element, attributes) => {
      const target = attributes("Target")
      if (element !== "Relationship" || target === undefined || attributes("TargetMode") === "External") return
      const kind = attributes("Type")?.split("/").at(-1) ?? ""
      found.push({ id: attributes("Id") ?? "", kind, target: resolved(source, target) })
    },
    close: () => {},
    text: () => {}
  })
  return found
}
