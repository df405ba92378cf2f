import { readFileSync, writeFileSync } from "node:fs"

/** Linux counts the most since the process began, or since it was told to begin anew; elsewhere only the present. */
const resident = (field: "VmHWM" | "VmRSS"): number => {
  if (process.platform !== "linux") return process.memoryUsage.rss()
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync("/proc/self/status", "utf8"))![1]) * 1024
}

/** Bytes that this process has resident now; from here on `peakOfProcess` counts anew. */
export const idleOfProcess = (): number => {
  Bun.gc(true)
  const idle = resident("VmRSS")
  if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5")
  return idle
}

/** Bytes that this process has had resident at most. */
export const peakOfProcess = (): number => resident("VmHWM")
