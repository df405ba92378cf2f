import type { ExportExpected } from "./Expected.ts"
import type { Findings } from "./Trial.ts"

interface Line {
  readonly id: string
  readonly entity: string
  readonly text: string
}

const withoutTexts = (text: string) => text.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/\/\*.*?\*\//gs, " ")

/** Returns the instances of a STEP file, with empty texts. */
const linesOf = (file: string): ReadonlyArray<Line> =>
  [...withoutTexts(file).matchAll(/(#\d+)\s*=\s*([A-Z0-9_]+)\s*(\([^;]*\));/g)].map(([, id, entity, text]) => ({
    id: id!,
    entity: entity!,
    text: text!
  }))

/** Checks the rules for every exported file: references have targets, ids are unique, and relations are not empty. */
export const checkIntegrity = (file: string, findings: Findings): void => {
  const lines = linesOf(file)
  const ids = new Set(lines.map(({ id }) => id))
  findings.check("ids defined twice", ids.size === lines.length, lines.length, ids.size)
  const undefinedIds = lines.flatMap(({ text }) => text.match(/#\d+/g) ?? []).filter((id) => !ids.has(id))
  findings.check("references to undefined ids", undefinedIds.length === 0, [], undefinedIds.slice(0, 5))
  const empty = lines.filter(({ entity, text }) => entity.startsWith("IFCREL") && text.includes("()"))
  findings.check("relations with an empty list", empty.length === 0, [], empty.slice(0, 5))
  if (!/FILE_SCHEMA\s*\(\s*\(\s*'IFC2X3/.test(file)) return
  const related = (entity: string, of: string) => {
    const relations = lines.filter((line) => line.entity === entity)
    for (const { id } of lines.filter((line) => line.entity === of)) {
      const count = relations.filter(({ text }) => text.match(/#\d+/g)?.includes(id) ?? false).length
      findings.check(`${of} ${id} with one ${entity}`, count === 1, 1, count)
    }
  }
  related("IFCRELASSIGNSTOGROUP", "IFCGROUP")
  related("IFCRELCONNECTSPORTTOELEMENT", "IFCDISTRIBUTIONPORT")
}

/** Compares the text of an export and its report with the expected ones. */
export const compareExport = (file: string, report: string, expected: ExportExpected, findings: Findings): void => {
  const lines = linesOf(file)
  for (const pattern of expected.has ?? [])
    findings.check("export", new RegExp(pattern).test(file), pattern, "no match")
  for (const [entity, count] of Object.entries(expected.count ?? {})) {
    const found = lines.filter((line) => line.entity === entity).length
    findings.check(`number of ${entity}`, found === count, count, found)
  }
  const property = (name: string) =>
    file.match(new RegExp(`IFCPROPERTYSINGLEVALUE\\('${name}',[^,]*,(IFC\\w+)\\([^)]*\\),(\\$|#\\d+)\\)`))
  for (const name of expected.unitOrNoted ?? []) {
    const [line, type, unit] = property(name) ?? []
    const hasUnit = line !== undefined && (unit !== "$" || !/^IFC(?:REAL|INTEGER)$/.test(type!))
    findings.check(`${name} has a unit or is named in the report`, hasUnit || report.includes(name), true, line)
  }
  for (const name of expected.noted ?? []) {
    const [line, type, unit] = property(name) ?? []
    const holds = type === "IFCREAL" && unit === "$" && report.includes(name)
    findings.check(`${name} is IFCREAL without unit and named in the report`, holds, true, [line, report])
  }
}
