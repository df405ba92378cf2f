/** Returns whether a request changes nothing, also if it is a POST because its query is a body. */
export const isRead = (method: string, path: string): boolean =>
  method === "GET" || (method === "POST" && /\/(?:query|groups)(?:\?|$)/.test(path))
