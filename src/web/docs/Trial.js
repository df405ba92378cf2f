import { byId, copyButton, element } from "./Dom.js"
import { example, resolve } from "./Schemas.js"
import { statusView } from "./Widgets.js"

/** @typedef {Record<string, any>} Json */
/** @typedef {{ path: string, method: string, operation: Json }} Endpoint */

/** Where the service is: two folders above this file. */
const root = new URL("..", import.meta.url)

/** Larger bodies are shown in part. */
const mostShown = 200_000

const token = () => /** @type {HTMLInputElement} */ (byId("token")).value.trim().replace(/^bearer /i, "")

/** @param {Json} schema @param {Json} document */
const hint = (schema, document) => {
  const shown = resolve(document, schema)
  if (shown.type === "array") return "one, another"
  if (shown.type === "object") return "name=value, …"
  return shown.default ?? shown.examples?.[0] ?? shown.enum?.[0] ?? ""
}

/**
 * Puts what stands in a field into the query: `a, b` repeats the parameter of a list, `Class=Wall, Name=x` fills that
 * of an object.
 *
 * @param {URLSearchParams} query
 * @param {Json} parameter
 * @param {string} text
 */
const addToQuery = (query, { name, schema }, text) => {
  const parts = text.split(",").map((part) => part.trim())
  if (schema.type === "array") for (const part of parts) query.append(name, part)
  else if (schema.type === "object") {
    for (const part of parts) {
      const [key, ...value] = part.split("=")
      query.append(`${name}[${key}]`, value.join("="))
    }
  } else query.append(name, text)
}

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** @param {{ method: string, url: URL, headers: Record<string, string>, body: BodyInit | undefined }} request */
const asCurl = ({ body, headers, method, url }) =>
  [
    `curl -X ${method} ${quoted(url.href)}`,
    ...Object.entries(headers).map(
      ([name, value]) =>
        `-H ${quoted(`${name}: ${name === "Authorization" ? "Bearer $TOKEN" : value}`.replace("'", ""))}`
    ),
    ...(typeof body === "string" ? [`--data ${quoted(body)}`] : []),
    ...(body instanceof File ? [`--data-binary @${quoted(body.name)}`] : [])
  ]
    .join(" \\\n  ")
    .replace("'Authorization: Bearer $TOKEN'", '"Authorization: Bearer $TOKEN"')

/** @param {Response} response */
const bodyText = async (response) => {
  const type = response.headers.get("content-type") ?? ""
  if (!/json|text|xml/.test(type)) {
    const { size } = await response.blob()
    return size === 0 ? "" : `${size} bytes of ${type || "unknown type"}`
  }
  const text = await response.text()
  const shown = type.includes("json") && text.length < mostShown ? JSON.stringify(JSON.parse(text), null, 2) : text
  return shown.length > mostShown ? `${shown.slice(0, mostShown)}\n… ${shown.length} characters in all` : shown
}

/** @param {Response} response @param {number} millis @param {string} text */
const answerView = (response, millis, text) => [
  element(
    "p",
    {},
    statusView(String(response.status)),
    ` ${response.statusText} `,
    element("span", { class: "quiet" }, `${Math.round(millis)} ms`)
  ),
  element("pre", {}, Array.from(response.headers, ([name, value]) => `${name}: ${value}`).join("\n")),
  ...(text === "" ? [] : [element("pre", {}, text)])
]

/**
 * Fields for the parameters and the body of an endpoint, and a button that sends them.
 *
 * @param {Json} document
 * @param {Endpoint} endpoint
 * @param {ReadonlyArray<Json>} parameters
 */
export const trial = (document, { method, operation, path }, parameters) => {
  const fields = parameters.map((one) => ({
    one,
    input: /** @type {HTMLInputElement} */ (
      element("input", { placeholder: String(hint(one.schema, document)), autocomplete: "off", spellcheck: "false" })
    )
  }))
  const [mediaType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const isJson = mediaType === "application/json"
  const text = /** @type {HTMLTextAreaElement} */ (element("textarea", { "aria-label": "Body", spellcheck: "false" }))
  const file = /** @type {HTMLInputElement} */ (element("input", { type: "file", "aria-label": "File" }))
  if (isJson) text.value = JSON.stringify(example(document, body.schema), null, 2)

  const request = () => {
    const filled = path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
      encodeURIComponent(fields.find(({ one }) => one.in === "path" && one.name === name)?.input.value ?? "")
    )
    const url = new URL(filled.slice(1), root)
    /** @type {Record<string, string>} */
    const headers = operation.security?.length > 0 ? { Authorization: `Bearer ${token()}` } : {}
    for (const { input, one } of fields) {
      if (input.value === "") continue
      if (one.in === "query") addToQuery(url.searchParams, one, input.value)
      if (one.in === "header") headers[one.name] = input.value
    }
    if (isJson) headers["Content-Type"] = "application/json"
    return { method: method.toUpperCase(), url, headers, body: isJson ? text.value : (file.files?.[0] ?? undefined) }
  }

  const output = element("div", { "aria-live": "polite" })
  const send = /** @type {HTMLButtonElement} */ (element("button", { class: "main", type: "submit" }, "Send"))
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const missing = fields.find(({ input, one }) => one.in === "path" && input.value === "")
    if (missing !== undefined) return missing.input.focus()
    if (operation.security?.length > 0 && token() === "") return byId("token").focus()
    send.disabled = true
    const started = performance.now()
    try {
      const { url, ...init } = request()
      const response = await fetch(url, { ...init, body: init.body ?? null, redirect: "manual" })
      const millis = performance.now() - started
      output.replaceChildren(...answerView(response, millis, await bodyText(response)))
    } catch (error) {
      output.replaceChildren(element("p", { class: "notice" }, `No answer: ${String(error)}`))
    } finally {
      send.disabled = false
    }
  }

  return element(
    "form",
    { class: "trial", onsubmit: submit },
    element("h4", {}, "Try it"),
    element(
      "div",
      { class: "fields" },
      fields.map(({ input, one }) => element("label", {}, element("span", {}, one.name), input))
    ),
    isJson ? element("h4", {}, "Body") : null,
    isJson ? text : null,
    mediaType !== undefined && !isJson ? file : null,
    element(
      "div",
      { class: "actions" },
      send,
      copyButton(() => asCurl(request())),
      element("span", { class: "quiet" }, "as curl")
    ),
    output
  )
}
