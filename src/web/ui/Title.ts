import { useEffect } from "preact/hooks"
import { texts } from "../Texts.ts"

/** Names what the window shows, for its tab and for who cannot see it. */
export const useTitle = (name: string | null): void => {
  useEffect(() => {
    document.title = name === null ? texts.name : `${name} · ${texts.name}`
  }, [name])
}
