/**
 * Parses a block that a spreadsheet put on the clipboard: lines of cells between tabs. A cell in quotes may contain tabs,
 * line breaks and doubled quotes. One apostrophe before a character that begins a formula is left out, because
 * copied rows have one more than their values.
 */
export const blockIn = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let at = 0
  while (at < text.length) {
    let cell: string
    const quoted = text[at] === '"' ? quotedAt(text, at) : null
    if (quoted === null) {
      const end = endOf(text, at)
      cell = text.slice(at, end)
      at = end
    } else {
      cell = quoted.cell
      at = quoted.end
    }
    row.push(/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
    if (text[at] === "\t") {
      at += 1
      // A block that ends with a tab ends with an empty cell.
      if (at === text.length) row.push("")
      continue
    }
    rows.push(row)
    row = []
    at += text.startsWith("\r\n", at) ? 2 : 1
  }
  if (row.length > 0) rows.push(row)
  return rows
}

/** Returns the end of a cell without quotes. */
const endOf = (text: string, from: number): number => {
  let end = from
  while (end < text.length && text[end] !== "\t" && text[end] !== "\n" && text[end] !== "\r") end += 1
  return end
}

/** Returns the cell in quotes at a position and its end; null if the quotes do not enclose a whole cell. */
const quotedAt = (text: string, from: number): { readonly cell: string; readonly end: number } | null => {
  const parts: Array<string> = []
  for (let at = from + 1; ;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return null
    parts.push(text.slice(at, quote))
    if (text[quote + 1] === '"') {
      parts.push('"')
      at = quote + 2
      continue
    }
    const next = text[quote + 1]
    if (next !== undefined && next !== "\t" && next !== "\n" && next !== "\r") return null
    return { cell: parts.join(""), end: quote + 1 }
  }
}
