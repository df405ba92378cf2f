import type { ViewModel } from "./ViewModel.ts"

export type ToWorker = { readonly url: string; readonly token: string | null } | { readonly bytes: Uint8Array }

interface FaultMessage {
  readonly kind: "fault"
  readonly tag: "NotLoaded" | "Damaged"
  /** Message of the error; for `NotLoaded` with a status, the body of the response. */
  readonly reason: string
  readonly status: number | null
  readonly requestId?: string | null
}

export type FromWorker =
  | { readonly kind: "progress"; readonly loaded: number; readonly total: number | null }
  | { readonly kind: "model"; readonly model: ViewModel }
  | FaultMessage

/**
 * Reason why there is no picture. `NotLoaded`: the service did not deliver the file; `status` is that of the response
 * (null if there was none), and the message is its body. `Damaged`: the file is not a valid view file. `NoWebGL`: the
 * browser cannot draw. `Closed`: loading was stopped before the viewer was open.
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

/** Source of the view file, and the script of the worker that reads it. */
export interface Source {
  /** URL of the view file, or its bytes. */
  readonly file: { readonly url: string; readonly token?: string } | { readonly bytes: Uint8Array }
  /** URL of the bundled `worker.ts`. */
  readonly worker: string
  /** Receives the number of bytes loaded and the total, which is null until it is known. */
  readonly onProgress?: (loaded: number, total: number | null) => void
  /** Stops the loading, which then fails with `Closed`. */
  readonly signal?: AbortSignal
}

/**
 * Loads and unpacks a view file in a worker, which is terminated afterwards. Fails with `ViewerFault`: `NotLoaded`,
 * `Damaged` or `Closed`.
 */
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
