/** The request id of a request: the caller's, if 1 to 128 printable ASCII characters, else a new one. */
export const requestIdOf = (headers: Headers): string => {
  const given = headers.get("x-request-id")
  return given !== null && /^[\x20-\x7e]{1,128}$/.test(given) && given.trim() !== "" ? given : crypto.randomUUID()
}
