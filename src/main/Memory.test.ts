import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir, totalmem } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, expect, test } from "bun:test"
import { limit, probe } from "./Memory.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-memory-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const system = (name: string, files: Readonly<Record<string, string>>): string => {
  const root = join(folder, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test("the group with the smallest limit counts, without the page cache", async () => {
  const root = system("two", {
    "proc/self/cgroup": "0::/plinth.slice/plinth.service\n",
    "sys/fs/cgroup/plinth.slice/plinth.service/memory.max": "max\n",
    "sys/fs/cgroup/plinth.slice/memory.max": "1000\n",
    "sys/fs/cgroup/plinth.slice/memory.current": "900\n",
    "sys/fs/cgroup/plinth.slice/memory.stat": "anon 500\ninactive_file 100\nactive_file 50\n"
  })
  expect(limit(root)).toBe(1000)
  expect(await probe(root)()).toBe(0.75)
})

test("a cgroup v1 counts with its children, even if its path is not visible", async () => {
  const root = system("one", {
    "proc/self/cgroup": "5:cpu:/\n4:memory:/docker/abc\n0::/\n",
    "sys/fs/cgroup/memory/memory.limit_in_bytes": "1000\n",
    "sys/fs/cgroup/memory/memory.usage_in_bytes": "700\n",
    "sys/fs/cgroup/memory/memory.stat": "inactive_file 600\ntotal_inactive_file 100\ntotal_active_file 100\n"
  })
  expect(await probe(root)()).toBe(0.5)
})

test("without a limit, resident memory is compared with the machine's", async () => {
  const root = system("none", {
    "proc/self/cgroup": "4:memory:/a\n",
    "sys/fs/cgroup/memory/a/memory.limit_in_bytes": "9223372036854771712\n"
  })
  expect([limit(root), limit(join(folder, "nothing"))]).toEqual([totalmem(), totalmem()])
  for (const one of [probe(root), probe(join(folder, "nothing"))]) {
    expect(await one()).toBeGreaterThan(0)
    expect(await one()).toBeLessThan(0.9)
  }
})
