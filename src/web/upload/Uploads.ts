import { effect } from "@preact/signals"
import { publicUrl } from "../address/Address.ts"
import { call } from "../api/Call.ts"
import { type Failure, failureOf, failureOfOperation, unknown } from "../api/Failure.ts"
import type { Operation, UploadUrl } from "../api/Views.ts"
import { texts } from "./FileTexts.ts"
import { type Stage, type Upload, uploads } from "./UploadList.ts"

/** Largest number of files sent at once: more would only share the same connection. */
const mostAtOnce = 2
/**
 * Largest number and bytes of files that are sent or imported. The service refuses users who have many more unfinished
 * operations.
 */
const mostOpen = 50
const mostBytesOpen = 500e6
const pollMillis = 700

let count = 0
const controls = new Map<number, AbortController>()

const put = (id: number, stage: Stage): void => {
  uploads.value = uploads.value.map((upload) => (upload.id === id ? { ...upload, stage } : upload))
}

export const isOver = ({ tag }: Stage): boolean => tag === "Ready" || tag === "Failed" || tag === "Cancelled"

const away: Failure = { status: 0, code: "Away", details: texts.upload.broken, requestId: null }

/** Returns why the bytes were refused. A bucket or a proxy has no message for users, so the status is described. */
const refusalOf = ({ responseText, status }: XMLHttpRequest, requestId: string | null): Failure => {
  const told = failureOf(status, responseText, requestId)
  if (told.code !== unknown) return told
  const details = status === 413 ? texts.upload.tooLarge : texts.upload.refused(status)
  return { ...told, code: "UploadRefused", details }
}

/** Sends the bytes with XMLHttpRequest, because `fetch` reports no upload progress. */
const sent = (url: string, file: File, stop: AbortSignal, progress: (fraction: number) => void) =>
  new Promise<Failure | null>((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total))
    request.addEventListener("load", () => {
      // The page may not read this header from a bucket, and the browser would log an error.
      const requestId = url.startsWith(publicUrl) ? request.getResponseHeader("x-request-id") : null
      resolve(request.status < 300 ? null : refusalOf(request, requestId))
    })
    request.addEventListener("error", () => resolve(away))
    request.addEventListener("abort", () => resolve(away))
    stop.addEventListener("abort", () => request.abort())
    request.open("PUT", url)
    request.send(file)
  })

const followed = async (id: number, operationId: string, stop: AbortSignal): Promise<void> => {
  for (;;) {
    const answer = await call<Operation>("GET", `/operations/${operationId}`, { signal: stop })
    if (stop.aborted) return
    if ("failure" in answer) return put(id, { tag: "Failed", failure: { ...answer.failure, operationId } })
    const operation = answer.value
    if (operation.status === "Ready") return put(id, { tag: "Ready", operation })
    if (operation.status === "Failed") {
      return put(id, { tag: "Failed", failure: failureOfOperation(operation), operation })
    }
    put(id, { tag: "Importing", operation })
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
  }
}

const run = async ({ file, id, to }: Upload): Promise<void> => {
  const control = new AbortController()
  const { signal } = control
  controls.set(id, control)
  put(id, { tag: "Sending", fraction: 0 })
  const url = await call<UploadUrl>("GET", "/files/upload-url", { signal })
  if (signal.aborted) return
  if ("failure" in url) return put(id, { tag: "Failed", failure: url.failure })
  const fault = await sent(url.value.uploadUrl, file, signal, (fraction) => put(id, { tag: "Sending", fraction }))
  if (signal.aborted) return
  if (fault !== null) return put(id, { tag: "Failed", failure: fault })
  const name = file.name.replace(/\.[^.]+$/, "").slice(0, 255) || file.name
  const body = {
    ...(to.endsWith("/imports") ? { title: name } : { modelName: name }),
    uploadKey: url.value.uploadKey,
    uploadFileName: file.name
  }
  const started = await call<Operation>("POST", to, { body })
  if ("failure" in started) return put(id, { tag: "Failed", failure: started.failure })
  if (signal.aborted) return void call("DELETE", `/operations/${started.value.id}`)
  put(id, { tag: "Importing", operation: started.value })
  next()
  await followed(id, started.value.id, signal)
}

/** Returns whether a file may be sent now. One alone always may, however large it is. */
const hasRoom = ({ file }: Upload): boolean => {
  const open = uploads.value.filter(({ stage: { tag } }) => tag === "Sending" || tag === "Importing")
  const bytes = open.reduce((sum, one) => sum + one.file.size, file.size)
  const sending = open.filter(({ stage }) => stage.tag === "Sending").length
  return open.length === 0 || (sending < mostAtOnce && open.length < mostOpen && bytes <= mostBytesOpen)
}

const next = (): void => {
  for (;;) {
    const first = uploads.value.find(({ stage }) => stage.tag === "Waiting")
    if (first === undefined || !hasRoom(first)) return
    void run(first).finally(next)
  }
}

const stay = (event: BeforeUnloadEvent): void => event.preventDefault()

// Files that are not sent yet are lost with the window; the service continues with those it has.
effect(() => {
  const isSending = uploads.value.some(({ stage: { tag } }) => tag === "Waiting" || tag === "Sending")
  if (isSending) addEventListener("beforeunload", stay)
  else removeEventListener("beforeunload", stay)
})

/** Adds files for a project, each of which becomes a model, or the next file of a model. */
export const add = (to: string, files: Iterable<File>): void => {
  const added = Array.from(files, (file): Upload => ({
    id: (count += 1),
    to,
    file,
    stage: { tag: "Waiting" }
  }))
  uploads.value = [...uploads.value, ...added]
  next()
}

/** Cancels an upload at any stage. */
export const cancel = ({ id, stage }: Upload): void => {
  controls.get(id)?.abort()
  put(id, { tag: "Cancelled" })
  if (stage.tag === "Importing") void call("DELETE", `/operations/${stage.operation.id}`)
  next()
}

/** Restarts an upload that failed or was cancelled. */
export const retry = ({ id }: Upload): void => {
  put(id, { tag: "Waiting" })
  next()
}

/** Removes finished uploads to a path. */
export const clear = (to: string): void => {
  uploads.value = uploads.value.filter((upload) => upload.to !== to || !isOver(upload.stage))
}
