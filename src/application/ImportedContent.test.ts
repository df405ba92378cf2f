import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit } from "effect"
import * as ImportedContent from "./ImportedContent.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-content-"))
afterAll(() => rmSync(folder, { recursive: true }))

const reading = async (content: unknown) => {
  const path = join(folder, "shared.json")
  await Bun.write(path, JSON.stringify(content))
  return Effect.runPromiseExit(ImportedContent.read(path))
}

const material = { name: "Oak", description: null, category: "Wood" }
const location = {
  guid: "0000000000000000000001",
  name: "Site",
  type: "Site",
  parent: -1,
  longName: null,
  properties: [{ set: "S", name: "a", value: "1" }]
}
const nothing = { locations: [], materials: [], codifications: [], codes: [] }

test("what an import brings is read as it was written, however long", async () => {
  const content = { ...nothing, locations: [location], materials: Array.from({ length: 1201 }, () => material) }
  expect(await reading(content)).toEqual(Exit.succeed(content))
})

test("what is no such file is a defect", async () => {
  for (const wrong of [[], {}, { ...nothing, materials: [{ name: 1 }] }, { ...nothing, locations: [material] }]) {
    expect(await reading(wrong)).toMatchObject({ _tag: "Failure", cause: { _tag: "Die" } })
  }
})
