import { limits } from "../../domain/Limits.ts"
import type { Parts } from "./Parts.ts"
import { beyond } from "./SheetFault.ts"
import { TextElements } from "./TextElements.ts"
import * as Xml from "./Xml.ts"

const textsOfBlock = 1024

/**
 * Shared texts by number. They are stored as blocks of one string each, because millions of separate strings take
 * several times the memory.
 */
export class SharedStrings {
  private readonly blocks: Array<string> = []
  private readonly ends: Array<Uint32Array> = []
  private open: Array<string> = []
  private characters = 0

  get size(): number {
    return this.blocks.length * textsOfBlock + this.open.length
  }

  add(text: string): void {
    this.characters += text.length
    if (this.characters > limits.charactersOfWorkbook.most) throw beyond(limits.charactersOfWorkbook)
    if (this.size >= limits.textsOfWorkbook.most) throw beyond(limits.textsOfWorkbook)
    this.open.push(text)
    if (this.open.length < textsOfBlock) return
    let end = 0
    this.ends.push(Uint32Array.from(this.open, ({ length }) => (end += length)))
    this.blocks.push(this.open.join(""))
    this.open = []
  }

  /** Returns a text, or undefined if there is none with this number. */
  at(index: number): string | undefined {
    const block = Math.floor(index / textsOfBlock)
    const place = index % textsOfBlock
    const ends = this.ends[block]
    if (ends === undefined) return block === this.blocks.length ? this.open[place] : undefined
    return this.blocks[block]!.slice(place === 0 ? 0 : ends[place - 1], ends[place])
  }
}

/** Reads the part with the shared strings, which a workbook may lack. Throws `SheetFault`. */
export const sharedStringsOf = (parts: Parts, part: string | undefined): SharedStrings => {
  const strings = new SharedStrings()
  if (part === undefined || !parts.has(part)) return strings
  const text = new TextElements()
  Xml.parseAll(part, parts.read(part), {
    open: (element, attributes) => text.open(element, attributes),
    close: (element) => {
      text.close(element)
      if (element === "si") strings.add(text.take())
      else if (text.length > limits.charactersOfWorkbook.most) throw beyond(limits.charactersOfWorkbook)
    },
    text: (piece) => text.text(piece)
  })
  return strings
}
