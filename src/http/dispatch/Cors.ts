/** What browsers of any origin may read of an answer (contract section 2.11). No cookies, so `*` is right. */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "Location, X-Request-Id, Retry-After, Allow"
}

/** The answer to OPTIONS of a known path: the methods, the headers that were asked for, kept for two hours. */
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
