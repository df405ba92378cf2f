import type { Library, LibraryRequest } from "./Library.ts"
import { arranged, searching } from "./Plugins.ts"
import { search } from "./Search.ts"
import { authorizedFetch, watchReference } from "./UseSession.ts"

/** The URL of the service as seen from this page, which may differ from the public URL. */
const root = new URL("..", import.meta.url)

/** Loads a script of the service. */
const loaded = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement("script")
    script.src = url
    script.addEventListener("load", () => resolve())
    script.addEventListener("error", reject)
    document.head.append(script)
  })

const shown = async (): Promise<Library> => {
  const url = document.querySelector<HTMLMetaElement>('meta[name="plinth-library"]')!.content
  const [description] = await Promise.all([
    fetch(new URL("openapi.json", root)).then((response) => response.json() as Promise<object>),
    loaded(url)
  ])
  return new Promise((resolve) => {
    const library = SwaggerUIBundle({
      spec: { ...description, servers: [{ url: root.href.replace(/\/$/, "") }] },
      dom_id: "#reference",
      deepLinking: true,
      filter: true,
      plugins: [searching, arranged],
      layout: "Arranged",
      defaultModelsExpandDepth: 0,
      showExtensions: true,
      syntaxHighlight: { theme: "obsidian" },
      displayRequestDuration: true,
      requestInterceptor: (request: LibraryRequest) => {
        request.userFetch = authorizedFetch
        return request
      },
      // No requests to third parties.
      validatorUrl: null,
      onComplete: () => resolve(library)
    })
  })
}

/** Lets the keyboard reach boxes of code, which scroll: the library renders them without a tab index. */
const watchBoxes = (within: Element): void =>
  new MutationObserver(() => {
    for (const box of within.querySelectorAll("pre.microlight:not([tabindex])")) box.setAttribute("tabindex", "0")
  }).observe(within, { childList: true, subtree: true })

let reference: Promise<Library> | null = null

/** Shows the operations, and the one that the address names. The library is loaded when it is first needed. */
export const begin = (hash: string): void => {
  if (reference === null) {
    watchBoxes(document.getElementById("reference")!)
    reference = shown()
    reference.then(
      (library) => {
        watchReference(library)
        search.subscribe((sought) => library.layoutActions.updateFilter(sought))
      },
      () => {
        // The next visit tries again.
        reference = null
      }
    )
  } else if (hash.length > 2) void reference.then(({ layoutActions }) => layoutActions.parseDeepLinkHash(hash))
}
