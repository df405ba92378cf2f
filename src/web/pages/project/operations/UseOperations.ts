import { useEffect, useRef } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import { follow } from "../../../api/events/Follow.ts"
import type { Operation, Project } from "../../../api/Views.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { isVisible } from "../../../ui/Visible.ts"
import { isOn } from "./Operation.ts"

/**
 * Time in milliseconds until operations are read again while the window is on screen. Events tell what has ended; the
 * progress of what runs, and what others start, has no events.
 */
const pauses = { running: 1500, idle: 60_000 }

/** Events after which operations are read again. */
const ends = ["operation.ended", "check.ended", "model.removed"]

interface Listed {
  readonly operations: ReadonlyArray<Operation>
  readonly totalCount: number
}

/**
 * Reads the newest operations of a project, and again when one has ended, also after a failed request. `known`: those
 * last read, null until then; `imported`: the ids of finished imports among them.
 */
export const useOperations = (project: Project, most: number) => {
  const isSeen = isVisible.value
  const loading = useLoaded(
    (signal) => call<Listed>("GET", `/projects/${project.id}/operations?pageSize=${most}`, { signal }),
    // Each time the window comes back on screen they are read again.
    [project.id, most, isSeen],
    [project.id]
  )
  const { reload, state } = loading
  const last = useRef<Listed | null>(null)
  if (state.tag === "Ready") last.current = state.value
  const known = last.current
  useEffect(() => {
    // A browser has few connections to a service, so windows that nobody sees have none.
    if (!isSeen) return undefined
    const control = new AbortController()
    const hear = (types: ReadonlySet<string>) => {
      if (ends.some((type) => types.has(type))) reload()
    }
    void follow(project.id, hear, control.signal)
    return () => control.abort()
  }, [project.id, isSeen])
  useEffect(() => {
    if (state.tag === "Loading" || !isSeen) return undefined
    const isRunning = state.tag === "Ready" && state.value.operations.some(isOn)
    const timer = setTimeout(reload, isRunning ? pauses.running : pauses.idle)
    return () => clearTimeout(timer)
  }, [state, isSeen])
  const imports = known?.operations.filter(({ kind, status }) => kind === "ImportIfc" && status === "Ready")
  return {
    loading,
    known: known?.operations ?? null,
    totalCount: known?.totalCount ?? 0,
    imported: imports?.map(({ id }) => id).join() ?? null
  }
}
