import { raw, type Reply, withHeaders } from "../../call/Call.ts"

/** Returns the version that a change requires, or null if the client names none. */
export const ifMatch = (request: Request): string | null => request.headers.get("if-match")

/** Returns a value with its version, or 304 if the client has that version already. */
export const versioned = <A>(request: Request, value: A, etag: string): Reply<A> => {
  const known = request.headers.get("if-none-match")
  const isKnown = known !== null && known.split(",").some((one) => one.trim().replace(/^W\//, "") === etag)
  return isKnown ? raw(new Response(null, { status: 304, headers: { etag } })) : withHeaders(value, { etag })
}

/** The answer to a deletion: the standard wants 200. */
export const deleted = (): Reply<never> => raw(new Response(null, { status: 200 }))
