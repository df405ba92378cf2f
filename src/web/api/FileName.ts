/**
 * Returns the file name of a Content-Disposition (RFC 6266), or null if it has none. The extended form counts first: the
 * plain one beside it has ASCII characters only.
 */
export const fileNameIn = (disposition: string): string | null => {
  const extended = /filename\*=UTF-8''([^;]+)/.exec(disposition)?.[1]
  if (extended !== undefined) return decodeURIComponent(extended)
  return /filename="([^"]+)"/.exec(disposition)?.[1] ?? null
}
