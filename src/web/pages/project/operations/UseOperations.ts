import { useEffect, useRef } from "preact/hooks"
import { call } from "../../../api/Call.ts"
import type { Operation, Project } from "../../../api/Views.ts"
import { useLoaded } from "../../../ui/Loaded.tsx"
import { isOn } from "./Operation.ts"

/**
 * Time in milliseconds until operations are polled again, while one is running and while none is: other users may start
 * one. Events of a project tell of ends only, so they could not replace this.
 */
const pauses = { running: 1500, idle: 15_000 }

interface Listed {
  readonly operations: ReadonlyArray<Operation>
  readonly totalCount: number
}

/**
 * Polls the newest operations of a project, also after a failed request. `known`: those last read, null until then;
 * `imported`: the ids of finished imports among them.
 */
export const useOperations = (project: Project, most: number) => {
  const loading = useLoaded(
    (signal) => call<Listed>("GET", `/projects/${project.id}/operations?pageSize=${most}`, { signal }),
    [project.id, most],
    [project.id]
  )
  const { state } = loading
  const last = useRef<Listed | null>(null)
  if (state.tag === "Ready") last.current = state.value
  const known = last.current
  useEffect(() => {
    if (state.tag === "Loading") return undefined
    const isRunning = state.tag === "Ready" && state.value.operations.some(isOn)
    const timer = setTimeout(loading.reload, isRunning ? pauses.running : pauses.idle)
    return () => clearTimeout(timer)
  }, [state])
  const imports = known?.operations.filter(({ kind, status }) => kind === "ImportIfc" && status === "Ready")
  return {
    loading,
    known: known?.operations ?? null,
    totalCount: known?.totalCount ?? 0,
    imported: imports?.map(({ id }) => id).join() ?? null
  }
}
