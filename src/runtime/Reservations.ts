/** Limits on the bytes that may be reserved at a time. */
export interface Limits {
  readonly ofUser: number
  readonly inAll: number
  /**
   * The last part of `inAll`, for users who reserve at most `fewBytes` with it: they are served whatever others reserve.
   */
  readonly forFew: number
  readonly fewBytes: number
}

/** Memory that one user has reserved for one purpose. */
export interface Reservation {
  /** Changes the size to `bytes`. Returns false, and changes nothing, if that is too much or after `release`. */
  readonly resize: (bytes: number) => boolean
  /** Ends the reservation. */
  readonly release: () => void
}

export interface Reservations {
  /** Reserves bytes. Returns null if the user, or all users together, have reserved too much already. */
  readonly reserve: (user: string, bytes: number) => Reservation | null
  /** Returns the bytes that all users have reserved. */
  readonly bytesReserved: () => number
}

export const make = ({ fewBytes, forFew, inAll, ofUser }: Limits): Reservations => {
  const byUser = new Map<string, number>()
  let all = 0

  const add = (user: string, bytes: number): void => {
    const own = (byUser.get(user) ?? 0) + bytes
    if (own === 0) byUser.delete(user)
    else byUser.set(user, own)
    all += bytes
  }

  const fits = (user: string, more: number): boolean => {
    const own = (byUser.get(user) ?? 0) + more
    return own <= ofUser && all + more <= (own <= fewBytes ? inAll : inAll - forFew)
  }

  const reserve = (user: string, bytes: number): Reservation | null => {
    if (!fits(user, bytes)) return null
    let reserved = bytes
    let released = false
    add(user, bytes)
    return {
      resize: (next) => {
        if (released) return false
        if (next > reserved && !fits(user, next - reserved)) return false
        add(user, next - reserved)
        reserved = next
        return true
      },
      release: () => {
        released = true
        add(user, -reserved)
        reserved = 0
      }
    }
  }

  return { reserve, bytesReserved: () => all }
}
