/** What the reference says of an endpoint beside its data. */
export interface Text {
  readonly summary: string
  readonly description?: string
  /** Error answers that only the work itself decides on. */
  readonly errors?: ReadonlyArray<number>
  /** True where the success answer names a place in `Location`; 202 and 302 always do. */
  readonly location?: true
  /** Parameters of the query that the handler itself reads. */
  readonly query?: ReadonlyArray<Readonly<Record<string, unknown>>>
}
