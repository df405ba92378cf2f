import * as Effect from "effect/Effect"
import * as Local from "../../../adapters/auth/Local.ts"
import { scopes, type UserId } from "../../domain/Principal.ts"

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body as JSON; an empty object if it is not JSON. */
  readonly json: Record<string, never>
}

interface CallOptions {
  readonly body?: unknown
  readonly bytes?: Uint8Array | ReadableStream<Uint8Array>
  /** An `Idempotency-Key`. */
  readonly key?: string
  readonly timeoutMillis?: number
  /** The modification session (X-Client-Session-Id). */
  readonly session?: string
}

export interface ServiceClient {
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>
  /** Gets a path and returns the answer before its body has arrived. */
  readonly open: (path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>
  /** Puts the bytes to a new upload URL and returns the key. */
  readonly upload: (bytes: Uint8Array) => Promise<string>
  readonly createProject: (name: string) => Promise<string>
  /** Starts an import and returns the operation's id. */
  readonly startImport: (projectId: string, name: string, bytes: Uint8Array) => Promise<string>
  /** The models of a project as its list shows them. */
  readonly models: (projectId: string) => Promise<ReadonlyArray<{ readonly id: string; readonly name: string }>>
  readonly operation: (operationId: string) => Promise<Operation>
  /** Waits until the operation has ended; throws if it takes five minutes. */
  readonly ended: (operationId: string) => Promise<Operation>
}

export interface Operation {
  readonly id: string
  readonly status: "Queued" | "InProgress" | "Ready" | "Failed"
  readonly percentageCompleted: number
  readonly error?: string
}

/** A token of the issuer of a data folder, good for a year. */
export const tokenOf = (directory: string, user: string): Promise<string> =>
  Effect.runPromise(Local.issue({ directory, userId: user as UserId, name: null, scopes, ttlSeconds: 31_000_000 }))

const parse = (text: string): Record<string, never> => {
  try {
    return JSON.parse(text) as Record<string, never>
  } catch {
    return {}
  }
}

/** The time after which an unfinished operation of a test counts as stuck, in milliseconds. */
const longestOperation = 300_000

/** An answer that the test did not expect. */
class Unexpected extends Error {}

const expected = (answer: Answer, ...statuses: ReadonlyArray<number>): Answer => {
  if (statuses.includes(answer.status)) return answer
  throw new Unexpected(`${answer.status} ${answer.text}`)
}

/** Talks to a running service as one user. */
export const make = (url: string, token: string): ServiceClient => {
  const call: ServiceClient["call"] = async (
    method,
    path,
    { body, bytes, key, session, timeoutMillis = 30_000 } = {}
  ) => {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: "manual",
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(session === undefined ? {} : { "x-client-session-id": session })
      },
      ...(bytes === undefined ? (body === undefined ? {} : { body: JSON.stringify(body) }) : { body: bytes }),
      signal: AbortSignal.timeout(timeoutMillis)
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  }
  const upload: ServiceClient["upload"] = async (bytes) => {
    const issued = expected(await call("GET", "/v1/files/upload-url"), 200).json as unknown as Record<string, string>
    expected(await call("PUT", new URL(issued["uploadUrl"]!).pathname, { bytes }), 200)
    return issued["uploadKey"]!
  }
  const operation: ServiceClient["operation"] = async (operationId) =>
    expected(await call("GET", `/v1/operations/${operationId}`), 200).json as unknown as Operation
  return {
    call,
    open: (path, headers, signal) =>
      fetch(new URL(path, url), { headers: { ...headers, authorization: `Bearer ${token}` }, signal }),
    upload,
    operation,
    createProject: async (name) => expected(await call("POST", "/v1/projects", { body: { name } }), 201).json["id"]!,
    startImport: async (projectId, name, bytes) => {
      const body = { modelName: name, uploadKey: await upload(bytes), uploadFileName: "model.ifc" }
      const answer = expected(await call("POST", `/v1/projects/${projectId}/models`, { body }), 202)
      return answer.headers.get("location")!.split("/").at(-1)!
    },
    models: async (projectId) => expected(await call("GET", `/v1/projects/${projectId}/models`), 200).json["models"]!,
    ended: async (operationId) => {
      const end = performance.now() + longestOperation
      for (;;) {
        const found = await operation(operationId)
        if (found.status === "Ready" || found.status === "Failed") return found
        if (performance.now() > end) throw new Unexpected(`operation ${operationId} is still ${found.status}`)
        await Bun.sleep(25)
      }
    }
  }
}
