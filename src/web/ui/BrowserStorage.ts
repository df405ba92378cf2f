/** Texts that a browser keeps by name. It may refuse its storage: then nothing is there, and nothing is kept. */
export interface BrowserStorage {
  /** Returns the text under a name; null if there is none. */
  readonly text: (key: string) => string | null
  /** Returns the value under a name that was kept as JSON; null if there is none, or if it is malformed. */
  readonly json: (key: string) => unknown
  /** Keeps a text. Returns false if the browser refuses. */
  readonly keep: (key: string, text: string) => boolean
  readonly keepJson: (key: string, value: unknown) => boolean
  readonly forget: (key: string) => void
}

const storageIn = (area: () => Storage): BrowserStorage => {
  // Reading the name of the area is enough to fail in a browser that refuses it.
  const attempt = <A>(act: (storage: Storage) => A, otherwise: A): A => {
    try {
      return act(area())
    } catch {
      return otherwise
    }
  }
  const keep = (key: string, text: string): boolean =>
    attempt((storage) => {
      storage.setItem(key, text)
      return true
    }, false)
  return {
    text: (key) => attempt((storage) => storage.getItem(key), null),
    json: (key) => attempt((storage): unknown => JSON.parse(storage.getItem(key) ?? "null"), null),
    keep,
    keepJson: (key, value) => keep(key, JSON.stringify(value)),
    forget: (key) => attempt((storage) => storage.removeItem(key), undefined)
  }
}

/** The storage that all windows of the browser share, until it is deleted. */
export const ofBrowser = storageIn(() => localStorage)

/** The storage that this window alone has, until it is closed. */
export const ofWindow = storageIn(() => sessionStorage)
