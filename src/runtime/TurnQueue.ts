/** What waits, taken in turns by user and in order within a user; never more than the limits say. */
export interface TurnQueue<A> {
  /** False where the user, or all users together, have too much waiting already. */
  readonly offer: (user: string, item: A) => boolean
  /** Of the users whom `passes` lets pass. */
  readonly take: (passes?: (user: string) => boolean) => A | undefined
  /** Takes out what need not wait any longer. */
  readonly remove: (user: string, item: A) => void
}

export interface Limits {
  readonly ofUser: number
  readonly inAll: number
}

export const make = <A>(limits: Limits): TurnQueue<A> => {
  /** Whose turn comes first stands first. */
  const waiting = new Map<string, Set<A>>()
  let count = 0

  const remove = (user: string, item: A): void => {
    const own = waiting.get(user)
    if (own?.delete(item) !== true) return
    count--
    if (own.size === 0) waiting.delete(user)
  }

  return {
    remove,
    offer: (user, item) => {
      const own = waiting.get(user) ?? new Set()
      if (count >= limits.inAll || own.size >= limits.ofUser) return false
      waiting.set(user, own.add(item))
      count++
      return true
    },
    take: (passes = () => true) => {
      for (const [user, own] of waiting) {
        if (!passes(user)) continue
        waiting.delete(user)
        waiting.set(user, own)
        for (const item of own) {
          remove(user, item)
          return item
        }
      }
      return undefined
    }
  }
}
