import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ModelChange } from "../domain/ModelVersion.ts"
import * as ComparedChanges from "./ComparedChanges.ts"

test("changes come back from their file as they were, however many and however they are spelled", async () => {
  const directory = mkdtempSync(join(tmpdir(), "plinth-compared-"))
  try {
    const cells = Array.from({ length: 2000 }, (_, i): ModelChange => ({
      guid: `guid ${i}`,
      field: { kind: "Property", set: "Größe\n", name: `"${i}"` },
      before: i % 2 === 0 ? null : "ä".repeat(i),
      after: i
    }))
    const gone: ModelChange = { guid: "gone", field: { kind: "Deleted", set: "", name: "" }, before: null, after: null }
    const path = join(directory, "changes.jsonl")
    await Bun.write(path, [...ComparedChanges.lines([gone, ...cells], ["new"])].join(""))
    const { added, changes, deleted } = ComparedChanges.read(path)
    expect([added, deleted]).toEqual([["new"], ["gone"]])
    expect([...changes]).toEqual(cells)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
