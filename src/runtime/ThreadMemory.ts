/** At most so many things of each name are remembered by a thread; the least recently used go first. */
type Limits = Readonly<Record<string, number>>

/** What one thread has been told. */
export interface ThreadMemory {
  /** The numbers of the things, which are told to the thread where it does not know them. */
  readonly numbersOf: (things: Readonly<Record<string, object>>) => Readonly<Record<string, number>>
  readonly forget: (thing: object) => void
}

/** What a thread hears of things. */
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

export const make = (limits: Limits, tell: (telling: Telling) => void): ThreadMemory => {
  const told = Object.entries(limits).map(([name, most]) => ({ name, most, own: new Set<number>() }))
  const forget = (own: Set<number>, id: number): void => {
    if (own.delete(id)) tell({ kind: "Forget", id })
  }
  return {
    numbersOf: (things) =>
      Object.fromEntries(
        told.map(({ most, name, own }) => {
          const thing = things[name]!
          const id = numberOf(thing)
          if (!own.delete(id)) tell({ kind: "Thing", id, thing })
          own.add(id)
          const [oldest] = own
          if (own.size > most) forget(own, oldest!)
          return [name, id]
        })
      ),
    forget: (thing) => {
      for (const { own } of told) forget(own, numberOf(thing))
    }
  }
}
