import { keep, type Session, session } from "./Session.ts"

/**
 * Message between windows of one user. A duplicated window has the tokens of the first. A refresh token can be used
 * only once (RFC 9700, section 4.14.2), so the window that used it passes on its replacement.
 */
type Message = { readonly wanted: string } | { readonly after: string; readonly session: Session }

const channel = new BroadcastChannel("plinth.session")

/** Used refresh tokens that the current one has replaced. */
const used = new Set<string>()

/** Milliseconds to wait for an answer of another window. */
const timeout = 150

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

/** Stores the tokens that replace a refresh token, in this window and in all that have the used one. */
export const handOn = (after: string, next: Session): void => {
  follow(after, next)
  channel.postMessage({ after, session: next })
}

/**
 * Asks the other windows whether one of them has used the refresh token. Returns true if its replacement is now stored.
 */
export const handed = (refresh: string): Promise<boolean> =>
  new Promise((resolve) => {
    channel.postMessage({ wanted: refresh })
    const over = (is: boolean) => {
      clearTimeout(timer)
      stop()
      resolve(is)
    }
    const timer = setTimeout(() => over(false), timeout)
    const stop = session.subscribe((own) => {
      if (own?.refresh !== refresh) queueMicrotask(() => over(true))
    })
  })

/** Runs `work` in one window at a time, or at once if the browser has no locks (no secure context). */
export const alone = <A>(work: () => Promise<A>): Promise<A> =>
  "locks" in navigator ? navigator.locks.request("plinth.renew", work) : work()
