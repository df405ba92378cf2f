import { element } from "./Dom.js"
import { inline, paragraphs } from "./Prose.js"
import { resolve, schemaView, typeLine } from "./Schemas.js"
import { trial } from "./Trial.js"
import { methodView, statusView, table } from "./Widgets.js"

/** @typedef {Record<string, any>} Json */
/** @typedef {{ path: string, method: string, operation: Json }} Endpoint */

/** @param {string} path */
const pathView = (path) =>
  element(
    "span",
    { class: "path" },
    path.split(/(\{[^}]+\})/).map((part) => (part.startsWith("{") ? element("b", {}, part) : part))
  )

/** @param {Array<Json>} parameters */
const parametersView = (parameters) =>
  table(
    ["Name", "In", "Type"],
    parameters.map((one) =>
      element(
        "tr",
        {},
        element(
          "td",
          {},
          element("code", {}, one.name),
          one.required === true ? element("span", { class: "schema" }, element("span", { class: "must" }, " *")) : null
        ),
        element("td", { class: "quiet" }, one.in),
        element(
          "td",
          { class: "schema" },
          element("span", { class: "type" }, typeLine(one.schema)),
          element("p", { class: "note" }, inline(one.description ?? ""))
        )
      )
    )
  )

/** @param {Json} document @param {string} status @param {Json} given */
const responseView = (document, status, given) => {
  const response = resolve(document, given)
  const headers = Object.keys(response.headers ?? {}).filter((name) => name !== "X-Request-Id")
  const bodies = Object.entries(response.content ?? {})
  const isError = Number(status) >= 400
  return element(
    "tr",
    {},
    element("td", {}, statusView(status)),
    element(
      "td",
      {},
      element("p", {}, inline(response.description)),
      headers.length === 0
        ? null
        : element("p", { class: "quiet" }, "Headers: ", inline(headers.map((name) => `\`${name}\``).join(", "))),
      bodies.map(([mediaType, body]) =>
        element(
          "div",
          {},
          element("span", { class: "quiet" }, `${mediaType} · `),
          isError
            ? element("span", { class: "schema" }, element("span", { class: "type" }, typeLine(body.schema)))
            : schemaView(document, body.schema)
        )
      )
    )
  )
}

/** @param {Json} operation */
const badges = (operation) => {
  const entries = [
    ["scope", operation["x-required-scope"]],
    ["role in project", operation["x-required-project-role"]],
    ["role on model", operation["x-required-model-role"]]
  ].filter(([, value]) => value !== undefined)
  const shown = entries.map(([label, value]) =>
    element("span", { class: "badge" }, `${label} `, element("code", {}, value))
  )
  return element(
    "div",
    { class: "badges" },
    shown.length === 0 ? element("span", { class: "badge" }, "no token") : shown,
    operation.deprecated === true ? element("span", { class: "badge" }, "older path") : null
  )
}

/** @param {Json} document @param {Endpoint} endpoint */
const inside = (document, endpoint) => {
  const { operation } = endpoint
  const parameters = operation.parameters.map((/** @type {Json} */ one) => resolve(document, one))
  const bodies = Object.entries(operation.requestBody?.content ?? {})
  return [
    badges(operation),
    ...paragraphs(operation.description ?? ""),
    element("h4", {}, "Parameters"),
    parametersView(parameters),
    ...(bodies.length === 0 ? [] : [element("h4", {}, "Body")]),
    ...bodies.map(([mediaType, body]) =>
      element("div", {}, element("span", { class: "quiet" }, `${mediaType} · `), schemaView(document, body.schema))
    ),
    element("h4", {}, "Answers"),
    table(
      ["Status", "Answer"],
      Object.entries(operation.responses)
        .toSorted(([a], [b]) => Number(a) - Number(b))
        .map(([status, response]) => responseView(document, status, response))
    ),
    trial(document, endpoint, parameters)
  ]
}

/**
 * The card of an endpoint; what is inside is built when it is opened first.
 *
 * @param {Json} document
 * @param {Endpoint} endpoint
 */
export const operationView = (document, endpoint) => {
  const { method, operation, path } = endpoint
  const body = element("div", { class: "inside" })
  const card = element(
    "details",
    {
      class: operation.deprecated === true ? "card deprecated" : "card",
      id: operation.operationId,
      ontoggle: () => {
        if (card.hasAttribute("open") && body.childElementCount === 0) body.append(...inside(document, endpoint))
      }
    },
    element("summary", {}, methodView(method), pathView(path), element("span", { class: "title" }, operation.summary)),
    body
  )
  return card
}
