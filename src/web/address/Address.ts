import { signal } from "@preact/signals"
import { queryText } from "./QueryText.ts"

const named = document.querySelector<HTMLMetaElement>('meta[name="plinth"]')?.content ?? location.origin

/** URL under which clients reach the service, without a trailing slash. */
export const publicUrl = named

const base = `${new URL(publicUrl).pathname.replace(/\/$/, "")}/app`

/** Whether the page was opened under the public URL of the service; it does not work elsewhere. */
export const isHere = location.origin === new URL(publicUrl).origin && location.pathname.startsWith(base)

/** Identifiers in the path of a page. */
export type Identifiers = Readonly<Record<string, string>>

/** Location within the page: a path that begins with `/`, and the parameters of the query string. */
export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

const read = (): Place => ({
  path: location.pathname.slice(base.length).replace(/\/+$/, "") || "/",
  query: new URLSearchParams(location.search)
})

/** The current location. It follows the back and forward buttons of the browser. */
export const place = signal(read())

/** Reads the current location again. */
export const arrived = (): void => {
  place.value = read()
}

addEventListener("popstate", arrived)

/** Returns the URL of a location within the page. */
export const urlOf = (path: string, query?: URLSearchParams): string => {
  const text = query === undefined ? "" : queryText(query)
  return `${base}${path}${text === "" ? "" : `?${text}`}`
}

/** Goes to a location. `replace` replaces the current history entry instead of adding one. */
export const go = (path: string, query?: URLSearchParams, { replace = false } = {}): void => {
  history[replace ? "replaceState" : "pushState"](null, "", urlOf(path, query))
  place.value = read()
  if (replace) return
  scrollTo(0, 0)
  // Keyboard users continue in the new content.
  document.getElementById("content")?.focus({ preventScroll: true })
}

/** Changes parameters of the query string; null removes one. */
export const choose = (changes: Readonly<Record<string, string | null>>, { replace = true } = {}): void => {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  history[replace ? "replaceState" : "pushState"](null, "", urlOf(read().path, query))
  place.value = read()
}
