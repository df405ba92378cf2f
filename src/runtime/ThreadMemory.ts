/**
 * Largest number or total size of the things that a thread remembers per name. The least recently used ones are
 * forgotten first, never the one in use.
 */
type Limits = Readonly<Record<string, number>>

export type SizeOf = (thing: object) => number

/** Counts each thing as one. */
const one: SizeOf = () => 1

/** Things that one thread has been sent. */
export interface ThreadMemory {
  /** Returns the numbers of the things, after sending the thread those that it does not know. */
  readonly numbersOf: (things: Readonly<Record<string, object>>) => Readonly<Record<string, number>>
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
  const told = Object.entries(limits).map(([name, most]) => ({ name, most, own: new Map<number, number>(), size: 0 }))
  /** Returns true if the thread knows the thing under any name: one thing may have several. */
  const isTold = (id: number): boolean => told.some(({ own }) => own.has(id))
  const forget = (of: (typeof told)[number], id: number): void => {
    of.size -= of.own.get(id) ?? 0
    if (of.own.delete(id) && !isTold(id)) tell({ kind: "Forget", id })
  }
  return {
    numbersOf: (things) =>
      Object.fromEntries(
        told.map((of) => {
          const { most, name, own } = of
          const thing = things[name]!
          const id = numberOf(thing)
          const size = own.get(id) ?? sizeOf(thing)
          if (own.delete(id)) of.size -= size
          else if (!isTold(id)) tell({ kind: "Thing", id, thing })
          own.set(id, size)
          of.size += size
          for (const oldest of own.keys()) {
            if (of.size <= most || oldest === id) break
            forget(of, oldest)
          }
          return [name, id]
        })
      ),
    forget: (thing) => {
      for (const of of told) forget(of, numberOf(thing))
    }
  }
}
