import { basename, dirname, join } from "node:path"

const SEGMENT = "[a-z0-9-](?:[a-z0-9-]|\\.(?!\\.)){0,199}"
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT})*$`)
const PREFIX = new RegExp(`^(?:${SEGMENT}/)*(?:${SEGMENT})?$`)
const MAX_LENGTH = 1000

export const isKey = (key: string): boolean => key.length <= MAX_LENGTH && KEY.test(key)

/** Returns the key. Throws if the service cannot have made it, which is a bug, so that it never reaches the store. */
export const checked = (key: string): string => {
  if (!isKey(key)) throw new RangeError("not a key of a blob")
  return key
}

/** How files are named: an underscore before the name allows both `a` and `a/b` to be keys. */
export type Naming = "_" | ""

/** Returns the path of the blob's file. */
export const fileOf = (directory: string, key: string, naming: Naming = "_"): string =>
  join(directory, dirname(checked(key)), `${naming}${basename(key)}`)

/** Returns the prefix, which may end within a segment. Throws if no key can begin with it. */
export const checkedPrefix = (prefix: string): string => {
  if (prefix.length > MAX_LENGTH || !PREFIX.test(prefix)) throw new RangeError("not a prefix of keys")
  return prefix
}

/** Returns the prefix, which must end in `/`. Throws if it does not. */
export const checkedFolder = (prefix: string): string => {
  if (!prefix.endsWith("/")) throw new RangeError("not a folder of keys")
  return checkedPrefix(prefix)
}

/** Returns the range, by default the whole blob. Throws if it is out of bounds. */
export const checkedRange = (
  size: number,
  { start, end } = { start: 0, end: size }
): { readonly start: number; readonly end: number } => {
  if (0 <= start && start <= end && end <= size) return { start, end }
  throw new RangeError(`bytes ${start} to ${end} of a blob of ${size}`)
}
