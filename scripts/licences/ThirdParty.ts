/** The fields of a package in the lock file that this code uses. */
interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly os?: ReadonlyArray<string>
}

/** The entries of `package-lock.json`, by the folder of each package. */
export interface Lock {
  readonly packages: Readonly<Record<string, Locked>>
}

/** A package as it is installed. */
export interface Package {
  /** The folder of the package. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly licence: string
}

/** Licences that allow the package to be distributed with the service. Examine a licence before you add it. */
export const accepted = ["Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MPL-2.0"]

/**
 * Returns the packages that the service runs with, except those for one platform, which are Bun and an optional part of
 * msgpackr.
 */
export const packagesOf = ({ packages }: Lock): ReadonlyArray<Package> => {
  const found = Object.entries(packages)
    .filter(([path, { dev, os }]) => path !== "" && dev !== true && os === undefined)
    .map(([path, { license = "unknown", version = "" }]) => ({
      path,
      name: path.split("node_modules/").at(-1)!,
      version,
      licence: license
    }))
  const unique = new Map(found.map((one) => [`${one.name} ${one.version}`, one]))
  return [...unique.values()].toSorted((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
}

/** The third-party parts of Bun's program, by https://bun.sh/docs/project/license. */
const inBun = [
  ["JavaScriptCore, WebKit's WTF", "LGPL-2.0-or-later, BSD-2-Clause"],
  ["tinycc", "LGPL-2.1-or-later"],
  ["BoringSSL", "Apache-2.0, OpenSSL, ISC"],
  ["SQLite", "public domain"],
  ["ICU", "Unicode-3.0"],
  ["mimalloc, simdutf, lol-html, picohttpparser, c-ares, ls-hpack, base64", "MIT, BSD-2-Clause, BSD-3-Clause"],
  ["zlib, libdeflate, brotli, zstd, libarchive", "Zlib, MIT, BSD-2-Clause, BSD-3-Clause"],
  ["uSockets, uWebSockets", "Apache-2.0"]
] as const

/** The Debian packages of the image, its base and its tools. Each has its text in `/usr/share/doc`. */
const ofDebian = [
  ["glibc, libgcc, libgomp, libstdc++", "LGPL-2.1-or-later, GPL-3.0 with the runtime exception"],
  ["OpenSSL, in the distroless base, which nothing of ours uses", "Apache-2.0"],
  ["tini", "MIT"],
  ["prlimit, setpriv, libsmartcols (util-linux)", "GPL-2.0-or-later, LGPL-2.1-or-later"],
  ["libcap-ng", "LGPL-2.1-or-later"],
  ["true (coreutils)", "GPL-3.0-or-later"],
  ["ca-certificates", "MPL-2.0, GPL-2.0-or-later"],
  ["tzdata, netbase, media-types, base-files", "public domain, GPL-2.0-or-later"]
] as const

const table = (head: readonly [string, string], rows: ReadonlyArray<readonly [string, string]>): string =>
  [head, ["---", "---"], ...rows].map(([a, b]) => `| ${a} | ${b} |`).join("\n")

/** Returns the list of third-party parts of the service as Markdown. */
export const thirdParty = (lock: Lock): string => {
  const packages = packagesOf(lock)
  const bun = Object.entries(lock.packages).find(([path]) => path === "node_modules/bun")![1].version!
  const licences = [...new Set(packages.map(({ licence }) => licence))].toSorted()
  const counts = licences.map((one) => `${one} ${packages.filter(({ licence }) => licence === one).length}`)
  return `# Third-party software

What others made and the service, its image and its executable contain. \`npm run licences\` writes this file; a test says
when it is out of date. \`npm run --silent sbom\` prints the same packages as a CycloneDX document.

## Packages of npm

${packages.length} packages: ${counts.join(", ")}. The text of each licence lies in the folder
of its package; beside the executable, and in its image, \`LICENCES.txt\` has them all. web-ifc is under the Mozilla Public License: its sources are at https://github.com/ThatOpen/engine_web-ifc.

${table(
  ["package", "licence"],
  packages.map((one) => [`${one.name} ${one.version}`, one.licence] as const)
)}

## In Bun

Bun ${bun} itself is under the MIT licence. Its program is linked statically with parts under other licences, which npm does
not show. Two of them are under the LGPL, which asks that users can link the program with a changed version of them: Bun's sources
and how to build it with a changed WebKit are at https://github.com/oven-sh/bun and https://github.com/oven-sh/webkit.

${table(["part", "licence"], inBun)}

## In the image, of Debian

Their sources are at https://sources.debian.org under the versions of the base.

${table(["part", "licence"], ofDebian)}
`
}
