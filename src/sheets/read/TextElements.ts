import type { Attributes } from "./Xml.ts"

const escaped = /_x([0-9A-Fa-f]{4})_/g

/** Returns a text of a workbook with the characters decoded that are written as `_xHHHH_`. */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(escaped, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

const spaces = new Set([" ", "\t", "\r", "\n"])

/** Returns a text without the spaces around it. A regular expression would take quadratic time for spaces inside. */
export const trimmed = (text: string): string => {
  let [start, end] = [0, text.length]
  while (start < end && spaces.has(text[start]!)) start++
  while (end > start && spaces.has(text[end - 1]!)) end--
  return text.slice(start, end)
}

/**
 * Collects the text of a shared or inline string: its `t` elements, joined if it is rich text, without those of
 * phonetic runs. Spaces around a `t` count only under `xml:space="preserve"`.
 */
export class TextElements {
  private joined = ""
  private current: string | null = null
  private isPhonetic = false
  private preserves: Array<boolean> = []

  open(element: string, attributes: Attributes): void {
    const space = attributes("xml:space")
    this.preserves.push(space === undefined ? (this.preserves.at(-1) ?? false) : space === "preserve")
    if (element === "rPh") this.isPhonetic = true
    if (element === "t" && !this.isPhonetic) this.current = ""
  }

  close(element: string): void {
    const preserves = this.preserves.pop() ?? false
    if (element === "rPh") this.isPhonetic = false
    if (element !== "t" || this.current === null) return
    this.joined += unescaped(preserves ? this.current : trimmed(this.current))
    this.current = null
  }

  text(text: string): void {
    if (this.current !== null) this.current += text
  }

  get length(): number {
    return this.joined.length + (this.current?.length ?? 0)
  }

  /** Returns the text, and begins a new one. */
  take(): string {
    const { joined } = this
    this.joined = ""
    return joined
  }
}
