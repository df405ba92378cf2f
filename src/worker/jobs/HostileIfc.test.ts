import { describe, expect, test } from "bun:test"
import * as Either from "effect/Either"
import { readModel } from "../../ifc/ReadModel.ts"
import { hostile } from "../../ifc/testing/HostileIfc.ts"
import type { HostileFile } from "../../ifc/testing/HostileLines.ts"
import { importedFiles } from "../../ports/Jobs.ts"
import { outputs } from "./ImportModel.ts"

/** Shorter work is not judged: in milliseconds. */
const measurable = 30
/** Twice as much of the same file may take so many times as long. */
const mostTimes = 2.5
/** A file of this size whose import cannot be measured is fast enough, whatever it holds. */
const enough = 1_000_000
/** Milliseconds for each kilobyte: a tenth of what an import may take. */
const slowest = 3
const attempts = 5

/** What an import writes of a file, in bytes, by the byte of it and beside; what it brings to the project apart. */
const forEachByte = 10
const beside = 4_000_000
/** Texts of 64 MB with what stands around them. */
const mostShared = 80_000_000

/** Processor time, for others work on this machine too. */
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

/** The first size from which on the import can be measured; null where it is too fast for that. */
const sizeOf = (make: HostileFile): number | null => {
  for (let n = 256; ; n *= 3) {
    const bytes = make(n)
    if (importing(bytes) >= measurable) return n
    if (bytes.length > enough) return null
  }
}

describe("twice the file takes twice the time", () => {
  test.each(Object.entries(hostile))("%s", (_, make) => {
    const first = sizeOf(make)
    if (first === null) return
    const steps: Array<string> = []
    for (let attempt = 0, n = first; attempt < attempts; attempt++, n = Math.ceil(n * 1.5)) {
      const [small, large] = [make(n), make(n * 2)]
      const [before, after] = [best(small, 2 + 2 * attempt), best(large, 2 + 2 * attempt)]
      expect(after).toBeLessThan(1000 + (large.length / 1024) * slowest)
      if (after < before * mostTimes * (large.length / small.length / 2)) return
      steps.push(`${n}: ${before.toFixed()} ms, then ${after.toFixed()} ms`)
    }
    expect(steps).toEqual([])
  })
})
