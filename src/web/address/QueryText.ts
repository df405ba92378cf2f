/**
 * Returns the text of a query string. Dollar signs, commas, slashes and colons stay as they are, which `URLSearchParams`
 * escapes although no reader needs it: GlobalIds and lists of them are shorter so.
 */
export const queryText = (query: URLSearchParams): string =>
  query.toString().replaceAll(/%(?:24|2C|2F|3A)/g, decodeURIComponent)
