/** Bytes that may be held at a time. */
export interface Limits {
  readonly ofUser: number
  readonly inAll: number
  /** The last of `inAll`, for users who hold no more than `fewBytes` with it: they are served whatever others hold. */
  readonly forFew: number
  readonly fewBytes: number
}

/** What one user holds for one purpose. */
export interface Hold {
  /** Holds so many bytes instead. False where that is more than there is room for; then nothing has changed. */
  readonly resize: (bytes: number) => boolean
  /** Holds nothing any more; from then on it stays so. */
  readonly release: () => void
}

export interface Holdings {
  /** Null where the user, or all users together, hold too much already. */
  readonly hold: (user: string, bytes: number) => Hold | null
  /** Of all users. */
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
