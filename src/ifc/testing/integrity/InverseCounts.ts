/** How often instances are referred to by what bounds it: the attributes that inverse attributes are of. */
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
