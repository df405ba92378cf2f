import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { writeView } from "../geometry/gltf/View.ts"
import { realMeshes } from "../geometry/testing/RealScene.ts"
import { pathOf } from "../ifc/testing/RealModels.ts"
import { DamagedView } from "../web/viewer/Damaged.ts"
import { readView } from "../web/viewer/ReadView.ts"
import { open } from "./testing/PageBrowser.ts"
import { bundled, serveViewer } from "./testing/ViewerPage.ts"

const name = "AC20-FZK-Haus.ifc"
const assembled = "mini-project.ifc"
const canRun = existsSync(pathOf(name)) && existsSync("/usr/bin/chromium")
const fileOf = async (model: string, isCompressed = true) => {
  const { meshes } = await realMeshes(model)
  const { parts, triangles } = await writeView(meshes.scene, isCompressed)
  return { bytes: new Uint8Array(Buffer.concat(parts)), scene: meshes.scene, triangles }
}

let house: Awaited<ReturnType<typeof fileOf>>
let server: Awaited<ReturnType<typeof serveViewer>>
beforeAll(async () => {
  if (!canRun) return
  house = await fileOf(name)
  server = await serveViewer()
  server.files.set("house", house.bytes)
  server.files.set("damaged", house.bytes.slice(0, -100))
})
afterAll(async () => {
  if (canRun) await server.stop()
})

/** In the page: what is written there. */
const at = async (query: string) => {
  const browser = await open({ origin: server.origin, width: 900, height: 600 })
  await browser.page.goto(`${server.origin}/?${query}`)
  const run = <T>(code: string) => browser.page.evaluate<T>(code)
  // Playwright's own wait evaluates text in the page, which the page's policy forbids.
  const until = async (code: string) => {
    while (!(await run<unknown>(code))) await Bun.sleep(20)
  }
  return { ...browser, run, until, opened: await run<unknown>("opened") }
}
/** @param expected what the console may say besides */
const inHouse = async (use: (browser: Awaited<ReturnType<typeof at>>) => Promise<void>, expected = /^$/) => {
  const browser = await at("file=house")
  try {
    expect(browser.opened).toBeNull()
    await use(browser)
    expect(browser.faults.filter((fault) => !expected.test(fault))).toEqual([])
  } finally {
    await browser.close()
  }
}

test("the viewer with three and its worker stay within the size limit", async () => {
  const size = async (source: string) => Bun.gzipSync(await bundled(source), { level: 9 }).length
  expect(await size("Viewer.ts")).toBeLessThan(170_000)
  expect(await size("worker.ts")).toBeLessThan(20_000)
})

test.skipIf(!canRun)("a view file is read as it was written, compressed or not", async () => {
  const model = await readView(house.bytes)
  const { products } = house.scene
  for (const [i, guid] of model.guids.entries()) {
    const product = products.find((one) => one.guid === guid)!
    expect(model.classes[model.classOf[i]!]).toBe(product.class)
    expect(model.isSpace[i] === 1).toBe(product.isSpace)
  }
  expect(model.batches.reduce((sum, { indices }) => sum + indices.length / 3, 0)).toBe(house.triangles)
  expect(model.origin.every(Number.isInteger)).toBe(true)
  const box = [...model.boxes].every(Number.isFinite)
  expect(box).toBe(true)
  expect(model.wholes.guids).toEqual([])
  const plain = await readView((await fileOf(name, false)).bytes)
  // Compression begins triangles with another of their corners.
  const corners = ({ indices }: (typeof model.batches)[number]) =>
    Array.from({ length: indices.length / 3 }, (_, i) =>
      indices
        .slice(3 * i, 3 * i + 3)
        .sort()
        .join()
    )
  const told = ({ batches, ...rest }: typeof model) => ({
    ...rest,
    batches: batches.map((batch) => ({ ...batch, indices: corners(batch) }))
  })
  expect(told(plain)).toEqual(told(model))
})

