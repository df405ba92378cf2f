/** A section of CHANGELOG.md: a version with its date, or the unreleased changes. */
export interface Section {
  /** Null for unreleased changes. */
  readonly version: string | null
  /** `YYYY-MM-DD`; null if the heading has none. */
  readonly date: string | null
  readonly text: string
}

/** Semantic Versioning 2.0.0, without build metadata. */
const semver = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/

/**
 * Returns the sections of a changelog, newest first, in their order. Headings are `## Unreleased` or `## 1.2.3 -
 * 2026-01-31`.
 */
export const sections = (changelog: string): ReadonlyArray<Section> =>
  changelog
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf("\n")
      const [version, date] = part.slice(0, end).trim().split(" - ")
      return {
        version: version === "Unreleased" ? null : version!,
        date: date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : null,
        text: part.slice(end)
      }
    })

/**
 * Returns the reasons why a version cannot be released: it is not a semantic version, or its section is missing, has no
 * date or is not the first. Unreleased lines are a fault only if `isPublished` is true.
 */
export const faults = (found: ReadonlyArray<Section>, version: string, isPublished = false): ReadonlyArray<string> => {
  if (!semver.test(version)) return [`package.json: ${version} is no version of semver`]
  const released = found.filter((one) => isPublished || one.version !== null)
  const own = released.find((one) => one.version === version)
  if (own === undefined) return [`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD"`]
  if (own.date === null) return [`CHANGELOG.md: ${version} has no date`]
  return released[0] === own ? [] : [`CHANGELOG.md: ${released[0]!.version ?? "Unreleased"} stands above ${version}`]
}

/** A breaking change as reported by oasdiff. */
export interface Breaking {
  readonly id: string
  readonly text: string
  readonly operation?: string
  readonly path?: string
}

/**
 * Returns the words of a text with blanks around them, and without punctuation at their ends, so that a path can be
 * found as a whole.
 */
const words = (text: string): string =>
  ` ${text
    .replaceAll("`", "")
    .split(/[\s,;:()]+|\.(?=\s|$)/)
    .filter((word) => word !== "")
    .join(" ")} `

/**
 * Returns the changes that no line names with the word Breaking, the method and the whole path, as in `Breaking: GET
 * /v1/x is gone`.
 */
export const unnamed = (changes: ReadonlyArray<Breaking>, text: string): ReadonlyArray<Breaking> => {
  const entries = text
    .split(/^- /m)
    .filter((entry) => /\bBreaking\b/.test(entry))
    .map(words)
  return changes.filter(({ id, operation, path }) => {
    const name = words(operation === undefined ? id : `${operation} ${path}`)
    return !entries.some((entry) => entry.includes(name))
  })
}
