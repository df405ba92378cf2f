/** An event as the list, a stream or a webhook shows it. */
export interface ShownEvent {
  readonly id: string
  readonly type: string
  readonly object: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** A change that the service acknowledged, so that it must have made exactly one event. */
export interface Change {
  readonly type: string
  readonly object: string
  /** The member `data.change` of the event, if events of its type have it. */
  readonly change?: string
  /** The commit took place between these times, in milliseconds by the clock of this process. */
  readonly span: readonly [began: number, ended: number]
}

/** A message that the receiver of a webhook received. */
export interface Message {
  readonly id: string
  readonly event: ShownEvent
}

const nameOf = (type: string, object: string, change: unknown): string =>
  typeof change === "string" ? `${type} ${object} ${change}` : `${type} ${object}`
const changeName = ({ change, object, type }: Change): string => nameOf(type, object, change)
const eventName = ({ data, object, type }: ShownEvent): string => nameOf(type, object, data?.["change"])

/** Returns the changes that do not have exactly one event, and the events of the same types without a change. */
export const unmatched = (changes: ReadonlyArray<Change>, events: ReadonlyArray<ShownEvent>): ReadonlyArray<string> => {
  const types = new Set(changes.map(({ type }) => type))
  const counts = new Map(changes.map((change) => [changeName(change), 0]))
  const unknown: Array<string> = []
  for (const event of events) {
    if (!types.has(event.type)) continue
    const name = eventName(event)
    const count = counts.get(name)
    if (count === undefined) unknown.push(`no change for event ${event.id}: ${name}`)
    else counts.set(name, count + 1)
  }
  const wrong = [...counts].filter(([, count]) => count !== 1).map(([name, count]) => `${count} events: ${name}`)
  return [...wrong, ...unknown]
}

/** Returns the events whose change began after the change of a later event had been acknowledged. */
export const misplaced = (
  changes: ReadonlyArray<Change>,
  events: ReadonlyArray<ShownEvent>
): ReadonlyArray<ShownEvent> => {
  const spans = new Map(changes.map((change) => [changeName(change), change.span]))
  let earliestEnd = Infinity
  return events.toReversed().filter((event) => {
    const span = spans.get(eventName(event))
    if (span === undefined) return false
    const isMisplaced = span[0] > earliestEnd
    earliestEnd = Math.min(earliestEnd, span[1])
    return isMisplaced
  })
}

/**
 * Returns the first difference between the events that a reader received and all events, or null if it received each
 * event once, in order.
 */
export const difference = (got: ReadonlyArray<ShownEvent>, all: ReadonlyArray<ShownEvent>): string | null => {
  const ids = all.map(({ id }) => Number(id))
  if (ids.some((id, i) => i > 0 && id <= ids[i - 1]!)) return "the ids of the list do not increase"
  for (let i = 0; i < Math.max(got.length, all.length); i++) {
    const [one, other] = [JSON.stringify(got[i]), JSON.stringify(all[i])]
    if (one !== other) return `event ${i + 1} is ${one ?? "missing"} instead of ${other ?? "none"}`
  }
  return null
}

/** Compares the messages that a receiver received with the events that it should have received at least once. */
export const deliveries = (messages: ReadonlyArray<Message>, events: ReadonlyArray<ShownEvent>) => {
  const wanted = new Map(events.map((event) => [event.id, JSON.stringify(event)]))
  const idsOf = new Map<string, Set<string>>()
  let unknown = 0
  for (const { event, id } of messages) {
    if (wanted.get(event.id) !== JSON.stringify(event)) unknown += 1
    idsOf.set(event.id, (idsOf.get(event.id) ?? new Set()).add(id))
  }
  const sets = [...idsOf.values()]
  const shared = sets.reduce((sum, ids) => sum + ids.size, 0) - new Set(sets.flatMap((ids) => [...ids])).size
  return {
    lost: events.filter(({ id }) => !idsOf.has(id)).length,
    /** Messages that belong to no event, or whose text differs from that of their event. */
    unknown,
    /** Events that were sent under several message ids, and message ids that were used for several events. */
    renamed: sets.filter((ids) => ids.size > 1).length + shared,
    repeated: messages.length - idsOf.size
  }
}