test.skipIf(!canRun)("what has no shape of its own is seen by its parts, however deep they are", async () => {
  const { bytes, scene } = await fileOf(assembled)
  const { guids, wholes } = await readView(bytes)
  const isDrawn = new Set(guids)
  const above = new Map(
    scene.products.map(({ guid, wholes = [] }) => [guid, wholes.filter((one) => !isDrawn.has(one))])
  )
  const parts = (whole: string) => [...guids.keys()].filter((i) => above.get(guids[i]!)!.includes(whole))
  expect(wholes.guids.toSorted()).toEqual([...new Set([...above.values()].flat())].toSorted())
  expect(Math.max(...above.values().map(({ length }) => length))).toBeGreaterThan(2)
  server.files.set("assembled", bytes)
  const browser = await at("file=assembled")
  const shapes = (of: ReadonlyArray<string>) =>
    browser.run<ReadonlyArray<number>>(`viewer.shapesOf(${JSON.stringify(of)})`)
  for (const whole of wholes.guids.slice(0, 50)) expect(await shapes([whole])).toEqual(parts(whole))
  const [whole] = wholes.guids
  expect(await shapes([whole!, guids[parts(whole!)[0]!]!])).toEqual(parts(whole!))
  expect(await shapes(["nobody"])).toEqual([])
  expect(await browser.run<boolean>(`viewer.isSeen(${JSON.stringify(whole)}) && !viewer.isSeen("nobody")`)).toBe(true)
  await browser.close()
})

test.skipIf(!canRun)("what is no view file is said to be damaged, wherever it is cut or changed", async () => {
  const { bytes } = house
  const bad = [
    new Uint8Array(),
    bytes.slice(0, 19),
    bytes.slice(0, 500),
    bytes.slice(0, -1),
    new Uint8Array(bytes.length)
  ]
  const text = Buffer.from(bytes)
  const count = text.indexOf(`"type":"VEC3"`)
  const swapped = bytes.slice()
  swapped.set(Buffer.from(`"type":"VEC9"`), count)
  bad.push(swapped)
  for (const one of bad) {
    const failed = await readView(one).then(
      () => null,
      (error: unknown) => error
    )
    expect(failed).toBeInstanceOf(DamagedView)
  }
})

test.skipIf(!canRun)("a pixel that hits a product is picked; what is hidden is looked through, and comes back", () =>
  inHouse(async ({ page, run, until }) => {
    const roof = await run<number>(
      `viewer.products.findIndex((one) => one.class === "IfcSlab" && viewer.hit(viewer.products.indexOf(one)))`
    )
    const place = await run<{ x: number; y: number }>(`viewer.hit(${roof})`)
    const guid = await run<string>(`viewer.products[${roof}].guid`)
    await page.mouse.click(place.x, place.y)
    expect(await run<unknown>(`told.findLast((one) => "pick" in Object(one))`)).toEqual({ pick: guid })
    await page.mouse.move(place.x + 1, place.y)
    await until("told.some((one) => one.hover)")
    const hit = await run<{ normal: Array<number>; snap: { kind: string } }>(`viewer.pick(${place.x}, ${place.y})`)
    expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 6)
    const before = await page.screenshot()
    await run(`viewer.hide([${roof}]); viewer.whole()`)
    expect(await run<string | null>(`viewer.pick(${place.x}, ${place.y})?.guid ?? null`)).not.toBe(guid)
    expect(before.equals(await page.screenshot())).toBe(false)
    expect(await run<unknown>(`viewer.hit(${roof})`)).toBeNull()
    await run(`viewer.showAll(); viewer.whole()`)
    expect(before.equals(await page.screenshot())).toBe(true)
    await run(`viewer.isolate([${roof}]); viewer.whole()`)
    expect(await run<Array<number>>("viewer.products.keys().filter(viewer.isShown).toArray()")).toEqual([roof])
  })
)

test.skipIf(!canRun)("sections and storeys take away what is beyond them, in the picture and for picking", () =>
  inHouse(async ({ page, run }) => {
    const before = await page.screenshot()
    const top = await run<number>("viewer.pick(450, 250).point[1]")
    await run(`viewer.section([{ point: [0, ${top - 1.5}, 0], normal: [0, 1, 0] }]); viewer.whole()`)
    expect(await run<number>("viewer.pick(450, 300).point[1]")).toBeLessThan(top - 1.5)
    expect(before.equals(await page.screenshot())).toBe(false)
    await run("viewer.section([]); viewer.storey({ from: 0, to: 1 }); viewer.whole()")
    expect(await run<number>("viewer.pick(450, 320).point[1]")).toBeLessThanOrEqual(1)
    await run("viewer.storey(null); viewer.whole()")
    expect(before.equals(await page.screenshot())).toBe(true)
  })
)

