import { quoted } from "../../domain/Quoted.ts"
import { IdsFault } from "./IdsFault.ts"
import type { XmlElement } from "./XmlTree.ts"

export const idsNamespace = "http://standards.buildingsmart.org/IDS"
export const xsdNamespace = "http://www.w3.org/2001/XMLSchema"
const instanceNamespace = "http://www.w3.org/2001/XMLSchema-instance"
const namesOfXml = new Set([instanceNamespace, "http://www.w3.org/2000/xmlns/", "http://www.w3.org/XML/1998/namespace"])

/**
 * Reads an element of the schema: its attributes by name, and its children in order. Each method throws `IdsFault` if
 * the schema refuses the content.
 */
export class ElementReader {
  private at = 0

  constructor(
    readonly element: XmlElement,
    attributes: ReadonlyArray<string> = []
  ) {
    for (const { local, uri } of element.attributes) {
      if (namesOfXml.has(uri) || (uri === "" && attributes.includes(local))) continue
      throw this.fault(`has an attribute ${quoted(local)}, which IDS 1.0 does not have there.`)
    }
    if (element.children.length > 0 && element.text.trim() !== "") {
      throw this.fault(`has the text ${quoted(element.text.trim())} beside its elements.`)
    }
  }

  fault(rest: string): IdsFault {
    return new IdsFault(this.element.line, `The element <${this.element.local}> ${rest}`)
  }

  /** Returns an attribute, or null if it is missing. */
  attribute(name: string): string | null {
    return this.element.attributes.find(({ local, uri }) => uri === "" && local === name)?.value ?? null
  }

  required(name: string): string {
    const value = this.attribute(name)
    if (value === null) throw this.fault(`has no attribute ${quoted(name)}.`)
    return value
  }

  /** Returns an attribute that has one of these values, or the first of them if the attribute is missing. */
  oneOf<Word extends string>(name: string, words: readonly [Word, ...ReadonlyArray<Word>]): Word {
    const value = this.attribute(name)
    if (value === null) return words[0]
    const found = words.find((word) => word === value)
    if (found === undefined) throw this.wrong(name, value, `it is ${words.join(" or ")}`)
    return found
  }

  wrong(name: string, value: string, rule: string): IdsFault {
    return this.fault(`has ${quoted(value)} as ${quoted(name)}; ${rule}.`)
  }

  /** Returns the next child if it has this name, otherwise null. */
  optional(local: string, namespace = idsNamespace): XmlElement | null {
    const child = this.element.children[this.at]
    if (child === undefined || child.local !== local || child.uri !== namespace) return null
    this.at++
    return child
  }

  one(local: string): XmlElement {
    const child = this.optional(local)
    if (child !== null) return child
    const next = this.element.children[this.at]
    if (next === undefined) throw this.fault(`has no <${local}>.`)
    throw this.unexpected(next, `<${local}> is expected`)
  }

  /** Returns the next children of this name. */
  several(local: string): ReadonlyArray<XmlElement> {
    const found: Array<XmlElement> = []
    for (let child = this.optional(local); child !== null; child = this.optional(local)) found.push(child)
    return found
  }

  /** Throws if there are children left. */
  end(): void {
    const next = this.element.children[this.at]
    if (next === undefined) return
    throw this.unexpected(next, "IDS 1.0 has no such element there, or has it in another order")
  }

  private unexpected({ line, local, uri }: XmlElement, reason: string): IdsFault {
    const from = uri === idsNamespace ? "" : ` of the namespace ${quoted(uri)}`
    return new IdsFault(line, `The element <${this.element.local}> has <${local}>${from}; ${reason}.`)
  }
}

/** Returns the text of an element that has neither children nor attributes. */
export const textOf = (element: XmlElement): string => {
  new ElementReader(element).end()
  return element.text
}
