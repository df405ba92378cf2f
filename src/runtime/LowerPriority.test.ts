import { expect, test } from "bun:test"
import { getPriority, platform } from "node:os"
import { join } from "node:path"

const asks = `
  const { lowerPriority } = await import(${JSON.stringify(join(import.meta.dir, "LowerPriority.ts"))})
  lowerPriority()
  console.log((await import("node:os")).getPriority())`

const niceAfter = async (...prefix: ReadonlyArray<string>): Promise<string> => {
  const child = Bun.spawn([...prefix, process.execPath, "-e", asks], { stderr: "inherit" })
  return (await new Response(child.stdout).text()).trim()
}

test.skipIf(platform() !== "linux")("a thread gives way, and keeps still where it has done so already", async () => {
  const own = getPriority()
  expect(Number(await niceAfter())).toBe(Math.max(own, 5))
  expect(Number(await niceAfter("nice", "-n", "10"))).toBe(Math.min(19, own + 10))
})