test.skipIf(!canRun)("what is selected behind other things is seen through them", () =>
  inHouse(async ({ page, picture, run }) => {
    await run("viewer.whole()")
    const before = await page.screenshot()
    const behind = await run<number>(
      "viewer.products.findIndex((one, i) => !one.isSpace && one.class === 'IfcDoor' && viewer.hit(i) === null)"
    )
    expect(behind).toBeGreaterThanOrEqual(0)
    await run(`viewer.select([${behind}]); viewer.whole()`)
    await picture("viewer-through")
    expect(before.equals(await page.screenshot())).toBe(false)
    await run("viewer.select([]); viewer.whole()")
    expect(before.equals(await page.screenshot())).toBe(true)
  })
)

test.skipIf(!canRun)("products of another file are shown beside the model, and taken away again", () =>
  inHouse(async ({ page, picture, run }) => {
    await run("viewer.hide([viewer.pick(450, 250).product]); viewer.whole()")
    const before = await page.screenshot()
    await run(`viewer.showAll()
      viewer.hide([globalThis.roof = viewer.pick(450, 250).product])
      viewer.showBeside({
        file: { url: "/house", token: "secret" },
        guids: new Set([viewer.products[roof].guid]),
        color: [207, 34, 46],
        signal: new AbortController().signal
      }).then(() => viewer.whole())`)
    await picture("viewer-beside")
    expect(before.equals(await page.screenshot())).toBe(false)
    expect(await run<boolean>("viewer.pick(450, 250)?.product === roof")).toBe(false)
    await run("viewer.hideBeside(); viewer.whole()")
    expect(before.equals(await page.screenshot())).toBe(true)
    const failed = await run<string>(
      `viewer.showBeside({ file: { url: "/damaged", token: "secret" }, guids: new Set(), color: [0, 0, 0], signal: new AbortController().signal }).catch((fault) => fault._tag)`
    )
    expect(failed).toBe("Damaged")
  })
)

test.skipIf(!canRun)("colours, selection, faint things, spaces and measures are seen", () =>
  inHouse(async ({ page, picture, run }) => {
    const seen = new Set([(await page.screenshot()).toString("base64")])
    const looks = async (code: string) => {
      await run(`${code}; viewer.whole()`)
      const size = seen.size
      seen.add((await page.screenshot()).toString("base64"))
      expect(seen.size, code).toBe(size + 1)
    }
    await looks("viewer.color(viewer.products.map(() => [200, 30, 30]))")
    await looks("viewer.color(null); viewer.select([viewer.pick(450, 250).product])")
    await picture("viewer-selected")
    await looks("viewer.ghost(viewer.products.keys())")
    await looks(
      "viewer.showAll(); viewer.select([]); viewer.isolate(viewer.products.keys().filter((i) => viewer.products[i].isSpace)); viewer.showSpaces(true)"
    )
    await looks("viewer.showAll(); viewer.showSpaces(false); viewer.theme('dark')")
    await picture("viewer-dark")
    expect(
      await run<unknown>(
        "(() => { const [x, y, z] = viewer.camera().target; return viewer.measure([x, y, z], [x + 3, y + 4, z]) })()"
      )
    ).toEqual({ distance: 5, level: 3, rise: 4 })
    await looks("0")
  })
)

