import { call, callForStream } from "../Call.ts"
import { type EventPage, headOf } from "./Head.ts"
import { readEvents } from "./ReadEvents.ts"

/** Time in milliseconds until a stream that has ended is opened again. */
const pause = 2000

/** The last event that was heard of each project. */
const cursors = new Map<string, string>()

/** Returns the id after which to listen; null if the project's events cannot be read. */
const startOf = (path: string, signal: AbortSignal): Promise<string | null> =>
  headOf(async (after, limit) => {
    const from = after === null ? "" : `&after=${after}`
    const answer = await call<EventPage>("GET", `${path}?limit=${limit}${from}`, { signal })
    return "value" in answer ? answer.value : null
  })

/** Listens until the stream ends. Returns whether to go on. */
const listened = async (
  path: string,
  heard: (types: ReadonlySet<string>) => void,
  signal: AbortSignal
): Promise<boolean> => {
  const after = cursors.get(path) ?? (await startOf(path, signal))
  if (after === null) return false
  cursors.set(path, after)
  const answer = await callForStream(`${path}?after=${after}`, signal)
  if ("failure" in answer) {
    // The event that was heard last is not kept any more.
    if (answer.failure.code !== "CursorExpired") return false
    cursors.delete(path)
    return true
  }
  const reader = answer.value.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return true
      const read = readEvents(rest + value)
      rest = read.rest
      const last = read.events.at(-1)
      if (last === undefined) continue
      cursors.set(path, last.id)
      heard(new Set(read.events.map(({ type }) => type)))
    }
  } catch {
    // The connection was cut, or the listener has gone.
    return true
  }
}

/** Calls `heard` with the types of new events of a project, until `signal` is aborted or the user may not read them. */
export const follow = async (
  projectId: string,
  heard: (types: ReadonlySet<string>) => void,
  signal: AbortSignal
): Promise<void> => {
  while (!signal.aborted && (await listened(`/projects/${projectId}/events`, heard, signal))) {
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
