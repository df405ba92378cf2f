import { signal } from "@preact/signals"

const named = document.querySelector<HTMLMetaElement>('meta[name="plinth"]')?.content ?? location.origin

/** Where clients reach the service, without a slash at the end. */
export const publicUrl = named

const base = `${new URL(publicUrl).pathname.replace(/\/$/, "")}/app`

/** Whether the page was opened where it works: what it is handed out begins with the address of the service. */
export const isHere = location.origin === new URL(publicUrl).origin && location.pathname.startsWith(base)

/** Where in the page somebody is: a path that begins with `/`, and what is chosen there. */
export interface Place {
  readonly path: string
  readonly query: URLSearchParams
}

const read = (): Place => ({
  path: location.pathname.slice(base.length).replace(/\/+$/, "") || "/",
  query: new URLSearchParams(location.search)
})

/** Where the reader is. It follows the buttons of the browser. */
export const place = signal(read())

/** Looks again where the reader is. */
export const arrived = (): void => {
  place.value = read()
}

addEventListener("popstate", arrived)

/** The URL of a place in the page. */
export const urlOf = (path: string, query?: URLSearchParams): string => {
  const text = query?.toString() ?? ""
  return `${base}${path}${text === "" ? "" : `?${text}`}`
}

/** Goes to a place, in place of this one where nobody wants to come back to it. */
export const go = (path: string, query?: URLSearchParams, { replace = false } = {}): void => {
  history[replace ? "replaceState" : "pushState"](null, "", urlOf(path, query))
  place.value = read()
  if (replace) return
  scrollTo(0, 0)
  // Who goes by keyboard goes on in what is new.
  document.getElementById("content")?.focus({ preventScroll: true })
}

/** Changes what is chosen here; null takes away. */
export const choose = (changes: Readonly<Record<string, string | null>>, { replace = true } = {}): void => {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  history[replace ? "replaceState" : "pushState"](null, "", urlOf(read().path, query))
  place.value = read()
}
