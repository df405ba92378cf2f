/**
 * Returns the function that adds to the challenge of a response where the metadata of the resource at `path` is
 * (RFC 9728, section 5.1). Other responses stay as they are.
 */
export const make = (publicUrl: string) => {
  const url = `${publicUrl}/.well-known/oauth-protected-resource`
  return ({ headers }: Response, path: string): void => {
    const before = headers.get("www-authenticate")
    if (before === null) return
    const metadata = `resource_metadata="${url}${/^\/mcp\/?$/i.test(path) ? "/mcp" : ""}"`
    headers.set("www-authenticate", before.replace(/^Bearer realm="plinth"/, `$&, ${metadata}`))
  }
}
