import type { ViewModel } from "./ViewModel.ts"

export type ToWorker = { readonly url: string; readonly token: string | null } | { readonly bytes: Uint8Array }

interface FaultMessage {
  readonly kind: "fault"
  readonly tag: "NotLoaded" | "Damaged"
  /** Of `NotLoaded` with a status: the body of the answer. */
  readonly reason: string
  readonly status: number | null
  readonly requestId?: string | null
}

export type FromWorker =
  | { readonly kind: "progress"; readonly loaded: number; readonly total: number | null }
  | { readonly kind: "model"; readonly model: ViewModel }
  | FaultMessage

/**
 * Why there is no picture. `NotLoaded`: the service did not give the file, `status` is that of its answer, null where
 * there was none, and the message is its body. `Damaged`: what it gave is no view file. `NoWebGL`: the browser draws nothing. `Closed`: it was closed
 * before it was open.
 */
export class ViewerFault extends Error {
  readonly _tag: "NotLoaded" | "Damaged" | "NoWebGL" | "Closed"
  readonly status: number | null
  readonly requestId: string | null
  constructor(tag: ViewerFault["_tag"], reason: string, status: number | null = null, requestId: string | null = null) {
    super(reason)
    this._tag = tag
    this.status = status
    this.requestId = requestId
  }
}

/** Where the file comes from, and the script of the worker that reads it. */
export interface Source {
  /** Of the view file, or the file itself. */
  readonly file: { readonly url: string; readonly token?: string } | { readonly bytes: Uint8Array }
  /** Where `worker.ts` is served, bundled. */
  readonly worker: string
  /** Bytes that are there, and of how many; null until it is known. */
  readonly onProgress?: (loaded: number, total: number | null) => void
  /** Ends the loading, which then fails with `Closed`. */
  readonly signal?: AbortSignal
}

/** Loads and unpacks a view file in a worker, which ends with it. Fails: ViewerFault, `NotLoaded`, `Damaged`, `Closed`. */
export const load = ({ file, onProgress, signal, worker: script }: Source): Promise<ViewModel> => {
  const worker = new Worker(script, { type: "module" })
  const given = new Promise<ViewModel>((resolve, reject) => {
    const closed = () => reject(new ViewerFault("Closed", "It was closed while it was loaded."))
    if (signal?.aborted === true) closed()
    signal?.addEventListener("abort", closed, { once: true })
    worker.onerror = (event) => reject(new ViewerFault("NotLoaded", event.message || "The reader did not start."))
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "progress") onProgress?.(data.loaded, data.total)
      else if (data.kind === "model") resolve(data.model)
      else reject(new ViewerFault(data.tag, data.reason, data.status, data.requestId))
    }
    worker.postMessage(
      "bytes" in file
        ? { bytes: file.bytes }
        : { url: new URL(file.url, location.href).href, token: file.token ?? null }
    )
  })
  return given.finally(() => worker.terminate())
}
