/** What requests are alike in what they take: a look, a question to a table, a change. */
export type RequestClass = "read" | "query" | "write"

/** At the start, at the least and at the most so many requests of a class are worked on at once. */
const limits = { first: 128, least: 64, most: 1024 }
/** How long the limit stands before it is judged again, in milliseconds. */
const window = 100
/** Who come at once after a quiet time are worked on for so long, in milliseconds, up to `most`; a time is quiet without them. */
const [burst, quiet] = [250, 1000]
/** An answer may take so many times what one of its kind takes when nothing else is done, or so many milliseconds. */
const patience = { times: 4, millis: 25 }
/** Each time the limit is judged, what an answer takes when nothing else is done may have become longer, in parts. */
const drift = 1.01
/** What the limit becomes where answers take too long, and where they do not and it was reached. */
const [less, more] = [0.9, 4]

/** A request that is worked on. */
export interface Admitted {
  /** It waits for its client, which is nobody's fault here; `go` when it goes on. */
  readonly wait: () => void
  readonly go: () => void
  /** The answer is made. */
  readonly end: () => void
}

/** How many requests of one class are worked on, and how many may be. */
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

  /** Answers of the window took so many times what they may, on average. */
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
    slowness += millis / Math.max(patience.millis, best * patience.times)
  }

  const refuses = (user: string): boolean => {
    const at = now()
    judge(at)
    if (inHand < Math.floor(limit)) return false
    wasReached = true
    if (at - reachedAt > quiet) burstAt = at
    reachedAt = at
    if (at - burstAt < patient && inHand < limits.most) return false
    // Who has less in hand than an equal share is no cause of it.
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
          // It was interrupted while it waited.
          if (waitedSince !== null) return
          count(user, -1)
          measured(endpoint, now() - startedAt - waited)
        }
      }
    }
  }
}

export interface Admission {
  /** Takes a request in hand; null where more of its class, or of its user, are than can be answered soon. */
  readonly admit: (kind: RequestClass, user: string, endpoint: string) => Admitted | null
  /** Whether a request of the class and the user would not be taken in hand now. */
  readonly refuses: (kind: RequestClass, user: string) => boolean
  /** How many of a class may be in hand now. */
  readonly limit: (kind: RequestClass) => number
}

/**
 * Lets no more requests be worked on at once than are answered soon: what comes on top would only make all wait. The
 * limit of each class goes down while answers take longer than `patience` says, and up while they do not and it is
 * reached; where it is reached, a user with less in hand than an equal share still gets in, and so do those who come at
 * once after a quiet time.
 */
export const make = (now: () => number = () => performance.now(), patient = burst): Admission => {
  const classes = { read: makeClass(now, patient), query: makeClass(now, patient), write: makeClass(now, patient) }
  return {
    admit: (kind, user, endpoint) => classes[kind].admit(user, endpoint),
    refuses: (kind, user) => classes[kind].refuses(user),
    limit: (kind) => classes[kind].limit()
  }
}
