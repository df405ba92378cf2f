import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { readModel } from "../../ifc/ReadModel.ts"
import { hostile } from "../../ifc/testing/HostileIfc.ts"
import { fullTest } from "../../testing/Volume.ts"
import type { HostileFile } from "../../ifc/testing/HostileLines.ts"
import { importedFiles } from "../../ports/operations/Jobs.ts"
import { outputs } from "./ImportModel.ts"

/** Processor time in milliseconds below which a measurement is meaningless. */
const measurable = 30
/** The largest accepted ratio of processor times if the file is twice as large. */
const mostTimes = 2.5
/** The size in bytes at which an import passes if it is still too fast to be measured. */
const enough = 1_000_000
const attempts = 5

/** The most bytes that an import writes: for each byte of the file, and in addition. The shared data is apart. */
const forEachByte = 10
const beside = 4_000_000
/** The most bytes of shared data: texts of 64 MB and the JSON around them. */
const mostShared = 80_000_000

/** Imports a file, checks how much it writes, and returns the processor time in milliseconds. */
const importing = (bytes: Uint8Array): number => {
  const start = process.cpuUsage()
  const model = readModel(bytes)
  if (Either.isRight(model)) {
    for (const [name, parts] of outputs(model.right, "0hostile00000000000000")) {
      let length = 0
      for (const part of parts) length += part.length
      expect(length).toBeLessThan(name === importedFiles.shared ? mostShared : bytes.length * forEachByte + beside)
    }
  }
  const { system, user } = process.cpuUsage(start)
  return (system + user) / 1000
}

const best = (bytes: Uint8Array, runs: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < runs; run++) least = Math.min(least, importing(bytes))
  return least
}

/** Returns the first size whose import can be measured, or null if the import is too fast for that. */
const sizeOf = (make: HostileFile): number | null => {
  for (let n = 256; ; n *= 3) {
    const bytes = make(n)
    if (importing(bytes) >= measurable) return n
    if (bytes.length > enough) return null
  }
}

describe("an import reads or refuses the file, and its output is proportional to the file", () => {
  test.each(Object.entries(hostile))("%s", (_, make) => {
    importing(make(256))
  })
})

// A ratio of processor times is unreliable on a busy machine, so this test runs only in full.
describe("an import of a file of twice the size takes about twice the processor time at most", () => {
  for (const [name, make] of Object.entries(hostile))
    fullTest(name, () => {
      const first = sizeOf(make)
      if (first === null) return
      const steps: Array<string> = []
      for (let attempt = 0, n = first; attempt < attempts; attempt++, n = Math.ceil(n * 1.5)) {
        const [small, large] = [make(n), make(n * 2)]
        const [before, after] = [best(small, 2 + 2 * attempt), best(large, 2 + 2 * attempt)]
        if (after < before * mostTimes * (large.length / small.length / 2)) return
        steps.push(`${n}: ${before.toFixed()} ms, then ${after.toFixed()} ms`)
      }
      expect(steps).toEqual([])
    })
})
