/** Limits on the bytes that may be reserved at a time. */
export interface Limits {
  readonly ofUser: number
  readonly inAll: number
  /** The last part of `inAll`, for users who hold at most `fewBytes` with it: they are served whatever others hold. */
  readonly forFew: number
  readonly fewBytes: number
}

/** Bytes that one user has reserved for one purpose. */
export interface Hold {
  /** Changes the reservation to `bytes`. Returns false, and changes nothing, if there is no room or it was released. */
  readonly resize: (bytes: number) => boolean
  /** Releases the reservation for good. */
  readonly release: () => void
}

export interface Holdings {
  /** Reserves bytes. Returns null if the user, or all users together, hold too much already. */
  readonly hold: (user: string, bytes: number) => Hold | null
  /** Returns the bytes that all users hold. */
  readonly bytesHeld: () => number
}

export const make = ({ fewBytes, forFew, inAll, ofUser }: Limits): Holdings => {
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

  const hold = (user: string, bytes: number): Hold | null => {
    if (!fits(user, bytes)) return null
    let held = bytes
    let released = false
    add(user, bytes)
    return {
      resize: (next) => {
        if (released) return false
        if (next > held && !fits(user, next - held)) return false
        add(user, next - held)
        held = next
        return true
      },
      release: () => {
        released = true
        add(user, -held)
        held = 0
      }
    }
  }

  return { hold, bytesHeld: () => all }
}
