/** Random bytes requested from the system at once. A request for each id would cost more than the span it is for. */
const poolBytes = 4096

/**
 * Returns a generator of random lower-case hexadecimal digits. No digits are used twice. One call may ask for at most
 * the 8192 digits of a pool.
 */
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
