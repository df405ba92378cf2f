import { texts } from "../Texts.ts"
import { call } from "./Call.ts"
import { type Failure, failureOf } from "./Failure.ts"
import type { Operation } from "./Views.ts"

const pollMillis = 400

const fetched = async <A>(
  url: string,
  read: (response: Response) => Promise<A>,
  signal?: AbortSignal
): Promise<A | Failure> => {
  try {
    const response = await fetch(url, signal === undefined ? {} : { signal })
    if (!response.ok) return failureOf(response.status, await response.text(), response.headers.get("x-request-id"))
    return await read(response)
  } catch {
    const code = signal?.aborted === true ? "Aborted" : "Away"
    return { status: 0, code, details: texts.problem.away, requestId: null }
  }
}

/** Returns the JSON of a result file. */
export const downloaded = <A>(url: string, signal: AbortSignal): Promise<A | Failure> =>
  fetched(url, async (response) => (await response.json()) as A, signal)

/** Returns the bytes of a result file. */
export const downloadedBytes = (url: string): Promise<Blob | Failure> => fetched(url, (response) => response.blob())

/**
 * Starts an operation at a path under /v1, waits for it, and returns its result file. Aborting `signal` also cancels
 * the operation.
 */
export const calculated = async <A>(path: string, body: unknown, signal: AbortSignal): Promise<A | Failure> => {
  const started = await call<Operation>("POST", `${path}/query`, { body, signal })
  if ("failure" in started) return started.failure
  const { id } = started.value
  for (;;) {
    const answer = await call<Operation>("GET", `/operations/${id}`, { signal })
    if (signal.aborted) void call("DELETE", `/operations/${id}`)
    if ("failure" in answer) return answer.failure
    if (answer.value.status === "Ready" || answer.value.status === "Failed") break
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
  }
  const link = await call<{ readonly downloadUrl: string }>("GET", `${path}/${id}/result`, { signal })
  if ("failure" in link) return link.failure
  return downloaded<A>(link.value.downloadUrl, signal)
}
