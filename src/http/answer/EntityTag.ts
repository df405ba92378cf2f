/** Returns whether a header `If-None-Match` holds the entity tag (RFC 9110, section 13.1.2). */
export const holdsTag = (header: string | null, tag: string): boolean =>
  header !== null && header.split(",").some((one) => [tag, "*"].includes(one.trim().replace(/^W\//, "")))
