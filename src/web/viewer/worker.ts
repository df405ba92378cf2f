import type { FromWorker, ToWorker } from "./Load.ts"
import { DamagedView } from "./Damaged.ts"
import { readView } from "./ReadView.ts"

/** The part of the worker's global scope that is used here. */
interface Scope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null
  readonly postMessage: (message: FromWorker, transfer?: ReadonlyArray<ArrayBufferLike>) => void
}

const scope = globalThis as unknown as Scope

/** Returns the length in the header of the file, because the length in the response is that of the compressed file. */
const lengthIn = (head: Uint8Array): number | null =>
  head.length < 12 ? null : new DataView(head.buffer, head.byteOffset).getUint32(8, true)

const joined = (parts: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const all = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

const fetched = async (url: string, token: string | null): Promise<Uint8Array | FromWorker> => {
  const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` }
  let response: Response
  try {
    response = await fetch(url, { headers })
  } catch (error) {
    return { kind: "fault", tag: "NotLoaded", reason: String(error), status: null }
  }
  if (!response.ok) {
    const reason = await response.text().catch(() => "")
    const requestId = response.headers.get("x-request-id")
    return { kind: "fault", tag: "NotLoaded", reason, status: response.status, requestId }
  }
  const parts: Array<Uint8Array> = []
  let loaded = 0
  let total: number | null = null
  try {
    const from = response.body!.getReader()
    for (let next = await from.read(); !next.done; next = await from.read()) {
      parts.push(next.value)
      loaded += next.value.length
      total ??= lengthIn(parts[0]!)
      scope.postMessage({ kind: "progress", loaded, total })
    }
  } catch (error) {
    return { kind: "fault", tag: "NotLoaded", reason: String(error), status: null }
  }
  return joined(parts, loaded)
}

scope.onmessage = async ({ data }) => {
  const bytes = "bytes" in data ? data.bytes : await fetched(data.url, data.token)
  if (!(bytes instanceof Uint8Array)) return scope.postMessage(bytes)
  try {
    const model = await readView(bytes)
    const { batches, boxes, classOf, isSpace, parts } = model
    const held = new Set<ArrayBufferLike>([classOf, isSpace, boxes].map(({ buffer }) => buffer))
    for (const batch of [parts, ...batches]) {
      for (const value of Object.values(batch)) if (ArrayBuffer.isView(value)) held.add(value.buffer)
    }
    scope.postMessage({ kind: "model", model }, [...held])
  } catch (error) {
    const reason = error instanceof DamagedView ? error.message : "The file took more than the browser gives."
    scope.postMessage({ kind: "fault", tag: "Damaged", reason, status: null })
  }
}
