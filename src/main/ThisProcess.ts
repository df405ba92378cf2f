import { fstatSync, write } from "node:fs"
import process from "node:process"
import type { Usage } from "../http/observe/Metrics.ts"

/** Returns the resources that this process has used so far. */
export const usage = (): Usage => {
  const { heapUsed, rss } = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  return {
    residentBytes: rss,
    heapBytes: heapUsed,
    cpuSeconds: (user + system) / 1e6,
    startedAtSeconds: performance.timeOrigin / 1000
  }
}

const isPipe = (): boolean => {
  try {
    return fstatSync(process.stdout.fd).isFIFO()
  } catch {
    return true
  }
}

/**
 * Largest size of one write. Others may write to the same pipe: up to 4096 bytes, their lines cannot end up inside ours
 * (POSIX, PIPE_BUF).
 */
const atomicBytes = isPipe() ? 4096 : 1024 * 1024
/** Pause for a reader that is behind, in milliseconds. */
const readerPause = 20

const writeSome = (bytes: Uint8Array): Promise<number> =>
  new Promise((resolve, reject) => {
    write(process.stdout.fd, bytes, (error, written) => {
      if (error === null) resolve(written)
      else if (error.code === "EAGAIN") setTimeout(() => resolve(0), readerPause)
      else reject(error)
    })
  })

/** Returns the index just after the last whole line that fits, or after the first one if even that does not fit. */
const pieceEnd = (bytes: Uint8Array, from: number): number => {
  if (bytes.length - from <= atomicBytes) return bytes.length
  const last = bytes.lastIndexOf(0x0a, from + atomicBytes - 1)
  return last >= from ? last + 1 : bytes.indexOf(0x0a, from) + 1 || bytes.length
}

/** Writes lines to standard output on another thread, so that a reader that stalls blocks nothing here. */
export const writeLines = async (lines: string): Promise<void> => {
  const bytes = Buffer.from(lines)
  let from = 0
  while (from < bytes.length) {
    const end = pieceEnd(bytes, from)
    while (from < end) from += await writeSome(bytes.subarray(from, end))
  }
}
