import { element } from "./Dom.js"

/**
 * A line with `code` and **bold** in it.
 *
 * @param {string} text
 * @returns {Array<Node | string>}
 */
export const inline = (text) =>
  text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).flatMap(
    /** @returns {Array<Node | string>} */ (part) => {
      if (part === "") return []
      if (part.startsWith("`")) return [element("code", {}, part.slice(1, -1))]
      return part.startsWith("**") ? [element("strong", {}, part.slice(2, -2))] : [part]
    }
  )

/**
 * Paragraphs, parted by empty lines.
 *
 * @param {string} text
 * @returns {Array<Node>}
 */
export const paragraphs = (text) => text.split(/\n\n+/).map((one) => element("p", {}, inline(one)))
