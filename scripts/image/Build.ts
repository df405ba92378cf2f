import { createHash } from "node:crypto"
import { realpathSync, rmSync } from "node:fs"
import { join } from "node:path"
import { attempt, run, scratch } from "./Tools.ts"

/** The release of Debian for local bases. */
const release = "bookworm"
const base = "localhost/plinth-base"
const buildBase = "localhost/plinth-build"
const weekMillis = 7 * 86_400_000

/**
 * The parts of a system that the service needs: C library, time zones, certificates, user. No shell or package manager.
 */
const baseOf = (tar: string): ReadonlyArray<string> => [
  "mmdebstrap",
  "--quiet",
  "--variant=extract",
  "--include=base-files,netbase,tzdata,libc6,libgcc-s1,libstdc++6,ca-certificates",
  "--dpkgopt=path-exclude=/usr/share/*",
  "--dpkgopt=path-include=/usr/share/zoneinfo/*",
  "--dpkgopt=path-include=/usr/share/ca-certificates/*",
  "--dpkgopt=path-include=/usr/share/doc/*/copyright",
  "--dpkgopt=path-exclude=/usr/lib/*/gconv/*",
  '--extract-hook=cat "$1"/usr/share/ca-certificates/mozilla/*.crt > "$1"/etc/ssl/certs/ca-certificates.crt',
  '--extract-hook=echo "nonroot:x:65532:65532:nonroot:/data:/sbin/nologin" > "$1"/etc/passwd; echo "nonroot:x:65532:" > "$1"/etc/group; chmod 1777 "$1"/tmp',
  '--extract-hook=cd "$1"/usr && rm -rf bin/* sbin/* lib/ssl/misc lib/*/libcrypto* lib/*/libssl* lib/*/engines-3 lib/*/ossl-modules',
  release,
  tar
]

/** Returns the command that packs Debian with the Node.js and npm of this machine. */
const buildBaseOf = (tar: string): ReadonlyArray<string> => {
  const node = realpathSync(Bun.which("node")!)
  const npm = join(realpathSync(Bun.which("npm")!), "../..")
  return [
    "mmdebstrap",
    "--quiet",
    "--variant=essential",
    "--include=libstdc++6,tini",
    `--customize-hook=cp ${node} "$1/usr/bin/node"`,
    `--customize-hook=mkdir -p "$1/usr/lib/node_modules" && cp -r ${npm} "$1/usr/lib/node_modules/npm"`,
    '--customize-hook=ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/bin/npm"',
    release,
    tar
  ]
}

/**
 * Builds a base unless there is one of this recipe, Node.js and week, so that images get Debian's updates every week.
 * Removes older bases, and returns the name with its tag.
 */
const made = async (name: string, command: (tar: string) => ReadonlyArray<string>): Promise<string> => {
  const recipe = [...command(""), await run("node", "--version")].join("\0")
  const digest = createHash("sha256").update(recipe).digest("hex").slice(0, 12)
  const tag = `${name}:${digest}-${Math.floor(Date.now() / weekMillis)}`
  if ((await attempt("podman", "image", "exists", tag)).code === 0) return tag
  const tar = join(scratch, `${name.replaceAll(/\W/g, "-")}.tar`)
  await run(...command(tar))
  await run("podman", "import", "-q", tar, tag)
  rmSync(tar)
  const all = await run("podman", "images", `--filter=reference=${name}`, "--format={{.Repository}}:{{.Tag}}")
  for (const old of all.split("\n").filter((one) => one !== tag)) await attempt("podman", "rmi", old)
  return tag
}

/**
 * Builds the image on bases of Debian's packages, without network: packages are taken from npm's cache, which `npm ci`
 * has filled. The same commit makes the same layers on the same bases. `target` is a stage of the Containerfile; by
 * default the last one.
 */
export const build = async (tag: string, target?: string): Promise<void> => {
  const [ownBase, ownBuildBase] = await Promise.all([made(base, baseOf), made(buildBase, buildBaseOf)])
  const [cache, seconds, commit] = await Promise.all([
    run("npm", "config", "get", "cache"),
    run("git", "log", "-1", "--format=%ct"),
    run("git", "rev-parse", "HEAD")
  ])
  const { version } = (await Bun.file(join(import.meta.dir, "../../package.json")).json()) as { version: string }
  const values = {
    NPM_FLAGS: `--offline --registry=${await run("npm", "config", "get", "registry")}`,
    BUILD_BASE: ownBuildBase,
    BASE: ownBase,
    VERSION: version,
    REVISION: commit
  }
  await run(
    "buildah",
    "build",
    "--layers",
    "--format=docker",
    "--network=none",
    `--volume=${cache}:/root/.npm:O`,
    `--timestamp=${seconds}`,
    ...Object.entries(values).map(([name, value]) => `--build-arg=${name}=${value}`),
    ...(target === undefined ? [] : [`--target=${target}`]),
    `--tag=${tag}`,
    "."
  )
}

/**
 * Returns the size of an image in bytes: the size of its layers, and their size in a registry, where they are gzipped.
 */
export const sizes = async (tag: string): Promise<{ readonly unpacked: number; readonly packed: number }> => {
  const unpacked = Number(await run("podman", "image", "inspect", "--format={{.Size}}", tag))
  const folder = join(scratch, "packed")
  await run("podman", "push", "-q", "--compress", tag, `dir:${folder}`)
  const packed = Array.from(new Bun.Glob("*").scanSync(folder), (name) => Bun.file(join(folder, name)).size).reduce(
    (sum, size) => sum + size,
    0
  )
  rmSync(folder, { recursive: true })
  return { unpacked, packed }
}
