import { escaped, icon } from "../web/Html.ts"
import type { DocsBundle } from "./Bundle.ts"
import type { RenderedGuide } from "./Guides.ts"

/** A group of operations in the OpenAPI document. */
interface Tag {
  readonly name: string
}

/** The parts of the page of `/docs`. */
export interface Content {
  readonly publicUrl: string
  readonly bundle: DocsBundle
  /** The script of the library that shows the operations. */
  readonly library: string
  readonly guides: ReadonlyArray<RenderedGuide>
  readonly tags: ReadonlyArray<Tag>
}

const item = (href: string, text: string): string => `<li><a href="${href}">${escaped(text)}</a></li>`

/** The sentences about the token of "Try it out", by state. The script shows the paragraph of the present state. */
const session = (
  publicUrl: string
): string => `<section id="session" class="group" aria-label="Token" aria-live="polite">
<p data-state="none">Most endpoints need a token. <button type="button" class="primary">Use my session</button> takes one from your sign-in to the page. Or put one in at <b>Authorize</b>: <code>npm run --silent token -- --user ada</code> prints one.</p>
<p data-state="used" hidden><b>Try it out</b> sends requests as <b class="user"></b>, with your rights. <button type="button">Stop using my session</button></p>
<p data-state="signed-out" hidden>You are not signed in to the page in this browser. <a href="${publicUrl}/app/" target="_blank">Sign in</a> in a new tab, then come back. <button type="button">Use my session</button></p>
<p data-state="away" hidden>The service did not answer. <button type="button">Try again</button></p>
<p data-state="elsewhere" hidden>Your session can be used only at <a href="${publicUrl}/docs">${publicUrl}/docs</a>. Here, put a token in at <b>Authorize</b>.</p>
</section>`

/**
 * Returns the HTML of `/docs`. `root` leads from its address to that of the service: links are relative, so that the page
 * also works behind a proxy that adds a prefix. Without its script, the page shows the guide that the address names.
 */
export const html = ({ bundle, guides, library, publicUrl, tags }: Content, root: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="plinth" content="${escaped(publicUrl)}">
<meta name="plinth-library" content="${root}docs/${library}">
<title>Plinth API</title>
<link rel="icon" href="data:image/svg+xml,${icon}">
<link rel="stylesheet" href="${root}docs/${bundle.style}">
<script type="module" blocking="render" src="${root}docs/${bundle.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
<a class="brand" href="${root}app/">Plinth</a>
<span class="soft">API</span>
<div id="theme"></div>
</header>
<div class="columns">
<div class="side">
<search><input id="search" type="search" placeholder="Search endpoints" aria-label="Search endpoints"><small id="found" role="status"></small></search>
<details id="contents" open>
<summary>Contents</summary>
<nav aria-label="Contents">
<h2>Guides</h2>
<ul>${guides.map(({ id, title }) => item(`#${id}`, title)).join("")}</ul>
<h2 id="endpoints">Endpoints</h2>
<ul><li><a href="#/">All endpoints</a></li>${tags.map(({ name }) => item(`#/${name}`, name)).join("")}</ul>
</nav>
</details>
</div>
<main id="content" tabindex="-1">
${guides.map((guide) => `<article id="${guide.id}" class="guide"><h1>${escaped(guide.title)}</h1>\n${guide.html}</article>`).join("\n")}
<div class="reference">
${session(escaped(publicUrl))}
<noscript><p>Trying endpoints needs JavaScript. The document itself is at <a href="${root}openapi.json">openapi.json</a>.</p></noscript>
<div id="reference" data-body="Request body"><p class="busy">Loading the endpoints …</p></div>
</div>
</main>
</div>
</body>
</html>
`
