/** Milliseconds since the page began, and of each picture while turning. */
interface Timed {
  readonly ready: number
  readonly first: number
  readonly whole: number
  readonly turns: ReadonlyArray<number>
}

const turns = 40
/** Milliseconds after which no more are turned, be they ever so few. */
const longest = 20_000

/** Waits until what was asked for is drawn: reading a pixel waits for the graphics. */
const drawn = (canvas: HTMLCanvasElement): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const gl = canvas.getContext("webgl2")!
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
      resolve(performance.now())
    })
  })

/** Measures pictures and leaves what was measured as `timed`. */
export const timed = async (
  canvas: HTMLCanvasElement,
  started: number,
  ready: number,
  draw: () => void,
  turn: () => void,
  done: () => Promise<void>
): Promise<void> => {
  draw()
  const first = (await drawn(canvas)) - started
  await done()
  const whole = performance.now() - started
  const times: Array<number> = []
  const begun = performance.now()
  for (let i = 0; i < turns && performance.now() - begun < longest; i++) {
    const from = performance.now()
    turn()
    times.push((await drawn(canvas)) - from)
  }
  const result: Timed = { ready, first, whole, turns: times }
  ;(globalThis as unknown as Record<string, unknown>)["timed"] = result
}
