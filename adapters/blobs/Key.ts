import { basename, dirname, join } from "node:path"

const SEGMENT = "[a-z0-9-](?:[a-z0-9-]|\\.(?!\\.)){0,199}"
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`)
const PREFIX = new RegExp(`^(?:${SEGMENT}/)*(?:${SEGMENT})?$`)
const MAX_LENGTH = 1000

export const isKey = (key: string): boolean => key.length <= MAX_LENGTH && KEY.test(key)

/** The key itself; throws when no service of ours could have made it, which is a bug: such a key touches nothing. */
export const checked = (key: string): string => {
  if (!isKey(key)) throw new RangeError("not a key of a blob")
  return key
}

/** The file of the blob. The underscore lets `a` and `a/b` both be keys. */
export const fileOf = (directory: string, key: string): string =>
  join(directory, dirname(checked(key)), `_${basename(key)}`)

/** The beginning of keys, which may end within a segment. */
export const checkedPrefix = (prefix: string): string => {
  if (prefix.length > MAX_LENGTH || !PREFIX.test(prefix)) throw new RangeError("not a prefix of keys")
  return prefix
}

/** A prefix that stands for a folder: it ends in `/`. */
export const checkedFolder = (prefix: string): string => {
  if (!prefix.endsWith("/")) throw new RangeError("not a folder of keys")
  return checkedPrefix(prefix)
}

/** The range, or all of the blob; throws when it reaches out of it. */
export const checkedRange = (
  size: number,
  { start, end } = { start: 0, end: size }
): { readonly start: number; readonly end: number } => {
  if (0 <= start && start <= end && end <= size) return { start, end }
  throw new RangeError(`bytes ${start} to ${end} of a blob of ${size}`)
}
