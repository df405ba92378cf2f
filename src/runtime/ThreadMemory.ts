/**
 * Largest number or total size of the things that a thread remembers per name. The least recently used ones are
 * forgotten first, never those in use.
 */
type Limits = Readonly<Record<string, number>>

export type SizeOf = (thing: object) => number

/** Counts each thing as one. */
const one: SizeOf = () => 1

/** The things of a job by name: one thing, or a list of things that are remembered each for itself. */
export type Things = Readonly<Record<string, object | ReadonlyArray<object>>>

/** The numbers of such things. */
export type Numbers = Readonly<Record<string, number | ReadonlyArray<number>>>

/** Things that one thread has been sent. */
export interface ThreadMemory {
  /** Returns the numbers of the things, after sending the thread those that it does not know. */
  readonly numbersOf: (things: Things) => Numbers
  readonly forget: (thing: object) => void
}

/** Messages that make a thread remember or forget a thing. */
export type Telling =
  | { readonly kind: "Thing"; readonly id: number; readonly thing: object }
  | { readonly kind: "Forget"; readonly id: number }

const numbers = new WeakMap<object, number>()
let next = 0

const numberOf = (thing: object): number => {
  const known = numbers.get(thing) ?? next++
  numbers.set(thing, known)
  return known
}

export const make = (limits: Limits, tell: (telling: Telling) => void, sizeOf: SizeOf = one): ThreadMemory => {
  const known = Object.entries(limits).map(([name, most]) => ({ name, most, own: new Map<number, number>(), size: 0 }))
  /** Returns true if the thread knows the thing under any name: one thing may have several. */
  const isKnown = (id: number): boolean => known.some(({ own }) => own.has(id))
  const forget = (of: (typeof known)[number], id: number): void => {
    of.size -= of.own.get(id) ?? 0
    if (of.own.delete(id) && !isKnown(id)) tell({ kind: "Forget", id })
  }
  /** Makes the thing the one that was used last, and sends it to the thread if need be. */
  const use = (of: (typeof known)[number], thing: object): number => {
    const id = numberOf(thing)
    const size = of.own.get(id) ?? sizeOf(thing)
    if (of.own.delete(id)) of.size -= size
    else if (!isKnown(id)) tell({ kind: "Thing", id, thing })
    of.own.set(id, size)
    of.size += size
    return id
  }
  const makeRoom = (of: (typeof known)[number], inUse: ReadonlySet<number>): void => {
    for (const oldest of of.own.keys()) {
      if (of.size <= of.most || inUse.has(oldest)) return
      forget(of, oldest)
    }
  }
  return {
    numbersOf: (things) =>
      Object.fromEntries(
        known.map((of) => {
          const thing = things[of.name]!
          const ids = Array.isArray(thing) ? thing.map((one: object) => use(of, one)) : use(of, thing)
          makeRoom(of, new Set([ids].flat()))
          return [of.name, ids]
        })
      ),
    forget: (thing) => {
      for (const of of known) forget(of, numberOf(thing))
    }
  }
}
