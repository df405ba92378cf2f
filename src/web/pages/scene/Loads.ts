import { useSignal } from "@preact/signals"
import { useEffect, useRef, useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import { type Failure, failureOf } from "../../api/Failure.ts"
import type { GeometryLink } from "../../api/Views.ts"
import { load } from "../../viewer/Load.ts"
import { bytesOf } from "../../viewer/Join.ts"
import type { ViewModel } from "../../viewer/ViewModel.ts"
import { faultOf, workerUrl } from "../model/view/Opening.ts"
import { budgetOf, type Refusal, refusalOf } from "./Budget.ts"

/** State of a model of the scene. */
export type Load =
  | { readonly tag: "Waiting" }
  | { readonly tag: "Loading"; readonly bytes: number; readonly all: number }
  | { readonly tag: "Loaded"; readonly model: ViewModel; readonly bytes: number }
  | { readonly tag: "Shapeless" }
  | { readonly tag: "LeftOut"; readonly refusal: Refusal }
  | { readonly tag: "Failed"; readonly failure: Failure }

const waiting: Load = { tag: "Waiting" }

/** A model whose shapes are loaded. */
export interface Loaded {
  readonly id: string
  readonly model: ViewModel
}

const budget = (): number => budgetOf((navigator as { readonly deviceMemory?: number }).deviceMemory)

/** Loads the shapes of a model, unless they need more memory than is left. */
const loaded = async (
  base: string,
  used: ReadonlyArray<number>,
  signal: AbortSignal,
  show: (now: Load) => void
): Promise<Load> => {
  const link = await call<GeometryLink>("GET", `${base}/geometry?format=view`, { signal })
  if ("failure" in link) return { tag: "Failed", failure: link.failure }
  const { downloadUrl, sizeBytes, triangles } = link.value
  if (triangles === 0) return { tag: "Shapeless" }
  const refusal = refusalOf(used, triangles, budget())
  if (refusal !== null) return { tag: "LeftOut", refusal }
  show({ tag: "Loading", bytes: 0, all: sizeBytes })
  try {
    const model = await load({
      file: { url: downloadUrl },
      worker: workerUrl(),
      signal,
      onProgress: (bytes) => show({ tag: "Loading", bytes: Math.min(bytes, sizeBytes), all: sizeBytes })
    })
    return { tag: "Loaded", model, bytes: bytesOf(model) }
  } catch (error) {
    return { tag: "Failed", failure: faultOf(error).failure }
  }
}

const isKept = ({ tag }: Load): boolean => tag === "Loaded" || tag === "Shapeless"

/**
 * Loads the shapes of models one after another. Models that are taken out are forgotten, and those that remain are not
 * loaded again.
 *
 * @returns `loads` by id, as they change; and the loaded models, which follow after the first and after the last one
 */
export const useLoads = (project: string, ids: ReadonlyArray<string>) => {
  const loads = useSignal<ReadonlyMap<string, Load>>(new Map())
  const [ready, setReady] = useState<ReadonlyArray<Loaded>>([])
  const [isDone, setDone] = useState(false)
  const [round, setRound] = useState(0)
  const kept = useRef(new Map<string, Load>())
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const before = kept.current
    const now = new Map(
      ids.map((id): readonly [string, Load] => {
        const known = before.get(id)
        return [id, known !== undefined && isKept(known) ? known : waiting]
      })
    )
    kept.current = now
    const put = (id: string, state: Load) => {
      if (signal.aborted) return
      now.set(id, state)
      loads.value = new Map(now)
    }
    const show = () => {
      if (signal.aborted) return
      setReady(
        ids.flatMap((id) => {
          const one = now.get(id)!
          return one.tag === "Loaded" ? [{ id, model: one.model }] : []
        })
      )
    }
    const bytes = () => [...now.values()].flatMap((one) => (one.tag === "Loaded" ? [one.bytes] : []))
    const run = async () => {
      for (const id of ids) {
        if (isKept(now.get(id)!)) continue
        const isFirst = bytes().length === 0
        put(id, await loaded(`${project}/models/${id}`, bytes(), signal, (state) => put(id, state)))
        if (signal.aborted) return
        if (isFirst) show()
      }
      show()
      setDone(true)
    }
    loads.value = new Map(now)
    setDone(false)
    show()
    run().catch((error: unknown) => {
      // Whatever breaks is shown at the models that are not loaded.
      for (const [id, { tag }] of now) {
        if (tag === "Waiting") put(id, { tag: "Failed", failure: failureOf(0, String(error), null) })
      }
    })
    return () => control.abort()
  }, [project, ids.join(), round])
  return { isDone, loads, ready, retry: () => setRound((last) => last + 1) }
}
