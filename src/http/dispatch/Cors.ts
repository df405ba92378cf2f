/** Headers that let scripts of any origin read a response (contract section 2.11). `*` is safe without cookies. */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": [
    "Location, X-Request-Id, Retry-After, Allow, ETag, WWW-Authenticate, X-Model-Version-Id",
    "Content-Disposition, Content-Range, Accept-Ranges, Content-Length"
  ].join(", ")
}

/** Returns the response to OPTIONS on a known path: allows its methods and the requested headers, for two hours. */
export const preflight = (request: Request, allow: ReadonlyArray<string>): Response => {
  const headers = new Headers({
    allow: allow.join(", "),
    "access-control-allow-methods": allow.join(", "),
    "access-control-max-age": "7200",
    vary: "Access-Control-Request-Headers"
  })
  const asked = request.headers.get("access-control-request-headers")
  if (asked !== null) headers.set("access-control-allow-headers", asked)
  return new Response(null, { status: 204, headers })
}
