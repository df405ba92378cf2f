import { existsSync, readFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { totalmem } from "node:os"
import { dirname, join } from "node:path"
import process from "node:process"

/** The files of a control group that hold its limit and use. Source: Linux, cgroup-v2 and cgroup-v1/memory. */
interface Kind {
  readonly line: RegExp
  readonly root: string
  readonly limit: string
  readonly used: string
  /** Lines of memory.stat with the memory taken by files, which the system frees when it needs to. */
  readonly files: RegExp
}

const kinds: ReadonlyArray<Kind> = [
  {
    line: /^0::(.*)$/m,
    root: "/sys/fs/cgroup",
    limit: "memory.max",
    used: "memory.current",
    files: /^(?:in)?active_file (\d+)$/gm
  },
  {
    line: /^\d+:[^:]*\bmemory\b[^:]*:(.*)$/m,
    root: "/sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    used: "memory.usage_in_bytes",
    files: /^total_(?:in)?active_file (\d+)$/gm
  }
]

interface Group {
  readonly directory: string
  readonly kind: Kind
  readonly limit: number
}

const limitIn = (directory: string, { limit }: Kind): number =>
  existsSync(join(directory, limit)) ? Number(readFileSync(join(directory, limit), "utf8")) : Number.NaN

/**
 * Returns the group of this process, or one above it, with the smallest limit; null if none has less than the machine.
 */
const limitedGroup = (roots: string): Group | null => {
  const file = join(roots, "/proc/self/cgroup")
  if (!existsSync(file)) return null
  const groups = readFileSync(file, "utf8")
  let found: Group | null = null
  for (const kind of kinds) {
    const path = kind.line.exec(groups)?.[1]
    if (path === undefined) continue
    const root = join(roots, kind.root)
    for (let directory = join(root, path); directory.startsWith(root); directory = dirname(directory)) {
      const limit = limitIn(directory, kind)
      if (limit < (found?.limit ?? totalmem())) found = { directory, kind, limit }
    }
  }
  return found
}

const usedBy = async ({ directory, kind }: Group): Promise<number> => {
  const [used, stat] = await Promise.all([
    readFile(join(directory, kind.used), "utf8"),
    readFile(join(directory, "memory.stat"), "utf8")
  ])
  return Array.from(stat.matchAll(kind.files)).reduce((rest, [, bytes]) => rest - Number(bytes), Number(used))
}

/**
 * Returns the bytes of memory that this process may use: the limit of its control group, or else the machine's memory.
 * `roots` is the folder of the system's files, which differs in tests.
 */
export const limit = (roots = "/"): number => limitedGroup(roots)?.limit ?? totalmem()

/**
 * Returns a probe of the share of that memory in use: by the control group (which includes the children of this
 * process), or else by the resident size of this process.
 */
export const probe = (roots = "/"): (() => Promise<number>) => {
  const group = limitedGroup(roots)
  return group === null
    ? async () => process.memoryUsage.rss() / totalmem()
    : async () => (await usedBy(group)) / group.limit
}
