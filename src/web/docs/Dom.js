/**
 * An element. Attributes that are functions are listeners (`onclick`), `false`, `null` and `undefined` are left out.
 * Texts are always texts: nothing of the document is ever read as HTML.
 *
 * @param {string} name
 * @param {Record<string, string | boolean | null | undefined | ((event: Event) => unknown)>} [attributes]
 * @param {...(Node | string | null | undefined | ReadonlyArray<Node | string | null>)} children
 * @returns {HTMLElement}
 */
export const element = (name, attributes = {}, ...children) => {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") node.addEventListener(key.slice(2), value)
    else if (value !== false && value !== null && value !== undefined)
      node.setAttribute(key, value === true ? "" : value)
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined))
  return node
}

/**
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id))

/**
 * A button that copies a text.
 *
 * @param {() => string} text
 */
export const copyButton = (text) => {
  const button = element("button", {
    type: "button",
    onclick: async () => {
      // Without a secure origin there is no clipboard.
      const copied = await Promise.resolve(navigator.clipboard?.writeText(text())).then(
        () => navigator.clipboard !== undefined,
        () => false
      )
      button.textContent = copied ? "Copied" : "Cannot copy"
      setTimeout(() => (button.textContent = "Copy"), 1500)
    }
  })
  button.textContent = "Copy"
  return button
}
