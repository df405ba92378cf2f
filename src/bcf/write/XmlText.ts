const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;"
}

/** Characters that XML 1.0 does not have, lone surrogates included. */
// oxlint-disable-next-line no-control-regex
const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const legal = (text: string): string => text.toWellFormed().replace(illegal, "\ufffd")

const attribute = (value: string): string => legal(value).replace(/[&<>"\r\n\t]/g, (one) => escapes[one]!)

/** Returns an element that contains a text; "" if the text is absent or empty, which the schemas refuse. */
export const textElement = (name: string, text: string | undefined): string =>
  text === undefined || text.trim() === ""
    ? ""
    : `<${name}>${legal(text).replace(/[&<>\r]/g, (one) => escapes[one]!)}</${name}>`

export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** Returns an element with attributes, of which absent and empty ones are left out, around the given content. */
export const element = (name: string, attributes: Attributes, content = ""): string => {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([key, value]) => ` ${key}="${attribute(String(value))}"`)
    .join("")
  return content === "" ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** Returns an element around others; nothing if there are none. */
export const listElement = (name: string, items: ReadonlyArray<string>): string =>
  items.length === 0 ? "" : element(name, {}, items.join(""))

/** Name of the processing instructions that keep unknown elements. */
export const keptTarget = "plinth-kept"

/**
 * Returns unknown elements as processing instructions, which every schema permits. They cannot contain the end of an
 * instruction, because `>` is escaped in texts and attributes.
 */
export const kept = (elements: ReadonlyArray<string> = []): string =>
  elements.map((xml) => `<?${keptTarget} ${xml}?>`).join("")

export const document = (root: string): Uint8Array =>
  new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`)
