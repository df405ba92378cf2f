/** Classes of requests with similar cost: plain reads, table queries, changes. */
export type RequestClass = "read" | "query" | "write"

/** The limit of concurrent requests per class: initial, lowest and highest. */
const limits = { first: 128, least: 64, most: 1024 }
/** The interval at which the limit is adjusted, in milliseconds. */
const window = 100
/**
 * Burst allowance: if no request exceeded the limit for more than `quiet` milliseconds, then for `burst` milliseconds
 * up to `limits.most` requests are admitted.
 */
const [burst, quiet] = [250, 1000]
/** A response is slow if it takes longer than both `times` the endpoint's best time and `millis` milliseconds. */
const timeout = { times: 4, millis: 25 }
/** Factor by which the best times grow at each adjustment, so that they can follow an endpoint that becomes slower. */
const drift = 1.01
/** Adjustment of the limit: the factor `less` if responses are slow, the summand `more` if not and it was reached. */
const [less, more] = [0.9, 4]

/** An admitted request. */
export interface Admitted {
  /** Releases the slot while the request waits for its client; `go` takes it again. The wait is not measured. */
  readonly wait: () => void
  readonly go: () => void
  /** Releases the slot when the response is ready. */
  readonly end: () => void
}

/** Creates the admission control of one class. */
const makeClass = (now: () => number, patient: number) => {
  let limit = limits.first
  let inHand = 0
  const users = new Map<string, number>()
  const shortest = new Map<string, number>()
  let judgedAt = now()
  let wasReached = false
  let reachedAt = Number.NEGATIVE_INFINITY
  let burstAt = 0
  let answers = 0
  let slowness = 0

  /** Adjusts the limit by the average slowness of the responses in the window; above 1 they took too long. */
  const judge = (at: number): void => {
    if (at - judgedAt < window) return
    if (answers > 0) {
      if (slowness / answers > 1) limit = Math.max(limits.least, limit * less)
      else if (wasReached) limit = Math.min(limits.most, limit + more)
      for (const [endpoint, millis] of shortest) shortest.set(endpoint, millis * drift)
    }
    judgedAt = at
    wasReached = false
    answers = 0
    slowness = 0
  }

  const count = (user: string, change: 1 | -1): void => {
    inHand += change
    const left = (users.get(user) ?? 0) + change
    if (left === 0) users.delete(user)
    else users.set(user, left)
  }

  const measured = (endpoint: string, millis: number): void => {
    const best = Math.min(millis, shortest.get(endpoint) ?? Number.POSITIVE_INFINITY)
    shortest.set(endpoint, best)
    answers += 1
    slowness += millis / Math.max(timeout.millis, best * timeout.times)
  }

  const refuses = (user: string): boolean => {
    const at = now()
    judge(at)
    if (inHand < Math.floor(limit)) return false
    wasReached = true
    if (at - reachedAt > quiet) burstAt = at
    reachedAt = at
    if (at - burstAt < patient && inHand < limits.most) return false
    // A user with less than an equal share of the limit does not cause the overload and is admitted.
    const others = users.has(user) ? users.size : users.size + 1
    return (users.get(user) ?? 0) >= Math.max(1, Math.floor(limit / others))
  }

  return {
    limit: () => Math.floor(limit),
    refuses,
    admit: (user: string, endpoint: string): Admitted | null => {
      if (refuses(user)) return null
      const startedAt = now()
      count(user, 1)
      let waitedSince: number | null = null
      let waited = 0
      return {
        wait: () => {
          waitedSince = now()
          count(user, -1)
        },
        go: () => {
          waited += now() - waitedSince!
          waitedSince = null
          count(user, 1)
        },
        end: () => {
          // The request was interrupted while it waited, so its slot is released already.
          if (waitedSince !== null) return
          count(user, -1)
          measured(endpoint, now() - startedAt - waited)
        }
      }
    }
  }
}

export interface Admission {
  /** Admits a request. Returns null if its class is at the limit and the user has an equal share already. */
  readonly admit: (kind: RequestClass, user: string, endpoint: string) => Admitted | null
  /** Returns whether a request of the class and user would be refused now. */
  readonly refuses: (kind: RequestClass, user: string) => boolean
  /** Returns the current limit of a class. */
  readonly limit: (kind: RequestClass) => number
}

/**
 * Creates an admission control that limits concurrent requests to what can be served soon; more would only make all of
 * them wait. The limit of a class goes down while responses take longer than `timeout` allows, and up while they do
 * not and it is reached. At the limit, users with less than an equal share are still admitted, and so are bursts after
 * a quiet time.
 */
export const make = (now: () => number = () => performance.now(), patient = burst): Admission => {
  const classes = { read: makeClass(now, patient), query: makeClass(now, patient), write: makeClass(now, patient) }
  return {
    admit: (kind, user, endpoint) => classes[kind].admit(user, endpoint),
    refuses: (kind, user) => classes[kind].refuses(user),
    limit: (kind) => classes[kind].limit()
  }
}
