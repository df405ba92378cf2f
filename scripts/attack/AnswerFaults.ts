import { tmpdir } from "node:os"
import { join } from "node:path"

/** An answer to a request that may have been broken. */
interface Judged {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** The most bytes of a request that an error may repeat. */
const mostEchoed = 1024
/**
 * Statuses that the HTTP parser sends by itself, without a body of the service. It sends 413 if chunks are longer than
 * any upload.
 */
const ofTheParser = new Set([400, 413, 431, 505])

const inside = [/\n\s+at .+:\d+:\d+/, /node_modules/, /\/src\/[\w/]+\.ts/, /<!doctype/i]
const places = [join(import.meta.dir, "../.."), join(tmpdir(), "plinth-")]

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== ""

/** Returns whether a body is an ErrorView or a ProblemDetails that matches its answer. */
const isError = (body: unknown, { headers, status }: Judged): boolean => {
  if (typeof body !== "object" || body === null) return false
  const members = body as Readonly<Record<string, unknown>>
  if (members["requestId"] !== headers.get("x-request-id") || !isText(members["requestId"])) return false
  const { detail, error, errorDetails, instance, title, type } = members
  if (/^[A-Z][A-Za-z]+$/.test(String(error)) && isText(errorDetails))
    return headers.get("content-type") === "application/json"
  return (
    /^urn:plinth:error:[a-z-]+$/.test(String(type)) &&
    members["status"] === status &&
    [detail, instance, title].every(isText)
  )
}

/** Returns the number of bytes of the request that the answer repeats, in pieces of 32. */
const echoed = (sent: string, text: string): number => {
  let bytes = 0
  for (let at = 0; at + 32 <= Math.min(text.length, 16_384); at += 32) {
    if (sent.includes(text.slice(at, at + 32))) bytes += 32
  }
  return bytes
}

/** Returns the faults of an answer. `sent` is the beginning of the request. */
export const faultsOf = (answer: Judged, sent: string): ReadonlyArray<string> => {
  const { headers, status, text } = answer
  const faults: Array<string> = []
  if (status >= 500 && !(status === 503 && headers.has("retry-after")) && status !== 505) {
    faults.push(`answers ${status} ${text.slice(0, 200)}`)
  }
  if (status < 400) return faults
  if (status === 429 && !headers.has("retry-after")) faults.push("429 without Retry-After")
  if (inside.some((pattern) => pattern.test(text)) || places.some((place) => text.includes(place))) {
    faults.push(`tells of the inside: ${text.slice(0, 200)}`)
  }
  const isBare = text === "" && (ofTheParser.has(status) || sent.startsWith("HEAD "))
  if (!isBare && !isError(parsed(text), answer)) {
    faults.push(`${status} without the form of an error: ${headers.get("content-type")} ${text.slice(0, 200)}`)
  }
  if (text.length > mostEchoed && echoed(sent, text) > mostEchoed)
    faults.push(`echoes what was sent: ${text.length} bytes`)
  return faults
}
