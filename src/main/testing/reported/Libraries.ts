import { type Json, type JsonObject, textOf } from "../../../../spec-tests/harness/Answer.ts"
import { status } from "../../../../spec-tests/harness/Check.ts"
import type { Expected } from "./Expected.ts"
import type { Trial } from "./Trial.ts"

const isMember = (node: JsonObject, [member, value]: readonly [string, Json]) => node[member] === value

/** Compares the locations, codification libraries and materials of the project with the expected ones. */
export const compareLibraries = async (trial: Trial, expected: Expected): Promise<void> => {
  const { context, findings, model } = trial
  const read = async (below: string) => status(await context.api.get(`${model.project.path}/${below}`), 200)
  if (expected.locations !== undefined) {
    const nodes = (await read("locations")).list("locations")
    for (const [guid, members] of Object.entries(expected.locations)) {
      const node = nodes.find(({ locationGuid }) => locationGuid === guid) ?? {}
      const holds = Object.entries(members).every((member) => isMember(node, member))
      findings.check(`location ${guid}`, holds, members, node)
    }
  }
  if (expected.libraries !== undefined) {
    const libraries = Object.values((await read("codifications")).object()).find(
      Array.isArray
    ) as ReadonlyArray<JsonObject>
    for (const [name, count] of Object.entries(expected.libraries)) {
      const found = libraries.filter((library) => library["name"] === name).length
      findings.check(`codification libraries ${name}`, found === count, count, found)
    }
  }
  if (expected.materials !== undefined) {
    const materials = (await read("material-libraries"))
      .list("materialProperties")
      .flatMap(({ properties }) => properties as ReadonlyArray<ReadonlyArray<JsonObject>>)
    for (const [material, rows] of Object.entries(expected.materials)) {
      const found = materials.filter((rows) => rows.some(({ name, value }) => name === "Name" && value === material))
      for (const row of rows) {
        const holds = found
          .flat()
          .some(({ name, set, value }) => [set, name, value].map((v) => textOf(v)).join() === row.join())
        findings.check(`material ${material}`, holds, row, found)
      }
    }
  }
}

/** Compares the warnings of the import's report: each text occurs in exactly one of them, or in none. */
export const compareWarnings = (trial: Trial, expected: Expected): void => {
  const warnings = (JSON.parse(trial.report) as { readonly warnings: ReadonlyArray<string> }).warnings
  const count = (text: string) => warnings.filter((line) => line.toLowerCase().includes(text.toLowerCase())).length
  for (const text of expected.warnings ?? []) trial.findings.check(`warning ${text}`, count(text) === 1, 1, warnings)
  for (const text of expected.noWarnings ?? [])
    trial.findings.check(`no warning ${text}`, count(text) === 0, 0, warnings)
}
