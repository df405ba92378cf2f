import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { run } from "../export/Child.ts"
import * as Tags from "./Tags.ts"

const repository = mkdtempSync(join(tmpdir(), "plinth-tags-"))
afterAll(() => rmSync(repository, { recursive: true }))
const git = (...words: ReadonlyArray<string>) =>
  run(["git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@example.com", ...words])
await git("init", "-q")
await git("commit", "-q", "--allow-empty", "--message=a")
await git("tag", "v1.2.0")

test("files of a tagged version are not replaced", async () => {
  expect(Tags.demandUntagged(repository, "1.2.0")).rejects.toThrow("v1.2.0 is tagged")
  await Tags.demandUntagged(repository, "1.2")
  await Tags.demandUntagged(repository, "1.3.0")
})

test("without a repository no version counts as untagged", () => {
  expect(Tags.isTagged(join(repository, "none"), "1.3.0")).rejects.toThrow("none")
})
