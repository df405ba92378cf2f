import { readFileSync, writeFileSync } from "node:fs"

/**
 * Returns a value of resident memory. Linux reports the peak since the process started or since the last reset; other
 * systems report only the present value.
 */
const resident = (field: "VmHWM" | "VmRSS"): number => {
  if (process.platform !== "linux") return process.memoryUsage.rss()
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))![1]) * 1024
}

/** Returns the resident memory of this process in bytes, and resets the peak that `peakOfProcess` returns. */
export const idleOfProcess = (): number => {
  Bun.gc(true)
  const idle = resident("VmRSS")
  if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5")
  return idle
}

/** Returns the peak of resident memory of this process in bytes. */
export const peakOfProcess = (): number => resident("VmHWM")
