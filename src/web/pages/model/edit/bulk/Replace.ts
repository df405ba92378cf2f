/** A text to find in the values of a column, and its replacement. */
export interface Replacement {
  readonly find: string
  readonly with: string
  /** Whether only values that equal `find` as a whole are replaced. */
  readonly isWhole: boolean
  /** Whether upper and lower case differ. */
  readonly hasCase: boolean
}

/** Returns a function that replaces in a text; it returns null if nothing was found. */
export const replacing = ({ find, hasCase, isWhole, with: put }: Replacement): ((text: string) => string | null) => {
  if (isWhole) {
    const same = (text: string) => (hasCase ? text : text.toLowerCase())
    const sought = same(find)
    return (text) => (same(text) === sought ? put : null)
  }
  if (find === "") return () => null
  const pattern = new RegExp(find.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), hasCase ? "gu" : "giu")
  return (text) => {
    let hasFound = false
    const replaced = text.replace(pattern, () => {
      hasFound = true
      return put
    })
    return hasFound ? replaced : null
  }
}
