import { connect, type NetConnectOpts } from "node:net"
import { PONG_BYTES } from "./Protocol.ts"

export interface HeartbeatOptions {
  readonly pingMillis: number
  readonly silenceMillis: number
  /** Time that a starting child has until its first pong. */
  readonly startMillis: number
  readonly onPong: (residentBytes: number) => void
  readonly onSilence: () => void
}

/**
 * Pings a child over the descriptor, which it owns and closes, and calls `onSilence` once when no pong has come for
 * `silenceMillis`. A check that comes late says that the supervisor itself stood still: the time then counts anew.
 */
export const start = (descriptor: number, options: HeartbeatOptions): { readonly stop: () => void } => {
  const checkMillis = options.pingMillis / 3
  let checkedAt = performance.now()
  let heardAt = checkedAt + options.startMillis - options.silenceMillis
  let pingAt = checkedAt
  let received = Buffer.alloc(0)
  const socket = connect({ fd: descriptor } as unknown as NetConnectOpts)

  const check = () => {
    const now = performance.now()
    if (now - checkedAt > checkMillis + options.silenceMillis / 2) heardAt = Math.max(heardAt, now)
    checkedAt = now
    if (now - heardAt > options.silenceMillis) {
      stop()
      return options.onSilence()
    }
    if (now < pingAt) return
    pingAt = now + options.pingMillis - checkMillis / 2
    socket.write("p")
  }

  const timer = setInterval(check, checkMillis)
  const stop = () => {
    clearInterval(timer)
    socket.destroy()
  }
  socket.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const whole = received.length - (received.length % PONG_BYTES)
    if (whole === 0) return
    heardAt = performance.now()
    const resident = received.readDoubleLE(whole - PONG_BYTES)
    received = received.subarray(whole)
    options.onPong(resident)
  })
  // The end of the process tells more than the end of its socket.
  socket.on("error", () => {})
  return { stop }
}
