import type { ComponentChildren } from "preact"
import { go, urlOf } from "./Address.ts"

interface Properties {
  readonly to: string
  readonly query?: URLSearchParams
  readonly class?: string
  readonly "aria-current"?: "page"
  readonly children: ComponentChildren
}

/** A link within the page: a click goes there without loading; another window takes it as any other link. */
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
