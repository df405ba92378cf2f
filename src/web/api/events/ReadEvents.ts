/** An event of a stream of server-sent events (HTML, section 9.2). */
export interface SentEvent {
  readonly id: string
  readonly type: string
}

const valueIn = (lines: ReadonlyArray<string>, name: string): string | null => {
  const line = lines.find((one) => one.startsWith(`${name}:`))
  return line === undefined ? null : line.slice(name.length + 1).trim()
}

/**
 * Reads the events of a text that has arrived. Comments and blocks without an id are left out.
 *
 * @returns the events, and what belongs to one that has not arrived whole
 */
export const readEvents = (text: string): { readonly events: ReadonlyArray<SentEvent>; readonly rest: string } => {
  const blocks = text.split("\n\n")
  const rest = blocks.pop()!
  const events = blocks.flatMap((block) => {
    const lines = block.split("\n")
    const [id, type] = [valueIn(lines, "id"), valueIn(lines, "event")]
    return id === null || type === null ? [] : [{ id, type }]
  })
  return { events, rest }
}
