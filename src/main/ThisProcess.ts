import { fstatSync, write } from "node:fs"
import process from "node:process"
import type { Usage } from "../http/observe/Metrics.ts"

/** What this process has used so far. */
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

/** Others may write to the same pipe meanwhile: up to 4096 bytes their lines cannot fall into ours (POSIX, PIPE_BUF). */
const atomicBytes = isPipe() ? 4096 : 1024 * 1024
/** How long a reader that is behind is given, in milliseconds. */
const readerPause = 20

const writeSome = (bytes: Uint8Array): Promise<number> =>
  new Promise((resolve, reject) => {
    write(process.stdout.fd, bytes, (error, written) => {
      if (error === null) resolve(written)
      else if (error.code === "EAGAIN") setTimeout(() => resolve(0), readerPause)
      else reject(error)
    })
  })

/** Index just after the last whole line that fits, or after the first one where it alone does not. */
const pieceEnd = (bytes: Uint8Array, from: number): number => {
  if (bytes.length - from <= atomicBytes) return bytes.length
  const last = bytes.lastIndexOf(0x0a, from + atomicBytes - 1)
  return last >= from ? last + 1 : bytes.indexOf(0x0a, from) + 1 || bytes.length
}

/** Writes lines to standard output on another thread, so that a reader that stalls keeps nothing here. */
export const writeLines = async (lines: string): Promise<void> => {
  const bytes = Buffer.from(lines)
  let from = 0
  while (from < bytes.length) {
    const end = pieceEnd(bytes, from)
    while (from < end) from += await writeSome(bytes.subarray(from, end))
  }
}
