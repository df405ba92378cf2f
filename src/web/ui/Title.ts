import { useEffect } from "preact/hooks"
import { texts } from "../Texts.ts"

/** Sets the title of the window, for its tab and for screen readers. */
export const useTitle = (name: string | null): void => {
  useEffect(() => {
    document.title = name === null ? texts.name : `${name} · ${texts.name}`
  }, [name])
}
