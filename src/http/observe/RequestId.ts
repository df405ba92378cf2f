/** Returns the caller's request id if it is 1 to 128 printable ASCII characters and not blank, otherwise a new one. */
export const requestIdOf = (headers: Headers): string => {
  const given = headers.get("x-request-id")
  return given !== null && /^[\x20-\x7e]{1,128}$/.test(given) && given.trim() !== "" ? given : crypto.randomUUID()
}
