import { readSync, writeSync } from "node:fs"
import process from "node:process"
import { PONG_BYTES, PULSE_DESCRIPTOR } from "./Protocol.ts"

/**
 * The thread of a child that answers pings, so that a long computation on the main thread does not count as silence. It
 * blocks in the read. When the supervisor is gone it ends the whole process, whatever the main thread does.
 */
const pings = new Uint8Array(64)
const pong = new DataView(new ArrayBuffer(PONG_BYTES))
/**
 * Milliseconds that the process has worked, and the processor time of all its threads and the clock at the last pong.
 */
let [worked, before, at] = [0, 0, 0]

try {
  while (readSync(PULSE_DESCRIPTOR, pings, 0, pings.length, null) > 0) {
    const { system, user } = process.cpuUsage()
    const [all, now] = [(system + user) / 1000, performance.now()]
    // Threads that collect or compile beside the work do not count beyond the elapsed time.
    worked += Math.min(all - before, now - at)
    ;[before, at] = [all, now]
    pong.setFloat64(0, process.memoryUsage.rss(), true)
    pong.setFloat64(8, worked, true)
    writeSync(PULSE_DESCRIPTOR, pong)
  }
} finally {
  process.kill(process.pid, "SIGKILL")
}
