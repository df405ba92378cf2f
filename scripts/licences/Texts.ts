import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { type Lock, type Package, packagesOf } from "./ThirdParty.ts"

/** The text of the MIT licence. Source: SPDX, MIT. */
const mit = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES
OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE
LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR
IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

/** The text of the ISC licence. Source: SPDX, ISC. */
const isc = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided
that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`

const texts: Readonly<Record<string, string>> = { MIT: mit, ISC: isc }

type Author = string | { readonly name: string }

/** Returns the text for a package that has none: its authors, and the text of its licence. */
const standingIn = (folder: string, { licence, name }: Package): string => {
  const file = join(folder, "package.json")
  const { author } = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as { readonly author?: Author }
  const holder = typeof author === "string" ? author : (author?.name ?? `the authors of ${name}`)
  return `${licence}, copyright ${holder}${licence in texts ? `\n\n${texts[licence]}` : ""}`
}

/** Returns the licence texts in the files of a package. */
const textOf = (root: string, one: Package): string => {
  const folder = join(root, one.path)
  const names = existsSync(folder) ? readdirSync(folder) : []
  const files = names.filter((name) => /^(?:licen[cs]e|copying|notice)\b/i.test(name)).toSorted()
  if (files.length === 0) return standingIn(folder, one)
  return files.map((name) => readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n").trim()).join("\n\n")
}

/**
 * Returns the licences of Bun and of all packages that the service runs with. Each text occurs once, under the names of
 * its packages.
 */
export const licenceTexts = (root: string, lock: Lock): string => {
  const bun = Object.entries(lock.packages)
    .filter(([path]) => path === "node_modules/bun")
    .map(([path, { license, version }]) => ({ path, name: "bun", version: version!, licence: license! }))
  const packages = Map.groupBy([...bun, ...packagesOf(lock)], (one) => textOf(root, one))
  const parts = Array.from(packages, ([text, those]) => {
    const names = those.map(({ name, version }) => `${name} ${version}`).join("\n")
    return `${"=".repeat(80)}\n${names}\n${"-".repeat(80)}\n\n${text}\n`
  })
  return `Licences of the packages of npm that are in this program\n\n${parts.join("\n")}`
}
