import { expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { ModelChange } from "../../domain/edits/ModelVersion.ts"
import * as ComparedChanges from "./ComparedChanges.ts"

test("changes are read back from their file unchanged, whatever their number and characters", async () => {
  const directory = mkdtempSync(join(tmpdir(), "plinth-compared-"))
  try {
    const cells = Array.from({ length: 2000 }, (_, i): ModelChange => ({
      guid: `guid ${i}`,
      field: { kind: "Property", set: "Größe\n", name: `"${i}"` },
      before: i % 2 === 0 ? null : "ä".repeat(i),
      after: i,
      change: "Changed"
    }))
    const gone: ModelChange = {
      guid: "gone",
      field: { kind: "Deleted", set: "", name: "" },
      before: null,
      after: null,
      change: "Removed"
    }
    const path = join(directory, "changes.jsonl")
    const news = Array.from({ length: 2000 }, (_, i) => `new ${i}`)
    const lines = [...ComparedChanges.lines([gone, ...cells], news)]
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(400 * 1024)
    await Bun.write(path, lines.join(""))
    const { added, changes, deleted } = ComparedChanges.read(path)
    expect([...deleted]).toEqual(["gone"])
    expect([...added]).toEqual(news)
    expect([...changes]).toEqual(cells)
    await Bun.write(path, "")
    expect([...ComparedChanges.read(path).added]).toEqual([])
  } finally {
    rmSync(directory, { recursive: true })
  }
})
