import { keep, type Session, session } from "./Session.ts"

/**
 * What windows of one reader tell each other. A window that is doubled has the tokens of the first; a refresh token
 * serves once (RFC 9700, section 4.14.2), so who has used it hands on what came in its place.
 */
type Message = { readonly wanted: string } | { readonly after: string; readonly session: Session }

const channel = new BroadcastChannel("plinth.session")

/** Refresh tokens in whose place the present one came. */
const used = new Set<string>()

/** Milliseconds in which another window says what it has. */
const patience = 150

const follow = (after: string, next: Session): void => {
  used.add(after)
  keep(next)
}

channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
  const own = session.value
  if ("after" in data) {
    if (own !== null && own.refresh === data.after) follow(data.after, data.session)
  } else if (own !== null && used.has(data.wanted)) channel.postMessage({ after: data.wanted, session: own })
})

/** Keeps the tokens that came in place of a refresh token, in this window and in those that have the used one. */
export const handOn = (after: string, next: Session): void => {
  follow(after, next)
  channel.postMessage({ after, session: next })
}

/** Asks the other windows whether one has used the refresh token; true: what came in its place is kept now. */
export const handed = (refresh: string): Promise<boolean> =>
  new Promise((resolve) => {
    channel.postMessage({ wanted: refresh })
    const over = (is: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(is)
    }
    const timer = setTimeout(() => over(false), patience)
    const stop = session.subscribe((own) => {
      if (own?.refresh !== refresh) queueMicrotask(() => over(true))
    })
  })

/** Runs in one window at a time; where the browser offers no locks (no secure context), at once. */
export const alone = <A>(work: () => Promise<A>): Promise<A> =>
  "locks" in navigator ? navigator.locks.request("plinth.renew", work) : work()
