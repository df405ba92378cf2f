/** The most UTF-16 units of the text in a cell. */
export const mostOfCell = 32_767

/**
 * Returns the text that a cell can hold: the whole text, or its beginning and `…`. A surrogate pair is never cut in two.
 */
export const ofCell = (text: string): string => {
  if (text.length <= mostOfCell) return text
  const end = mostOfCell - 1
  const last = text.charCodeAt(end - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)}…`
}

/** Characters that XML 1.0 forbids, and CR, which readers of XML turn into LF. */
const forbidden = String.raw`\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF\p{Surrogate}`

/**
 * Matches `&`, `<`, `>`, forbidden characters, and each `_` that begins a sequence such as `_x0041_`, because forbidden
 * characters are written in that form.
 */
const special = new RegExp(String.raw`[&<>"${forbidden}]|_(?=x[\dA-Fa-f]{4}[_${forbidden}])`, "gu")

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }

/**
 * Returns the XML of a text in a workbook. Characters that XML forbids are written as `_xHHHH_`, as Excel writes them,
 * and the `_` of texts that look like it as `_x005F_`.
 *
 * Source: ECMA-376 part 1, 22.9.2.19 (ST_Xstring).
 */
export const xmlOf = (text: string): string =>
  text.replace(
    special,
    (character) => entities[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`
  )

/** Returns the letters of a column, counted from 0: A, B, … Z, AA, … */
export const lettersOf = (column: number): string =>
  (column < 26 ? "" : lettersOf(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))
