/**
 * A queue with limits. Of the waiting users, the one whose last turn is longest ago goes first; items of one user keep
 * their order.
 */
export interface TurnQueue<A> {
  /** Adds an item. Returns false if the user, or all users together, have too many waiting already. */
  readonly offer: (user: string, item: A) => boolean
  /** Takes the next item of the users for whom `passes` returns true. */
  readonly take: (passes?: (user: string) => boolean) => A | undefined
  /** Removes an item that need not wait any longer. */
  readonly remove: (user: string, item: A) => void
  /** Records that the user has had a turn without waiting for it. */
  readonly passed: (user: string) => void
}

export interface Limits {
  readonly ofUser: number
  readonly inAll: number
}

/**
 * Number of turns that are remembered. A user who had none of them counts as having had the last one before them, so
 * that users who never came do not keep others waiting for ever.
 */
const remembered = 64

interface Waiting<A> {
  readonly items: Set<A>
  /** Number of the turn that counts as the user's last. */
  last: number
}

export const make = <A>(limits: Limits): TurnQueue<A> => {
  /** Waiting items by user, in the order in which the users came. */
  const waiting = new Map<string, Waiting<A>>()
  /** Numbers of the users' last turns, the oldest first. */
  const had = new Map<string, number>()
  let turn = 0
  let count = 0

  const remove = (user: string, item: A): void => {
    const own = waiting.get(user)
    if (own?.items.delete(item) !== true) return
    count--
    if (own.items.size === 0) waiting.delete(user)
  }

  const passed = (user: string): void => {
    turn++
    had.delete(user)
    had.set(user, turn)
    for (const [one, at] of had) {
      if (at > turn - remembered) break
      had.delete(one)
    }
  }

  const nextOf = (passes: (user: string) => boolean): string | undefined => {
    let next: string | undefined
    let least = Infinity
    for (const [user, { last }] of waiting) {
      if (last >= least || !passes(user)) continue
      next = user
      least = last
    }
    return next
  }

  return {
    remove,
    passed,
    offer: (user, item) => {
      const own = waiting.get(user) ?? { items: new Set(), last: had.get(user) ?? turn - remembered }
      if (count >= limits.inAll || own.items.size >= limits.ofUser) return false
      waiting.set(user, own)
      own.items.add(item)
      count++
      return true
    },
    take: (passes = () => true) => {
      const user = nextOf(passes)
      if (user === undefined) return undefined
      const own = waiting.get(user)!
      passed(user)
      own.last = turn
      for (const item of own.items) {
        remove(user, item)
        return item
      }
      return undefined
    }
  }
}
