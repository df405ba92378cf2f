import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Scheduler from "effect/Scheduler"

/** Milliseconds of work after which the event loop turns. */
const sliceMs = 2
/** Users whose names fall to one account share what it gets. */
const accounts = 1024
/** Tasks that were run are let go when there are as many, and no fewer wait behind them. */
const letGo = 256

const seed = BigInt(crypto.getRandomValues(new Uint32Array(1))[0]!)
/** That of the service itself, which may have half of all where there is work for users as well. */
const own = 0
const current = FiberRef.unsafeMake(own)

const accountOf = (user: string): number => 1 + Number(Bun.hash.wyhash(user, seed) % BigInt(accounts))

/** From here on what the fiber does, and what it forks, counts as done for the user. */
export const countFor = (user: string): Effect.Effect<void> => FiberRef.set(current, accountOf(user))

/** What the effect does counts as done for the user. */
export const countedFor =
  (user: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.locally(effect, current, accountOf(user))

/** The effect has, or waits for, what others wait for too: it is the service's own, whoever asked for it. */
export const whileOthersWait = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.locally(effect, current, own)

interface Account {
  readonly isOwn: boolean
  readonly ready: Array<Scheduler.Task>
  /** Which of them is run next. */
  next: number
  /** Milliseconds of work; for one that was at rest as many as who had had least when it came back. */
  spent: number
}

/**
 * Runs fibers that are ready for two milliseconds at a time; then timers, sockets and files have their turn. (Effect's
 * own scheduler goes on in microtasks as long as any fiber is ready, so that many small requests at once make one long
 * turn.) Of users whose fibers are ready, the one for whom least has been done comes first: who asks for much waits for
 * it, not who asks for little meanwhile. Fibers of one user run in the order in which they became ready. What is done for
 * nobody, or for all, comes before as long as that is less than a half.
 *
 * @param now milliseconds
 */
export const make = (now: () => number = () => performance.now()): Scheduler.Scheduler => {
  const all = new Map<number, Account>()
  const active: Array<Account> = []
  let least = 0
  let isRunning = false
  /** When the slice of this turn began; null: nothing has run in this turn. */
  let began: number | null = null

  const endSlice = (): void => void (began = null)

  const first = (): Account => {
    let found = active[0]!
    for (const account of active) if (account.spent < found.spent) found = account
    return found
  }

  const tidy = (account: Account): void => {
    const { next, ready } = account
    if (next < ready.length && (next < letGo || next * 2 < ready.length)) return
    ready.splice(0, next)
    account.next = 0
    if (ready.length === 0) active.splice(active.indexOf(account), 1)
  }

  const run = (): void => {
    let at = now()
    if (began === null) {
      began = at
      setImmediate(endSlice)
    }
    while (active.length > 0) {
      const account = first()
      least = account.spent
      account.ready[account.next++]!()
      const before = at
      at = now()
      account.spent += (at - before) / (account.isOwn ? Math.max(1, active.length - 1) : 1)
      tidy(account)
      if (at - began < sliceMs) continue
      setImmediate(run)
      return
    }
    isRunning = false
  }

  return Scheduler.make((task, _, fiber) => {
    const number = fiber?.getFiberRef(current) ?? own
    const account = all.getOrInsertComputed(number, () => ({ isOwn: number === own, ready: [], next: 0, spent: 0 }))
    if (account.ready.length === 0) {
      account.spent = Math.max(account.spent, least)
      active.push(account)
    }
    account.ready.push(task)
    if (isRunning) return
    isRunning = true
    queueMicrotask(run)
  })
}
