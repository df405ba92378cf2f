/** Random bytes that are asked of the system at once: one by one they cost more than what they are for. */
const poolBytes = 4096

/** Gives random lower-case hexadecimal digits, never the same twice; never more than a pool has. */
export const make = (): ((digits: number) => string) => {
  let pool = ""
  let next = 0
  return (digits) => {
    if (next + digits > pool.length) {
      pool = Buffer.from(crypto.getRandomValues(new Uint8Array(poolBytes))).toString("hex")
      next = 0
    }
    next += digits
    return pool.slice(next - digits, next)
  }
}
