/** Counts the references that are limited by the bounds of inverse attributes. */
export class InverseCounts {
  private readonly byReferrer: Array<Uint8Array | undefined> = []

  constructor(private readonly rows: number) {}

  /** Up to 255. */
  add(referrer: number, row: number): void {
    const counts = (this.byReferrer[referrer] ??= new Uint8Array(this.rows))
    if (counts[row]! < 255) counts[row]!++
  }

  get(referrer: number, row: number): number {
    return this.byReferrer[referrer]?.[row] ?? 0
  }
}
