import { expect, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Either from "effect/Either"
import { unzipSync } from "fflate"
import { answering } from "../../domain/Limit.ts"
import { checkIds } from "../../ids/check/Check.ts"
import { compileIds } from "../../ids/check/CompiledIds.ts"
import { readIds } from "../../ids/document/ReadIds.ts"
import { openIfc } from "../../ids/OpenIfc.ts"
import { failureTopics, topicGuids } from "../../ids/results/FailureTopics.ts"
import { resultJson } from "../../ids/results/ResultJson.ts"
import { topicsFile } from "../../ids/results/TopicsFile.ts"
import { attribute, entity } from "../../ids/testing/Checking.ts"
import { idsFile, specification } from "../../ids/testing/IdsText.ts"
import { bytesOf } from "../../ifc/testing/SmallFile.ts"
import { FailureRows } from "./FailureRows.ts"

const house = Either.getOrThrow(
  openIfc(readFileSync(join(import.meta.dir, "../../main/sample/SampleBuilding.ifc")))
).entities

/** Every wall lacks the attribute and fails twice, because two specifications require it. */
const wanting = specification(entity("IFCWALL"), attribute("Tag", "none"))
const compiled = Either.getOrThrow(Either.flatMap(readIds(bytesOf(idsFile(wanting + wanting))), compileIds))
const about = { modelGuid: "g", modelName: "House", requirements: { id: 7, title: "Walls & co" } }

const walls = house.classes.find((one) => one.class.name === "IfcWall")!.rows.length

test("the JSON result lists failures up to a limit, and counts the others", () => {
  const result = checkIds(compiled, house, { mostFailures: 5, mostInAll: 7 })
  const text = [...resultJson({ operationId: "o" }, result, house)].join("")
  const { specifications, ...rest } = JSON.parse(text) as {
    readonly specifications: ReadonlyArray<{
      readonly requirements: ReadonlyArray<{ failed: number; failures: ReadonlyArray<{ guid: string; class: string }> }>
    }>
  }
  expect(rest).toEqual({ operationId: "o", status: "Failed" } as never)
  const [first, second] = specifications.map(({ requirements }) => requirements[0]!)
  expect([first!.failures.length, second!.failures.length]).toEqual([5, 2])
  expect([first!.failed, second!.failed]).toEqual([walls, walls])
  expect(first!.failures[0]!.class).toBe("IfcWall")
})

test("the CSV result has every failure, up to a limit that its last row names", () => {
  const root = mkdtempSync(join(tmpdir(), "plinth-check-"))
  const linesWith = (most: number) => {
    const path = join(root, "failures.csv")
    const limit = answering("the rest is counted")("check", "failures", most)
    const rows = new FailureRows(path, compiled, house, limit)
    rows.end(checkIds(compiled, house, { onFailure: rows.add }))
    expect(rows.count).toBe(2 * walls)
    return readFileSync(path, "utf8").trimEnd().split("\r\n")
  }
  expect(linesWith(1000).length).toBe(2 * walls + 1)
  const cut = linesWith(3)
  expect(cut.length).toBe(5)
  expect(cut.at(-1)).toContain("at most 3 failures")
  rmSync(root, { recursive: true })
})

test("topics are the same for every check, one for each requirement, up to a limit, as are their components", () => {
  const result = checkIds(compiled, house)
  const topics = (most: { readonly topics: number; readonly components: number }) => [
    ...failureTopics(about, result, house, most)
  ]
  const all = topics({ topics: 10, components: 1000 })
  expect(all.map(({ components }) => components.length)).toEqual([walls, walls])
  expect(new Set(all.flatMap(({ guid, viewpointGuid }) => [guid, viewpointGuid])).size).toBe(4)
  expect(topics({ topics: 10, components: 1000 })).toEqual(all)
  const few = topics({ topics: 1, components: 2 })
  expect(few.map(({ components, guid }) => [guid, components.length])).toEqual([[all[0]!.guid, 2]])
})

test("the JSON result names the topic of each requirement that is not met, if there is one", () => {
  const result = checkIds(compiled, house)
  const [first, second] = [...failureTopics(about, result, house, { topics: 10, components: 1 })].map(
    ({ guid }) => guid
  )
  const guidsOf = (most: number) => {
    const text = [...resultJson({}, result, house, topicGuids(about, result, most))].join("")
    const { specifications } = JSON.parse(text) as {
      readonly specifications: ReadonlyArray<{
        readonly topicGuid?: string
        readonly requirements: ReadonlyArray<{ readonly topicGuid?: string }>
      }>
    }
    return specifications.map(({ requirements, topicGuid }) => [topicGuid, requirements[0]!.topicGuid])
  }
  expect(guidsOf(10)).toEqual([
    [undefined, first],
    [undefined, second]
  ])
  expect(guidsOf(1)).toEqual([
    [undefined, first],
    [undefined, undefined]
  ])
})

test("titles and descriptions are cut to the length that a topic allows", () => {
  const long = { ...about, requirements: { id: 7, title: "😀".repeat(5000) } }
  const [topic] = [...failureTopics(long, checkIds(compiled, house), house, { topics: 1, components: 1 })]
  const { description } = topic!
  expect([Array.from(description).length, description.isWellFormed()]).toEqual([4000, true])
})

test("a BCF file has a folder for each topic, whose viewpoint selects the components", () => {
  const topics = [...failureTopics(about, checkIds(compiled, house), house, { topics: 10, components: 1000 })]
  const written = { author: "ada", at: "2026-11-28T10:00:00Z" }
  const files = unzipSync(new Uint8Array(Buffer.concat([...topicsFile(topics, written)])))
  const [{ components, guid, viewpointGuid }] = topics as [(typeof topics)[number]]
  expect(Object.keys(files).slice(0, 4)).toEqual([
    "bcf.version",
    "extensions.xml",
    `${guid}/markup.bcf`,
    `${guid}/Viewpoint_${viewpointGuid}.bcfv`
  ])
  const text = new TextDecoder().decode(files[`${guid}/markup.bcf`])
  expect(text).toContain("Walls &amp; co. Model: House.")
  expect(text).toContain("<CreationDate>2026-11-28T10:00:00Z</CreationDate><CreationAuthor>ada</CreationAuthor>")
  const viewpoint = new TextDecoder().decode(files[`${guid}/Viewpoint_${viewpointGuid}.bcfv`])
  for (const component of components) expect(viewpoint).toContain(`<Component IfcGuid="${component}"/>`)
})
