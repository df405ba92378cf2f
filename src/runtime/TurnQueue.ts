/** What waits, in order within a user; of users, whose last turn is longest ago comes first. Never more than the limits say. */
export interface TurnQueue<A> {
  /** False where the user, or all users together, have too much waiting already. */
  readonly offer: (user: string, item: A) => boolean
  /** Of the users whom `passes` lets pass. */
  readonly take: (passes?: (user: string) => boolean) => A | undefined
  /** Takes out what need not wait any longer. */
  readonly remove: (user: string, item: A) => void
  /** The user has had a turn without waiting for it. */
  readonly passed: (user: string) => void
}

export interface Limits {
  readonly ofUser: number
  readonly inAll: number
}

/** Who had none of so many turns is as one who had the last before them: users who never came do not keep others waiting for ever. */
const remembered = 64

interface Waiting<A> {
  readonly items: Set<A>
  /** The number of the turn that counts as the user's last. */
  last: number
}

export const make = <A>(limits: Limits): TurnQueue<A> => {
  /** Who came first stands first. */
  const waiting = new Map<string, Waiting<A>>()
  /** Of users, the numbers of their last turns; the longest ago first. */
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
