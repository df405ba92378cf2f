import { type DocumentName, sectionsOf } from "./Documents.ts"

/** A guide of `/docs`: sections of the documents of this repository, so that each text stands in one place. */
interface Guide {
  /** The name of the guide in addresses. */
  readonly id: string
  readonly title: string
  /** Titles of sections by their documents, in the order in which they are shown; null stands for a whole document. */
  readonly parts: ReadonlyArray<readonly [DocumentName, ReadonlyArray<string> | null]>
}

const guides: ReadonlyArray<Guide> = [
  { id: "first-steps", title: "First steps with curl", parts: [["README.md", ["The first model"]]] },
  {
    id: "tokens",
    title: "Sign-in and tokens",
    parts: [
      ["docs/integration.md", ["Tokens"]],
      ["docs/sign-in.md", ["Tokens for programs", "Tokens without sign-in", "Clients"]]
    ]
  },
  { id: "uploads", title: "Uploads and operations", parts: [["docs/integration.md", ["Files", "Operations"]]] },
  {
    id: "queries",
    title: "Queries",
    parts: [
      ["words", ["Fields"]],
      [
        "docs/integration.md",
        ["Filters and conditions", "Units", "Questions to several models", "Tables as files", "Tables"]
      ]
    ]
  },
  {
    id: "edits",
    title: "Edits and versions",
    parts: [["docs/integration.md", ["Sessions and versions", "Importing tables"]]]
  },
  { id: "events", title: "Events and webhooks", parts: [["docs/integration.md", ["Events", "Webhooks"]]] },
  { id: "topics", title: "Topics (BCF)", parts: [["docs/integration.md", ["Topics (BCF)"]]] },
  { id: "mcp", title: "Programs of language models (MCP)", parts: [["docs/agents.md", null]] },
  { id: "dataset", title: "Open dataset", parts: [["docs/analytics.md", null]] },
  { id: "errors", title: "Errors and repeating", parts: [["docs/integration.md", ["Errors", "Repeating a request"]]] },
  { id: "client", title: "Typed client and examples", parts: [["docs/integration.md", ["Typed client", "Examples"]]] }
]

/** A guide as HTML. */
export interface RenderedGuide {
  readonly id: string
  readonly title: string
  readonly html: string
}

class MissingSection extends Error {}

/** The Markdown of a part of a guide. The title of the only section of a guide is left out, because the guide has its own. */
const markdownOf = (document: DocumentName, titles: ReadonlyArray<string> | null, isOnly: boolean): string => {
  const sections = sectionsOf(document)
  return (titles ?? [...sections.keys()])
    .map((title) => {
      const text = sections.get(title)
      if (text === undefined) throw new MissingSection(`${document} has no section "${title}"`)
      return title === "" || isOnly ? text : `## ${title}\n${text}`
    })
    .join("\n")
}

/** Returns the name that a heading has in addresses within its document. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-")

/** Returns the document and the heading that a link of a document names. */
const targetOf = (document: DocumentName, href: string): string => {
  const { hash, pathname } = new URL(href, `file:///${document}`)
  return pathname.slice(1) + hash
}

/** Places of the page, by the documents and headings that are shown there. */
const places = (): ReadonlyMap<string, string> =>
  new Map(
    guides.flatMap(({ id, parts }) =>
      parts.flatMap(([document, titles]) => {
        const text = markdownOf(document, titles, false)
        const isOnly = parts.length === 1 && titles?.length === 1
        const headings = [...text.matchAll(/^##+ (.*)$/gm)].map(
          ([, title], at) =>
            [`${document}#${slugOf(title!)}`, isOnly && at === 0 ? id : `${id}/${slugOf(title!)}`] as const
        )
        return titles === null ? [[document, id] as const, ...headings] : headings
      })
    )
  )

/**
 * Returns HTML whose headings have addresses within the guide, and whose links lead to where the page shows what they
 * name. Links to what the page does not show become plain text, because its reader need not have this repository.
 */
const placed = (html: string, id: string, document: DocumentName, shown: ReadonlyMap<string, string>): string =>
  new HTMLRewriter()
    .on("h2, h3, h4", {
      element: (heading) => {
        heading.setAttribute("id", `${id}/${heading.getAttribute("id")}`)
      }
    })
    .on("h2 > a, h3 > a, h4 > a", {
      element: (link) => {
        link.setAttribute("href", `#${id}/${link.getAttribute("href")!.slice(1)}`)
        link.setAttribute("class", "anchor")
      }
    })
    .on("a", {
      element: (link) => {
        const href = link.getAttribute("href")!
        if (link.hasAttribute("class") || /^https?:/.test(href)) return
        const place = shown.get(targetOf(document, href))
        if (place === undefined) link.removeAndKeepContent()
        else link.setAttribute("href", `#${place}`)
      }
    })
    // Content that is wider than the page is scrolled, also by keyboard.
    .on("pre", { element: (block) => void block.setAttribute("tabindex", "0") })
    .on("table", {
      element: (table) => {
        table.setAttribute("class", "list")
        table.before('<div class="wide" tabindex="0">', { html: true })
        table.after("</div>", { html: true })
      }
    })
    .transform(html)

/** The addresses of a service in the documents. */
const examples = /http:\/\/localhost:8080\b|https:\/\/plinth\.example(?:\.com)?\b/g

/** Returns the guides for a service that clients reach at `publicUrl`. */
export const make = (publicUrl: string): ReadonlyArray<RenderedGuide> => {
  const shown = places()
  return guides.map(({ id, parts, title }) => ({
    id,
    title,
    html: parts
      .map(([document, titles]) => {
        const text = markdownOf(document, titles, parts.length === 1 && titles?.length === 1)
        const html = Bun.markdown.html(text.replaceAll(examples, publicUrl), { headings: true })
        return placed(html, id, document, shown)
      })
      .join("")
  }))
}
