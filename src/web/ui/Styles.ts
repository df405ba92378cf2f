const url = document.querySelector<HTMLMetaElement>('meta[name="plinth-style"]')?.content

let loaded: Promise<void> | null = null

/**
 * Loads the styles of tables, models and products, which the first page does not need. It also resolves if they cannot be
 * loaded, because the page works without them.
 */
export const workStyles = (): Promise<void> =>
  (loaded ??= new Promise((resolve) => {
    if (url === undefined) return resolve()
    const link = document.createElement("link")
    link.rel = "stylesheet"
    link.href = url
    link.onload = () => resolve()
    link.onerror = () => resolve()
    document.head.append(link)
  }))
