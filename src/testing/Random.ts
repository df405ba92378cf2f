/** Random numbers of tests, the same for the same seed. */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  below(n: number): number {
    return Math.floor(this.next() * n)
  }
  chance(p: number): boolean {
    return this.next() < p
  }
  pick<A>(items: ReadonlyArray<A>): A {
    return items[this.below(items.length)]!
  }
  /**
   * Puts items in a random order, in place. A sort with random comparisons would not do: how often they are called
   * depends on what the engine has compiled by then, so the same seed would give other contents in each run.
   */
  shuffle(items: Array<unknown>): void {
    for (let i = items.length - 1; i > 0; i--) {
      const other = this.below(i + 1)
      ;[items[i], items[other]] = [items[other], items[i]]
    }
  }
  some<A>(items: ReadonlyArray<A>, most: number): Array<A> {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(items))
  }
}
