import { connect, type NetConnectOpts } from "node:net"
import { PONG_BYTES } from "./Protocol.ts"

/** Milliseconds that a starting child has until its first pong. */
const START_MILLIS = 60_000

export interface Times {
  /** Interval of pings. Default 250: a job that makes no progress is ended up to two of them late. */
  readonly pingMillis?: number
  /** A child that answers no ping for this long is killed. Default 10,000. */
  readonly silenceMillis?: number
}

interface Hooks {
  /** `workedMillis`: milliseconds that the process has worked since it began. */
  readonly onPong: (residentBytes: number, workedMillis: number) => void
  readonly onSilence: (millis: number) => void
}

/**
 * Pings a child over the descriptor, which this function owns and closes, and calls `onSilence` once if no pong has
 * come for `silenceMillis`. If a check runs late, the supervisor itself was blocked, and the time starts from zero.
 */
export const start = (
  descriptor: number,
  { pingMillis = 250, silenceMillis = 10_000 }: Times,
  { onPong, onSilence }: Hooks
): { readonly stop: () => void } => {
  const checkMillis = pingMillis / 3
  let checkedAt = performance.now()
  let heardAt = checkedAt + START_MILLIS - silenceMillis
  let pingAt = checkedAt
  let received = Buffer.alloc(0)
  const socket = connect({ fd: descriptor } as unknown as NetConnectOpts)

  const check = () => {
    const now = performance.now()
    if (now - checkedAt > checkMillis + silenceMillis / 2) heardAt = Math.max(heardAt, now)
    checkedAt = now
    if (now - heardAt > silenceMillis) {
      stop()
      return onSilence(silenceMillis)
    }
    if (now < pingAt) return
    pingAt = now + pingMillis - checkMillis / 2
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
    const last = received.subarray(whole - PONG_BYTES)
    received = received.subarray(whole)
    onPong(last.readDoubleLE(0), last.readDoubleLE(8))
  })
  // Ignored, because the end of the process says more than the end of its socket.
  socket.on("error", () => {})
  return { stop }
}
