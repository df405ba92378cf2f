import type { Bundle } from "./Bundle.ts"

export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

export const icon = encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b5cad" d="M2 13h12v2H2zM3 11h10v1H3zM5 1h6v9H5z"/></svg>`
)

/** How users sign in: with a password of this service, at a provider, or not yet because there is no user. */
export type SignInKind = "password" | "provider" | "none"

/**
 * Returns the HTML of the page before its script runs. It shows the address of the service, because the page works at
 * that address only: a user who sees nothing more has opened it elsewhere or has disabled scripts. `signIn` is passed to
 * the script.
 */
export const html = (
  publicUrl: string,
  { imported, script, style, worker, workStyle }: Bundle,
  signIn: SignInKind
): string => {
  const base = `${new URL(publicUrl).pathname.replace(/\/$/, "")}/app`
  const home = escaped(`${publicUrl}/app/`)
  const preloads = imported.map((name) => `<link rel="modulepreload" href="${base}/${name}">\n`).join("")
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="plinth" content="${escaped(publicUrl)}">
<meta name="plinth-worker" content="${base}/${worker}">
<meta name="plinth-style" content="${base}/${workStyle}">
<meta name="plinth-sign-in" content="${signIn}">
<title>Plinth</title>
<link rel="icon" href="data:image/svg+xml,${icon}">
<link rel="stylesheet" href="${base}/${style}">
${preloads}<script type="module" src="${base}/${script}"></script>
</head>
<body>
<div id="root"><noscript>This page needs JavaScript.</noscript><p class="elsewhere">Plinth is at <a href="${home}">${home}</a></p></div>
</body>
</html>
`
}

/**
 * Returns the content security policy of the page: everything is loaded from the service, and files also from the
 * bucket if there is one. Geometry decoders need WebAssembly.
 */
export const policy = (filesOrigin: string | null): string => {
  const files = filesOrigin === null ? "" : ` ${filesOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${files}`,
    `connect-src 'self'${files}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'"
  ].join("; ")
}
