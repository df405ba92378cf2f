/**
 * Runs one engine of the export benchmark in a separate process: writes a file once, with or without edits, and prints
 * the time and the memory of the process.
 *
 * Usage:  bun run bench/ExportEngine.ts plinth|copy SOURCE TARGET EDITS.json
 */
import * as Either from "effect/Either"
import { readModel } from "../src/ifc/ReadModel.ts"
import { type Library, patchModel } from "../src/ifc/patch/PatchModel.ts"
import * as SampleFiles from "../src/main/sample/SampleFiles.ts"
import { bytesOfFile } from "../src/runtime/MappedFile.ts"
import { write } from "../src/worker/jobs/Files.ts"
import type { ExportEdit } from "./ExportEdits.ts"
import { idleOfProcess, peakOfProcess } from "./ResidentMemory.ts"

/** The measurements that an engine prints for a file. */
export interface Writing {
  readonly ms: number
  /** Milliseconds of all processors, in all threads. */
  readonly cpu: number
  /** Milliseconds of each step, by name. */
  readonly parts: Readonly<Record<string, number>>
  /** The peak of resident memory, and the resident memory before the file was read, in bytes. */
  readonly peak: number
  readonly idle: number
}

/** The worker processes of the service also read the sample model while they are idle. */
const warmUps = 20

const library: Library = { codes: new Map(), materials: new Map(), locations: new Map(), definitions: new Map() }
const version = { version: "1", publishedAt: 1_700_000_000_000 }

/** Exports like `worker/jobs/ExportModel.ts`: the file is mapped, patched, and written piece by piece. */
const plinth = async (source: string, target: string, edits: ReadonlyArray<ExportEdit>) => {
  const start = performance.now()
  const { pieces, report } = Either.getOrThrow(patchModel(await bytesOfFile(source), edits, library, version))
  const patched = performance.now()
  await write(target, pieces)
  const written = performance.now()
  if (report.applied !== edits.length) throw new Error(`Not applied: ${JSON.stringify(report.notApplied)}`)
  return { ms: written - start, parts: { patch: patched - start, write: written - patched } }
}

/**
 * Reads all bytes into memory and writes them to the other file, because a direct copy between files would bypass the
 * memory of the process.
 */
const copy = async (source: string, target: string) => {
  const start = performance.now()
  const bytes = await Bun.file(source).bytes()
  const read = performance.now()
  await Bun.write(target, bytes)
  const written = performance.now()
  return { ms: written - start, parts: { read: read - start, write: written - read } }
}

if (import.meta.main) {
  const [engine, source, target, editsPath] = process.argv.slice(2) as [string, string, string, string]
  const edits = (await Bun.file(editsPath).json()) as ReadonlyArray<ExportEdit>
  const sample = await Bun.file(SampleFiles.source).bytes()
  for (let i = 0; i < warmUps; i++) readModel(sample)
  const idle = idleOfProcess()
  const before = process.cpuUsage()
  const done = await (engine === "copy" ? copy(source, target) : plinth(source, target, edits))
  const { system, user } = process.cpuUsage(before)
  console.log(JSON.stringify({ ...done, cpu: (system + user) / 1000, idle, peak: peakOfProcess() } satisfies Writing))
}
