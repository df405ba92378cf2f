import type { ErrorContext } from "../errors/ErrorResponse.ts"
import { corsHeaders } from "./Cors.ts"

/** The headers for browsers on every response (contract sections 2.11 and 2.16). */
const everywhere = Object.entries({ "x-content-type-options": "nosniff" })
const shared = Object.entries(corsHeaders)

const isJson = /^application\/(?:problem\+)?json\b/

/**
 * Adds the common headers to a response, and removes the body if the request is HEAD. Scripts of other origins may read
 * the response only if the path `isShared`.
 */
export const finish = (response: Response, context: ErrorContext, request: Request, isShared: boolean): Response => {
  const { headers } = response
  for (const [name, value] of everywhere) headers.set(name, value)
  if (isShared) for (const [name, value] of shared) headers.set(name, value)
  // Pages with a form that is posted to the service set a referrer policy of their own.
  if (!headers.has("referrer-policy")) headers.set("referrer-policy", "no-referrer")
  headers.set("x-request-id", context.requestId)
  if (!headers.has("cache-control") && isJson.test(headers.get("content-type") ?? "")) {
    headers.set("cache-control", "no-store")
  }
  if (request.method !== "HEAD") return response
  void response.body?.cancel()
  return new Response(null, response)
}
