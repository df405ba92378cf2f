import { readFileSync } from "node:fs"

/** Bytes of memory of a process. */
export interface ResidentSize {
  /** Memory that belongs to no file, such as heaps and stacks. */
  readonly held: number
  /** The most memory that was ever resident, including files. */
  readonly peak: number
}

/** Returns the memory of a process; null if the process has ended. Linux only. */
export const of = (pid: number): ResidentSize | null => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8")
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0)
    const size = { held: (kilobytes("RssAnon") + kilobytes("RssShmem")) * 1024, peak: kilobytes("VmHWM") * 1024 }
    return size.peak > 0 ? size : null
  } catch {
    return null
  }
}

/** Returns the least memory of a process during a time, which is the memory that remains after garbage collections. */
export const settled = async (pid: number, millis: number): Promise<number> => {
  let least = Number.POSITIVE_INFINITY
  for (const end = performance.now() + millis; performance.now() < end; await Bun.sleep(100)) {
    least = Math.min(least, of(pid)?.held ?? Number.POSITIVE_INFINITY)
  }
  return least
}

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`
