import { expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { casesIn } from "./CasesIn.ts"

test("cases that a folder lacks are missing, and without the folder each is named as skipped", () => {
  const folder = mkdtempSync(join(tmpdir(), "plinth-cases-"))
  try {
    mkdirSync(join(folder, "entity"))
    writeFileSync(join(folder, "entity/pass-a.ids"), "")
    const named = [{ name: "classes", standard: ["entity/pass-a", "entity/fail-b"] }]
    expect(casesIn(folder, named)).toEqual({ missing: ["entity/fail-b (classes)"], skipped: [] })
    const skipped = ["entity/pass-a (classes)", "entity/fail-b (classes)"]
    expect(casesIn(join(folder, "none"), named)).toEqual({ missing: [], skipped })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
