import { connect, type NetConnectOpts } from "node:net"
import { PONG_BYTES } from "./Protocol.ts"

/** Time that a starting child has until its first pong. */
const START_MILLIS = 60_000

export interface Times {
  /** A child is pinged this often. Default 1,000. */
  readonly pingMillis?: number
  /** One that answers no ping for this long is killed. Default 10,000. */
  readonly silenceMillis?: number
}

interface Hooks {
  /** `workedMillis`: since the process began. */
  readonly onPong: (residentBytes: number, workedMillis: number) => void
  readonly onSilence: (millis: number) => void
}

/**
 * Pings a child over the descriptor, which it owns and closes, and calls `onSilence` once when no pong has come for
 * `silenceMillis`. A check that comes late says that the supervisor itself stood still: the time then counts anew.
 */
export const start = (
  descriptor: number,
  { pingMillis = 1000, silenceMillis = 10_000 }: Times,
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
  // The end of the process tells more than the end of its socket.
  socket.on("error", () => {})
  return { stop }
}
