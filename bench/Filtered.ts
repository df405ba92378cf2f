import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { open } from "../src/main/testing/PageBrowser.ts"
import { pathOf } from "../src/ifc/testing/RealModels.ts"
import { signIn } from "../src/main/testing/PageSignIn.ts"
import * as ServiceClient from "../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../src/main/testing/ServiceProcess.ts"
import { replicateTo } from "./Replicate.ts"

/** The cost of a filter on the page of a model: milliseconds from the click, and MB. */
export interface Filtered {
  /** The numbers of products in the table, before and with the filter. */
  readonly products: ReadonlyArray<string>
  /** The time until the table shows the number of matching products. */
  readonly table: number
  /** The time until the last matching rows were read and a picture was drawn after that. */
  readonly picture: number
  /** The memory of scripts and their objects at the end. */
  readonly heap: number
}

/** Records the times at which the view is drawn. */
const drawn = `globalThis.drawn = []; {
  const of = WebGL2RenderingContext.prototype, fence = of.fenceSync
  of.fenceSync = function (...given) { globalThis.drawn.push(Date.now()); return fence.apply(this, given) }
}`

/** Returns the time of the last drawing, in milliseconds, after the view has not been drawn for `millis`. */
const still = async (page: Page, millis: number): Promise<void> => {
  for (;;) {
    const last = await page.evaluate<number>("globalThis.drawn.at(-1) ?? 0")
    if (last > 0 && Date.now() - last > millis) return
    await Bun.sleep(100)
  }
}

/** Returns the memory of scripts and of their buffers, such as typed arrays, in MB. */
export const heapOf = async (page: Page): Promise<number> => {
  const session = await page.context().newCDPSession(page)
  const heap = (await session.send("Runtime.getHeapUsage").catch(() => null)) as {
    readonly usedSize: number
    readonly backingStorageSize?: number
  } | null
  return heap === null ? Number.NaN : (heap.usedSize + (heap.backingStorageSize ?? 0)) / 1e6
}

/**
 * Filters the products of copies of a model in one file by a value that about half of them have, on the page of a
 * service.
 */
export const filtered = async (name: string, copies: number, value: string): Promise<Filtered> => {
  const folder = mkdtempSync(join(tmpdir(), "plinth-bench-page-"))
  const file = join(folder, "model.ifc")
  const source = pathOf(name)
  await replicateTo(source, file, Bun.file(source).size * copies)
  const service = await ServiceProcess.start({
    environment: { WARM_WORKERS: "2", WORKER_MEMORY_BYTES: String(4 * 2 ** 30) }
  })
  try {
    const token = await service.token("ada")
    const client = ServiceClient.make(service.url, token)
    const project = await client.createProject("Large")
    const operation = await client.startImport(project, "Large", new Uint8Array(await Bun.file(file).arrayBuffer()))
    const { status } = await client.ended(operation)
    const [model] = await client.models(project)
    if (model === undefined) throw new Error(`the import ended ${status}`)
    const origin = `http://localhost:${service.port}`
    const browser = await open({ origin })
    try {
      const { page } = browser
      await page.addInitScript(drawn)
      await signIn(page, service, "ada")
      await page.goto(`${origin}/app/projects/${project}/models/${model.id}`)
      await page.getByRole("toolbar").waitFor({ timeout: 60_000 })
      await still(page, 2000)
      const count = page.locator(".products .grow[role=status]")
      const before = (await count.textContent()) ?? ""
      const box = page.getByRole("combobox", { name: "Filter", exact: true })
      await box.fill("Class")
      await box.press("Enter")
      await page.getByRole("combobox", { name: "Value", exact: true }).fill(value)
      let read = 0
      page.on("requestfinished", (request) => {
        if (request.url().includes("/query?")) read = Date.now()
      })
      await page.evaluate(`globalThis.drawn.length = 0`)
      const began = Date.now()
      await page.getByRole("button", { name: "Add filter" }).click()
      for (let now = before; now === before || !/^\d/.test(now); await Bun.sleep(5))
        now = (await count.textContent()) ?? ""
      const table = Date.now() - began
      await still(page, 1000)
      const draws = await page.evaluate<ReadonlyArray<number>>("globalThis.drawn")
      return {
        products: [before, (await count.textContent()) ?? ""],
        table,
        picture: (draws.find((at) => at >= read) ?? Infinity) - began,
        heap: await heapOf(page)
      }
    } finally {
      await browser.close()
    }
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}
