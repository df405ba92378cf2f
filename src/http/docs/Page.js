/* global SwaggerUIBundle */

/** The URL of the service as seen from this page, which may differ from the public URL. */
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
  // No requests to third parties.
  validatorUrl: null
})
