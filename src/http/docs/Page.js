/* global SwaggerUIBundle */

/** The service as this page reaches it, which may be by another address than the public one. */
const root = new URL("..", import.meta.url)

const response = await fetch(new URL("openapi.json", root))
const description = await response.json()

document.documentElement.classList.toggle("dark-mode", matchMedia("(prefers-color-scheme: dark)").matches)

SwaggerUIBundle({
  spec: { ...description, servers: [{ url: root.href.replace(/\/$/, "") }] },
  dom_id: "#reference",
  deepLinking: true,
  filter: true,
  showExtensions: true,
  displayRequestDuration: true,
  // Nothing is asked of others.
  validatorUrl: null
})
