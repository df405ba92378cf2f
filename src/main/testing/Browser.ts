import * as CookieJar from "../../testing/CookieJar.ts"

/** The page that the user of a browser sees. */
export interface Page {
  readonly url: URL
  readonly response: Response
  readonly html: string
}

/** A browser that follows redirects and keeps cookies, each site's apart, and runs no script. */
export const open = () => {
  const jars = new Map<string, ReturnType<typeof CookieJar.make>>()
  const jarOf = ({ origin }: URL) => {
    const jar = jars.get(origin) ?? CookieJar.make()
    jars.set(origin, jar)
    return jar
  }

  /**
   * Follows redirects until a page arrives, or until a redirect leads to the URL that `stop` selects, which is not
   * fetched.
   */
  const go = async (start: URL | string, stop: (url: URL) => boolean = () => false, form?: URLSearchParams) => {
    let url = new URL(start)
    let body = form
    for (let steps = 0; steps < 20; steps++) {
      const headers = { cookie: jarOf(url).header(), accept: "text/html" }
      const method = body === undefined ? "GET" : "POST"
      const response = await fetch(url, {
        method,
        headers,
        redirect: "manual",
        ...(body === undefined ? {} : { body })
      })
      jarOf(url).take(response.headers)
      const location = response.headers.get("location")
      const next = location === null ? null : new URL(location, url)
      if (next === null) return { url, response, html: await response.text() } satisfies Page
      if (stop(next)) return { url: next, response, html: "" } satisfies Page
      ;[url, body] = [next, undefined]
    }
    throw new Error(`too many redirects, last to ${url.href}`)
  }

  /** Sends the form of a page with the input of its user. */
  const submit = (page: Page, typed: Readonly<Record<string, string>>, stop?: (url: URL) => boolean) => {
    const action = (/<form[^>]*\saction="([^"]*)"/.exec(page.html)?.[1] ?? "").replaceAll("&amp;", "&")
    return go(action === "" ? page.url : new URL(action, page.url), stop, new URLSearchParams(typed))
  }
  return { go, submit }
}
