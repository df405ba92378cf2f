import type { ComponentChildren } from "preact"
import { go, urlOf } from "./Address.ts"

interface Properties {
  readonly to: string
  readonly query?: URLSearchParams
  readonly class?: string
  readonly "aria-current"?: "page"
  readonly children: ComponentChildren
}

/** Link within the page. A plain click navigates without loading; the browser handles all other clicks. */
export const Link = ({ children, query, to, ...rest }: Properties) => (
  <a
    {...rest}
    href={urlOf(to, query)}
    onClick={(event) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      go(to, query)
    }}
  >
    {children}
  </a>
)
