import * as Effect from "effect/Effect"

/** Returns the next items, or null if there are no more. */
type Next<A, E> = Effect.Effect<ReadonlyArray<A> | null, E>

/**
 * A list that is read in batches. Each run starts over and returns an effect that returns the next batch. A list holds
 * no resources that would have to be released. A `Stream` of a few items takes many times as long.
 */
export interface Pull<out A, out E = never> extends Effect.Effect<Next<A, E>, E> {}

const over = Effect.succeed(null)

const pulled = <A, E>(begin: () => Next<A, E>): Pull<A, E> => Effect.sync(begin)

/** Makes a list of one batch, which is computed when it is read. */
export const sync = <A>(items: () => ReadonlyArray<A>): Pull<A> =>
  pulled(() => {
    let isOver = false
    return Effect.sync(() => {
      if (isOver) return null
      isOver = true
      return items()
    })
  })

/** Makes a list of the given items as one batch. */
export const make = <A>(...items: ReadonlyArray<A>): Pull<A> => sync(() => items)

/** Makes a list that reads each entry of an iterable when its turn comes; each entry is one batch. */
export const eachOf = <I, A, E>(
  entries: () => Iterable<I>,
  read: (entry: I) => Effect.Effect<ReadonlyArray<A>, E>
): Pull<A, E> =>
  pulled(() => {
    const iterator = entries()[Symbol.iterator]()
    return Effect.suspend((): Next<A, E> => {
      const { done, value } = iterator.next()
      return done === true ? over : read(value)
    })
  })

/** Items per batch. This many are written, or read, within a millisecond or two. */
const atOnce = 128

/** Makes a list of the items of an iterable, in batches of 128. */
export const from = <A>(items: () => Iterable<A>): Pull<A> =>
  pulled(() => {
    const iterator = items()[Symbol.iterator]()
    return Effect.sync(() => {
      const some: Array<A> = []
      while (some.length < atOnce) {
        const { done, value } = iterator.next()
        if (done === true) break
        some.push(value)
      }
      return some.length === 0 ? null : some
    })
  })

/** Maps each batch. */
export const mapSome = <A, B, E>(pull: Pull<A, E>, f: (items: ReadonlyArray<A>) => ReadonlyArray<B>): Pull<B, E> =>
  Effect.map(pull, (next) => Effect.map(next, (items) => items && f(items)))

export const map = <A, B, E>(pull: Pull<A, E>, f: (item: A) => B): Pull<B, E> =>
  mapSome(pull, (items) => items.map((item) => f(item)))

export const filter = <A, E>(pull: Pull<A, E>, f: (item: A) => boolean): Pull<A, E> =>
  mapSome(pull, (items) => items.filter((item) => f(item)))

/** Concatenates lists. Each begins when those before it have ended. */
export const concat = <A, E>(pulls: ReadonlyArray<Pull<A, E>>): Pull<A, E> =>
  pulled(() => {
    let at = 0
    let next: Next<A, E> | null = null
    const step: Next<A, E> = Effect.suspend((): Next<A, E> => {
      if (next !== null) {
        return Effect.flatMap(next, (items) => {
          if (items !== null) return Effect.succeed(items)
          next = null
          return step
        })
      }
      const pull = pulls[at++]
      if (pull === undefined) return over
      return Effect.flatMap(pull, (begun) => {
        next = begun
        return step
      })
    })
    return step
  })

/** Returns all items. */
export const all = <A, E>(pull: Pull<A, E>): Effect.Effect<ReadonlyArray<A>, E> =>
  Effect.flatMap(pull, (next) => {
    const found: Array<A> = []
    const rest: Effect.Effect<ReadonlyArray<A>, E> = Effect.flatMap(next, (items) => {
      if (items === null) return Effect.succeed(found)
      for (const item of items) found.push(item)
      return rest
    })
    return rest
  })
