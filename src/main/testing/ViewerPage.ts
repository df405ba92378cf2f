import { fileURLToPath } from "node:url"

const source = (name: string): string => fileURLToPath(new URL(`../../web/viewer/${name}`, import.meta.url))

/** A source of the viewer as the browser loads it. */
export const bundled = async (name: string): Promise<string> => {
  const { outputs } = await Bun.build({
    entrypoints: [source(name)],
    target: "browser",
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' }
  })
  return outputs[0]!.text()
}

const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; connect-src 'self'"

const html = `<!doctype html><html lang="en"><title>Viewer</title><link rel="stylesheet" href="/page.css"><canvas tabindex="0" aria-label="Model"></canvas><script type="module" src="/page.js"></script></html>`
const css = `html,body{margin:0;height:100%}canvas{display:block;width:100%;height:100%}`

/**
 * Serves a page with nothing but the viewer, and view files by name to clients with the token; files may be added.
 *
 * @param script what the page runs
 */
export const serveViewer = async (script = "testing/Bare.ts") => {
  const [page, worker] = [await bundled(script), await bundled("worker.ts")]
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  const headers = { "content-security-policy": policy }
  const text = (body: string, type: string) => new Response(body, { headers: { ...headers, "content-type": type } })
  const server = Bun.serve({
    port: 0,
    fetch: (request) => {
      const name = new URL(request.url).pathname.slice(1)
      if (name === "") return text(html, "text/html")
      if (name === "favicon.ico") return new Response(null, { status: 204 })
      if (name === "page.css") return text(css, "text/css")
      if (name === "page.js") return text(page, "text/javascript")
      if (name === "worker.js") return text(worker, "text/javascript")
      const file = files.get(name)
      if (file === undefined || request.headers.get("authorization") !== "Bearer secret")
        return new Response(null, { status: 404 })
      return new Response(Bun.gzipSync(file), {
        headers: { ...headers, "content-type": "model/gltf-binary", "content-encoding": "gzip" }
      })
    }
  })
  return { origin: server.url.origin, files, stop: () => server.stop(true) }
}