test.skipIf(!canRun)("it is moved by pointer, wheel, keys and as links say", () =>
  inHouse(async ({ page, run, until }) => {
    const camera = () => run<{ yaw: number; pitch: number; distance: number; target: Array<number> }>("viewer.camera()")
    const home = await camera()
    await page.mouse.move(450, 300)
    await page.mouse.down()
    await page.mouse.move(500, 320, { steps: 4 })
    await page.mouse.up()
    const turned = await camera()
    expect(turned.yaw).toBeLessThan(home.yaw)
    expect(turned.pitch).toBeGreaterThan(home.pitch)
    const before = await run<Array<number>>("viewer.pick(300, 330).point")
    await page.mouse.move(300, 330)
    await page.mouse.wheel(0, -300)
    await until(`viewer.camera().distance < ${turned.distance * 0.9}`)
    const after = await run<{ x: number; y: number }>(`viewer.project(${JSON.stringify(before)})`)
    expect(Math.hypot(after.x - 300, after.y - 330)).toBeLessThan(0.01)
    await page.keyboard.press("ArrowLeft")
    expect((await camera()).yaw).toBeLessThan(turned.yaw)
    await page.keyboard.press("Shift+ArrowLeft")
    await page.keyboard.press("+")
    await page.keyboard.press("Escape")
    expect(await run<unknown>("told.at(-1)")).toBe("escape")
    await page.keyboard.press("Home")
    expect(await camera()).toEqual(home)
    await run(`viewer.setCamera(${JSON.stringify(turned)})`)
    for (const key of ["yaw", "pitch", "distance"] as const) expect((await camera())[key]).toBeCloseTo(turned[key], 9)
    await run("viewer.fit([0])")
    expect((await camera()).distance).not.toBe(turned.distance)
    await page.setViewportSize({ width: 500, height: 700 })
    await until("document.querySelector('canvas').width === 500")
    await run("viewer.home(); viewer.whole()")
    expect(await run<unknown>("viewer.pick(250, 350)")).not.toBeNull()
  })
)

test.skipIf(!canRun)("graphics that are taken away and given back show the same picture", () =>
  inHouse(async ({ page, run, until }) => {
    const before = await page.screenshot()
    await run(
      "globalThis.lose = document.querySelector('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'); lose.loseContext()"
    )
    await until("told.includes('lost')")
    await run("setTimeout(() => lose.restoreContext(), 50)")
    await until("told.includes('restored')")
    await run("viewer.whole()")
    expect(before.equals(await page.screenshot())).toBe(true)
    await run("viewer.close()")
    // Closing also deletes objects that were made before the graphics context was lost.
  }, /^warning: WebGL: INVALID_OPERATION: delete\w*: object does not belong to this context$/)
)

test.skipIf(!canRun)(
  "a closed viewer leaves nothing on the graphics card, because its canvas may show another version",
  async () => {
    const { close, context, page } = await open({ origin: server.origin })
    await context.addInitScript(`globalThis.live = {}
    for (const kind of ["Program", "Buffer", "VertexArray"]) {
      const of = WebGL2RenderingContext.prototype
      const [create, remove] = [of["create" + kind], of["delete" + kind]]
      of["create" + kind] = function () {
        live[kind] = (live[kind] ?? 0) + 1
        return create.call(this)
      }
      of["delete" + kind] = function (one) {
        if (one) live[kind] -= 1
        return remove.call(this, one)
      }
    }`)
    await page.goto(`${server.origin}/?file=house`)
    expect(await page.evaluate("opened")).toBeNull()
    await page.evaluate("viewer.select(viewer.products.keys()); viewer.whole()")
    expect(await page.evaluate<number>("live.Program")).toBeGreaterThan(5)
    await page.evaluate("viewer.close()")
    expect(await page.evaluate("live")).toEqual({ Program: 0, Buffer: 0, VertexArray: 0 })
    await close()
  }
)

test.skipIf(!canRun)("what cannot be shown is told by kind", async () => {
  const damaged = await at("file=damaged")
  expect(damaged.opened).toMatchObject({ _tag: "Damaged" })
  await damaged.close()
  const missing = await at("file=none")
  expect(missing.opened).toMatchObject({ _tag: "NotLoaded", status: 404 })
  await missing.close()
  const { context, page, close } = await open({ origin: server.origin })
  await context.addInitScript("HTMLCanvasElement.prototype.getContext = () => null")
  await page.goto(`${server.origin}/?file=house`)
  expect(await page.evaluate("opened")).toMatchObject({ _tag: "NoWebGL" })
  await close()
})
