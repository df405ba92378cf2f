import type { ComponentType } from "preact"
import { useEffect, useState } from "preact/hooks"
import type { Failure } from "../api/Failure.ts"
import { texts } from "../Texts.ts"
import { Busy, Problem } from "./Loaded.tsx"

/** The failure of a script that could not be loaded. */
export const notLoaded: Failure = { status: 0, code: "NotLoaded", details: texts.problem.notLoaded, requestId: null }

/** Returns a component whose script is loaded when it is first shown. */
export const lazy = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> => {
  let known: ComponentType<P> | null = null
  return (properties) => {
    const [part, setPart] = useState<ComponentType<P> | null>(() => known)
    const [isBroken, setBroken] = useState(false)
    useEffect(() => {
      void load().then(
        (loaded) => setPart(() => (known = loaded)),
        () => setBroken(true)
      )
    }, [])
    const Found = part
    // A browser retries a script that failed to load only if the whole page is reloaded.
    if (isBroken) return <Problem failure={notLoaded} retry={() => location.reload()} />
    return Found === null ? <Busy /> : <Found {...properties} />
  }
}
