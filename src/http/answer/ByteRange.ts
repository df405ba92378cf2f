import type { ByteRange } from "../../ports/BlobStore.ts"

/**
 * Returns the part of a file that a Range header requests (RFC 9110, section 14). Returns the whole file if there is no
 * header or an unsupported one (several ranges, other units), and null if the range lies outside the file.
 */
export const parseRange = (header: string | null, size: number): { range: ByteRange; partial: boolean } | null => {
  const whole = { range: { start: 0, end: size }, partial: false }
  const match = header === null ? null : /^bytes=(\d*)-(\d*)$/.exec(header.trim())
  if (match === null) return whole
  const [, first = "", last = ""] = match
  if (first === "" && last === "") return whole
  if (first === "") {
    const suffix = Math.min(Number(last), size)
    return suffix === 0 ? null : { range: { start: size - suffix, end: size }, partial: true }
  }
  const start = Number(first)
  const end = last === "" ? size : Math.min(Number(last) + 1, size)
  if (last !== "" && Number(last) < start) return whole
  return start >= size ? null : { range: { start, end }, partial: true }
}
