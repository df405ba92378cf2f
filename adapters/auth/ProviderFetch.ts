import type { CustomFetchOptions } from "openid-client"
import { isLoopback } from "./OidcSettings.ts"

/** Timeout of one answer of the provider with its body, in milliseconds. */
const longestAnswer = 5000

/** The largest answer that is read, in bytes. Discovery documents and key sets have up to about 20 KB. */
const largestAnswer = 512 * 1024

/** The provider's answer was not accepted. The message says why, and repeats nothing from the answer. */
export class AnswerRefused extends Error {}

type ProviderRequest = Pick<CustomFetchOptions, "method" | "headers"> & Partial<CustomFetchOptions>

/**
 * Sends one request to the provider and reads the whole answer: at most 512 KB, within 5 s. It follows no redirects,
 * and uses plain http only for loopback.
 *
 * Rejects with `AnswerRefused`, or as `fetch` if nothing answers.
 */
export const providerFetch = async (url: string, request: ProviderRequest): Promise<Response> => {
  const target = new URL(url)
  const isSafe = target.protocol === "https:" || (target.protocol === "http:" && isLoopback(target))
  if (!isSafe) throw new AnswerRefused("it names a URL that is not https")
  const deadline = AbortSignal.timeout(longestAnswer)
  const signal = request.signal === undefined ? deadline : AbortSignal.any([deadline, request.signal])
  const response = await fetch(target, {
    method: request.method,
    // The size of compressed data says nothing about the size that it unpacks to.
    headers: { ...request.headers, "accept-encoding": "identity" },
    decompress: false,
    redirect: "manual",
    body: request.body ?? null,
    signal
  })
  const { status, headers } = response
  return new Response(await bytesOf(response), { status, headers })
}

const bytesOf = async ({ headers, body }: Response): Promise<Uint8Array<ArrayBuffer> | null> => {
  const tooLarge = new AnswerRefused(`its answer has more than ${largestAnswer / 1024} KB`)
  if (Number(headers.get("content-length") ?? 0) > largestAnswer) {
    await body?.cancel()
    throw tooLarge
  }
  if (body === null) return null
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > largestAnswer) throw tooLarge
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Returns why the provider did not answer properly, on one line and without anything that it sent. */
export const faultOf = (error: unknown): string => {
  for (let cause = error; cause instanceof Error || cause instanceof DOMException; cause = cause.cause) {
    if (cause instanceof AnswerRefused) return cause.message
    if (cause.name === "TimeoutError") return `it did not answer within ${longestAnswer / 1000} s`
    const code = "code" in cause && typeof cause.code === "string" ? cause.code : ""
    if (/^[A-Z]\w+$/.test(code)) return `${sentences[code] ?? "it cannot be reached"} (${code})`
  }
  return "its answer is not what it must be"
}

/** Messages for the error codes of openid-client. */
const sentences: Readonly<Record<string, string>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: "its answer has a status that it must not have",
  OAUTH_RESPONSE_IS_NOT_JSON: "its answer is not JSON",
  OAUTH_PARSE_ERROR: "its answer is not JSON",
  OAUTH_INVALID_RESPONSE: "its answer lacks what it must have",
  OAUTH_RESPONSE_BODY_ERROR: "it refuses the client",
  OAUTH_MISSING_SERVER_METADATA: "its discovery document names no such endpoint",
  OAUTH_INVALID_SERVER_METADATA: "its discovery document names no URL",
  OAUTH_HTTP_REQUEST_FORBIDDEN: "it names a URL that is not https"
}
