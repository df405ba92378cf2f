/** A page of the events of a project. */
export interface EventPage {
  readonly events: ReadonlyArray<unknown>
  /** The id to ask after. */
  readonly next: string
}

/** Number of events that are read at once when the end is near. */
const near = 200

/**
 * Returns the id of the newest event, after which a stream begins that has only what comes. The service names the oldest
 * event alone, and ids grow: steps that grow go beyond the end, and halves lead back to it.
 *
 * @param ask returns a page after an id, or from the oldest event; null if it cannot be read
 */
export const headOf = async (
  ask: (after: string | null, limit: number) => Promise<EventPage | null>
): Promise<string | null> => {
  const first = await ask(null, 1)
  if (first === null || first.events.length === 0) return first?.next ?? null
  /** An id of an event, and one that is at the end or beyond it. */
  let low = Number(first.next)
  let high = Infinity
  for (let step = near; high - low > near; step *= 4) {
    const at = high === Infinity ? low + step : Math.floor((low + high) / 2)
    const page = await ask(String(at), 1)
    if (page === null) return null
    if (page.events.length > 0) low = Number(page.next)
    // Events that the user may not see were passed over up to the end.
    else if (Number(page.next) > at) return page.next
    else high = at
  }
  for (;;) {
    const page = await ask(String(low), near)
    if (page === null || page.events.length < near) return page?.next ?? null
    low = Number(page.next)
  }
}
