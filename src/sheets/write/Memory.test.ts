import { expect } from "bun:test"
import { join } from "node:path"
import process from "node:process"
import { fullTest } from "../../testing/Volume.ts"
import { formats } from "../testing/SheetFiles.ts"

/**
 * The most memory, in MB, that writing a table may take in addition to the memory of its process before. This includes
 * garbage: Parquet uses about 220 MB at once.
 */
const most = { csv: 150, ndjson: 150, xlsx: 150, parquet: 600, arrow: 250 }

for (const format of formats) {
  fullTest(`a million rows of 20 fields take at most ${most[format]} MB to be written as ${format}`, async () => {
    const command = [process.execPath, join(import.meta.dir, "../testing/Child.ts"), format]
    const child = Bun.spawn(command, { stderr: "inherit" })
    const { bytes, memory } = JSON.parse(await new Response(child.stdout).text()) as Record<"bytes" | "memory", number>
    expect(bytes).toBeGreaterThan(10_000_000)
    expect(memory / 2 ** 20).toBeLessThan(most[format])
  })
}
