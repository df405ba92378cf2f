import { byId, element } from "./Dom.js"
import { operationView } from "./Operations.js"
import { inline, paragraphs } from "./Prose.js"
import { schemaView, typeLine } from "./Schemas.js"
import { methodView, statusView, table } from "./Widgets.js"

/** @typedef {Record<string, any>} Json */
/** @typedef {{ path: string, method: string, operation: Json }} Endpoint */

/** @param {Json} document @returns {Array<Endpoint>} */
const endpointsOf = (document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  )

/** `customProperties` as `Custom properties`. @param {string} name */
const words = (name) => {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** @param {Json} document */
const aboutView = (document) => [
  element("h1", { id: "about" }, document.info.title),
  element(
    "p",
    { class: "quiet" },
    `Version ${document.info.version} at `,
    element("code", {}, document.servers[0].url)
  ),
  ...paragraphs(document.info.description)
]

/** @param {Json} document */
const errorsView = (document) => [
  element("h2", { id: "errors" }, "Error answers"),
  element("p", {}, "The name says which layout a status has; every endpoint lists its own."),
  table(
    ["Status", "Layout", "Meaning"],
    Object.entries(document.components.responses)
      .toSorted(([a], [b]) => a.slice(-3).localeCompare(b.slice(-3)))
      .map(([name, response]) => {
        const [mediaType, body] = Object.entries(response.content)[0] ?? []
        return element(
          "tr",
          {},
          element("td", {}, statusView(name.slice(-3))),
          element(
            "td",
            { class: "schema" },
            element("span", { class: "type" }, typeLine(body.schema)),
            element("p", { class: "note" }, mediaType ?? "")
          ),
          element(
            "td",
            {},
            element("p", {}, inline(response.description)),
            element("p", { class: "quiet" }, response["x-codes"].join(", "))
          )
        )
      })
  )
]

/** @param {Json} document */
const schemasView = (document) => [
  element("h2", { id: "schemas" }, "Schemas"),
  ...Object.entries(document.components.schemas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) =>
      element(
        "details",
        { class: "card", id: `schema-${name}` },
        element("summary", {}, element("code", {}, name)),
        element("div", { class: "inside" }, schemaView(document, schema))
      )
    )
]

/** @param {Json} document @param {Array<Endpoint>} endpoints */
const indexView = (document, endpoints) => {
  const item = (/** @type {Endpoint} */ { method, operation, path }) =>
    element(
      "li",
      { "data-words": `${method} ${path} ${operation.summary} ${operation.operationId}`.toLowerCase() },
      element("a", { href: `#${operation.operationId}` }, methodView(method), element("span", {}, operation.summary))
    )
  const plain = (/** @type {string} */ id, /** @type {string} */ text) =>
    element("li", {}, element("a", { class: "plain", href: `#${id}` }, text))
  const groups = document.tags.map((/** @type {Json} */ tag) =>
    element(
      "section",
      {},
      element("h2", {}, words(tag.name)),
      element("ul", {}, endpoints.filter(({ operation }) => operation.tags[0] === tag.name).map(item))
    )
  )
  const filter = () => {
    const wanted = search.value.toLowerCase().split(/\s+/)
    for (const group of groups) {
      let shown = 0
      for (const one of group.querySelectorAll("li")) {
        one.hidden = !wanted.every((word) => one.dataset.words.includes(word))
        if (!one.hidden) shown += 1
      }
      group.hidden = shown === 0
    }
  }
  const search = /** @type {HTMLInputElement} */ (
    element("input", { type: "search", placeholder: "Search", "aria-label": "Search endpoints", oninput: filter })
  )
  return [
    search,
    element("ul", {}, plain("about", "About"), plain("errors", "Error answers"), plain("schemas", "Schemas")),
    ...groups
  ]
}

/** Opens and shows what the address names, and marks it in the index. */
const follow = () => {
  const id = decodeURIComponent(location.hash.slice(1))
  const target = id === "" ? null : document.getElementById(id)
  if (target instanceof HTMLDetailsElement) target.open = true
  target?.scrollIntoView()
  byId("index").classList.remove("open")
  byId("menu").setAttribute("aria-expanded", "false")
  for (const link of byId("index").querySelectorAll("a")) {
    if (link.getAttribute("href") === location.hash) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  }
}

const themeKey = "plinth-docs-theme"

const switchTheme = () => {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light")
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark"
  localStorage.setItem(themeKey, document.documentElement.dataset.theme)
}

const start = async () => {
  const kept = localStorage.getItem(themeKey)
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept
  byId("theme").addEventListener("click", switchTheme)
  byId("menu").addEventListener("click", () => {
    byId("menu").setAttribute("aria-expanded", String(byId("index").classList.toggle("open")))
  })
  addEventListener("hashchange", follow)

  const response = await fetch(new URL("../openapi.json", import.meta.url))
  if (!response.ok) throw new Error(`the document answers ${response.status}`)
  const spec = /** @type {Json} */ (await response.json())
  const endpoints = endpointsOf(spec)
  byId("version").textContent = spec.info.version
  byId("index").replaceChildren(...indexView(spec, endpoints))
  byId("content").replaceChildren(
    ...aboutView(spec),
    ...spec.tags.flatMap((/** @type {Json} */ tag) => [
      element("h2", { id: `group-${tag.name}` }, words(tag.name)),
      ...paragraphs(tag.description),
      ...endpoints.filter(({ operation }) => operation.tags[0] === tag.name).map((one) => operationView(spec, one))
    ]),
    ...errorsView(spec),
    ...schemasView(spec)
  )
  follow()
}

start().catch((error) => {
  byId("content").replaceChildren(element("p", { class: "notice" }, `The reference cannot be shown: ${String(error)}`))
})
