import { type Path, scanJson } from "./JsonScan.ts"
import { Refusal, refusalOf } from "./Refusal.ts"

/** A request to the API. */
export interface ApiRequest {
  readonly method?: "GET" | "POST"
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks the API in the name of the caller of a tool, within the process. */
export interface ApiClient {
  /** Returns the JSON body of an answer, null if it has none. Fails with the `Refusal` of an error. */
  readonly json: (path: string, request?: ApiRequest) => Promise<unknown>
  /** Reads an answer of any size as `scanJson` does. Fails with the `Refusal` of an error. */
  readonly scan: (
    path: string,
    request: ApiRequest,
    isWanted: (path: Path) => boolean,
    onValue: (path: Path, value: unknown) => unknown
  ) => Promise<void>
  /** The id of the call, under which the log has it. */
  readonly requestId: string
  /** Aborted if the program goes away. */
  readonly signal: AbortSignal
}

interface Caller {
  /** The request of the tool, whose token and id the requests to the API carry. */
  readonly request: Request
  readonly requestId: string
  readonly ask: (request: Request) => Promise<Response>
}

const queryOf = (query: NonNullable<ApiRequest["query"]>): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    parameters.append(name, String(value))
  }
  return parameters.size === 0 ? "" : `?${parameters.toString()}`
}

/** Returns the client for a call of a tool. */
export const make = ({ ask, request, requestId }: Caller): ApiClient => {
  const origin = new URL(request.url).origin
  const send = async (path: string, { body, headers, method, query = {} }: ApiRequest): Promise<Response> => {
    const response = await ask(
      new Request(`${origin}${path}${queryOf(query)}`, {
        method: method ?? "GET",
        headers: {
          authorization: request.headers.get("authorization") ?? "",
          "x-request-id": requestId,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: request.signal
      })
    )
    if (response.status < 400) return response
    const said: unknown = await response.json().catch(() => null)
    throw refusalOf(response.status, said, response.headers.get("retry-after"))
  }
  /** Returns an answer that may lie elsewhere, in the bucket of the operator. */
  const follow = async (response: Response): Promise<Response> => {
    const location = response.headers.get("location")
    if (response.status !== 302 || location === null) return response
    const file = await fetch(location, { signal: request.signal }).catch(() => null)
    if (file?.ok !== true) throw new Refusal("StorageUnavailable", "The file cannot be read at the moment.")
    return file
  }
  return {
    requestId,
    signal: request.signal,
    json: async (path, asked = {}) => {
      const text = await (await send(path, asked)).text()
      return text === "" ? null : (JSON.parse(text) as unknown)
    },
    scan: async (path, asked, isWanted, onValue) => {
      const { body } = await follow(await send(path, asked))
      if (body !== null) await scanJson(body, isWanted, onValue)
    }
  }
}

/** Identifiers that may stand in a path: with other characters they would name another path. */
const identifier = /^[\w$-]{1,64}$/

/** Returns an identifier as it stands in a path. Fails with `InvalidIdentifier`. */
export const idOf = (name: string, value: string | number): string => {
  const text = String(value)
  if (!identifier.test(text)) throw new Refusal("InvalidIdentifier", `${name} is malformed.`)
  return encodeURIComponent(text)
}
