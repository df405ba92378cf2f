import { element } from "./Dom.js"

/** @param {string} method */
export const methodView = (method) => element("span", { class: `method ${method}` }, method.toUpperCase())

/** @param {string} status */
export const statusView = (status) => {
  const kind = status.startsWith("2") ? "fine" : status.startsWith("3") ? "moved" : "bad"
  return element("span", { class: `status ${kind}` }, status)
}

/** @param {ReadonlyArray<string>} titles @param {ReadonlyArray<HTMLElement>} rows */
export const table = (titles, rows) =>
  element(
    "div",
    { class: "scroll" },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          titles.map((title) => element("th", { scope: "col" }, title))
        )
      ),
      element("tbody", {}, rows)
    )
  )
