import { readFileSync, writeFileSync } from "node:fs"

/**
 * Linux reports the peak since the process started or since the last reset; other systems report only the present
 * value.
 */
const resident = (field: "VmHWM" | "VmRSS"): number => {
  if (process.platform !== "linux") return process.memoryUsage.rss()
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))![1]) * 1024
}

/** Bytes that this process has resident now; resets the count of `peakOfProcess`. */
export const idleOfProcess = (): number => {
  Bun.gc(true)
  const idle = resident("VmRSS")
  if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5")
  return idle
}

/** Bytes that this process has had resident at most. */
export const peakOfProcess = (): number => resident("VmHWM")
