import type { Suite } from "./Suite.ts"

/** The differences between a revision and the working tree. */
export interface Change {
  /** Paths relative to the root. */
  readonly files: ReadonlyArray<string>
  /** Names of npm packages whose version in package.json differs. */
  readonly packages: ReadonlyArray<string>
}

const git = async (...words: ReadonlyArray<string>): Promise<string> => {
  const child = Bun.spawn(["git", ...words], { stdout: "pipe", stderr: "pipe" })
  const [text, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`git ${words.join(" ")}: ${errors.trim()}`)
  return text
}

type Manifest = Readonly<Record<"dependencies" | "devDependencies", Readonly<Record<string, string>>>>

const versionsOf = (text: string): ReadonlyMap<string, string> => {
  const { dependencies, devDependencies } = JSON.parse(text) as Manifest
  return new Map(Object.entries({ ...devDependencies, ...dependencies }))
}

/**
 * Returns the differences since a revision, including uncommitted and untracked files. Throws if git does not know the
 * revision.
 */
export const since = async (revision: string): Promise<Change> => {
  const changed = await git("diff", "--name-only", "-z", revision, "--")
  const untracked = await git("ls-files", "--others", "--exclude-standard", "-z")
  const before = versionsOf(await git("show", `${revision}:package.json`))
  const now = versionsOf(await Bun.file("package.json").text())
  const names = new Set([...before.keys(), ...now.keys()])
  return {
    files: `${changed}${untracked}`.split("\0").filter((path) => path !== ""),
    packages: [...names].filter((name) => before.get(name) !== now.get(name))
  }
}

/** Returns whether anything that the suite depends on is part of the change. */
export const concerns = ({ files, packages }: Change, { dependsOn }: Suite): boolean =>
  dependsOn.some((place) => {
    if (place.startsWith("npm:")) return packages.includes(place.slice("npm:".length))
    return place === "." ? files.length > 0 : files.some((file) => file === place || file.startsWith(`${place}/`))
  })
