/** Returns the array in a JSON text, or null if it holds none. */
export const arrayIn = (text: string | null): ReadonlyArray<unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(text ?? "null")
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** Reads names of an address: with commas between them, or in a JSON array. */
export const namesIn = (text: string): ReadonlyArray<string> =>
  text.startsWith("[")
    ? (arrayIn(text) ?? []).filter((name) => typeof name === "string")
    : text.split(",").filter((name) => name !== "")

/** Writes names for an address: with commas between them, or, if that cannot be read back, as a JSON array. */
export const namesText = (names: ReadonlyArray<string>): string => {
  const text = names.join(",")
  return JSON.stringify(namesIn(text)) === JSON.stringify(names) ? text : JSON.stringify(names)
}
