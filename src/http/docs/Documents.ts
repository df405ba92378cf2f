import readme from "../../../README.md" with { type: "text" }
import agents from "../../../docs/agents.md" with { type: "text" }
import analytics from "../../../docs/analytics.md" with { type: "text" }
import integration from "../../../docs/integration.md" with { type: "text" }
import signIn from "../../../docs/sign-in.md" with { type: "text" }
import { resources } from "../mcp/Resources.ts"

/** The documents from which the guides of `/docs` are taken, by the paths under which they name each other. */
const documents = {
  "README.md": readme,
  "docs/agents.md": agents,
  "docs/analytics.md": analytics,
  "docs/integration.md": integration,
  "docs/sign-in.md": signIn,
  /** The texts that programs of language models read. */
  words: resources.map(({ text }) => `#${text}`).join("\n")
} as const

export type DocumentName = keyof typeof documents

/** Returns the parts of a document by the titles of its sections; the text before the first has the title "". */
export const sectionsOf = (name: DocumentName): ReadonlyMap<string, string> =>
  new Map(
    documents[name]
      .replace(/^# .*\n/, "")
      .split(/^## /m)
      .map((part, at) => {
        const end = part.indexOf("\n")
        return at === 0 ? (["", part] as const) : ([part.slice(0, end), part.slice(end + 1)] as const)
      })
  )
