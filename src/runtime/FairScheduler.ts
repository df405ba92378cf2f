import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as Runtime from "effect/Runtime"
import * as Scheduler from "effect/Scheduler"

/** Milliseconds of work before the scheduler yields to the event loop. */
const sliceMs = 2
/** Number of accounts. Users whose names hash to one account share its processor time. */
const accounts = 1024
/** Finished tasks are removed from the array in batches of 256, once they are at least half of it. */
const letGo = 256

const seed = BigInt(crypto.getRandomValues(new Uint32Array(1))[0]!)
/** Account of the service itself, which gets up to half of the time while there is work for users as well. */
const own = 0
const current = FiberRef.unsafeMake(own)

const accountOf = (user: string): number => 1 + Number(Bun.hash.wyhash(user, seed) % BigInt(accounts))

/** Counts everything that the fiber and its later forks do from now on as work for the user. */
export const countFor = (user: string): Effect.Effect<void> => FiberRef.set(current, accountOf(user))

/** Counts the effect as work for the user. */
export const countedFor =
  (user: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.locally(effect, current, accountOf(user))

/**
 * Counts the effect as the service's own work, whoever asked for it: it holds, or waits for, something that others wait
 * for too.
 */
export const whileOthersWait = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.locally(effect, current, own)

/**
 * Returns a function that returns the runtime whose fibers count as work for a user. It costs less than `countFor` in
 * each fiber.
 */
export const runtimes = <R>(runtime: Runtime.Runtime<R>): ((user: string) => Runtime.Runtime<R>) => {
  const known = new Map<number, Runtime.Runtime<R>>()
  return (user) => {
    const account = accountOf(user)
    return known.getOrInsertComputed(account, () => Runtime.setFiberRef(runtime, current, account))
  }
}

interface Account {
  readonly isOwn: boolean
  readonly ready: Array<Scheduler.Task>
  /** Index of the task to run next. */
  next: number
  /**
   * Milliseconds of work. An account that was idle resumes with at least the time of the account that had the least.
   */
  spent: number
}

/**
 * Makes a scheduler that runs ready fibers for two milliseconds at a time; then timers, sockets and files have their
 * turn. (Effect's own scheduler continues in microtasks as long as any fiber is ready, so many small requests at once
 * make one long turn of the event loop.) Of the users with ready fibers, the one for whom the least work has been done
 * goes first, so that a user with many requests waits and one with few does not. Fibers of one user run in the order in
 * which they became ready. Work of the service itself goes first as long as it is less than half of the total.
 *
 * @param now returns milliseconds
 */
export const make = (now: () => number = () => performance.now()): Scheduler.Scheduler => {
  const all = new Map<number, Account>()
  const active: Array<Account> = []
  let least = 0
  let isRunning = false
  /** Start of the slice in this turn of the event loop; null if nothing has run in this turn. */
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
