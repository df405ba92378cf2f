/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  readonly next: () => number
  /** Returns a whole number from `low` to `high`. */
  readonly between: (low: number, high: number) => number
  readonly pick: <A>(items: ReadonlyArray<A>) => A
}

/** Returns the generator Mulberry32. */
export const make = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { next, between, pick: (items) => items[between(0, items.length - 1)]! }
}
