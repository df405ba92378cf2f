/**
 * Compares edits of 10,000 and of 100,000 cells of a model, over HTTP in this process. Each is one request, which is
 * decoded, checked and stored; then the edits are read, counted and published. Prints the times, their ratio, and the
 * delays of the event loop.
 *
 * Usage: bun run bench/edits.ts [--ci]
 */
import process from "node:process"
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import * as Folder from "../adapters/storage/testing/Folder.ts"
import * as Seed from "../src/http/testing/Seed.ts"
import * as TestService from "../src/http/testing/TestService.ts"
import { largeModel } from "../src/main/testing/LargeModel.ts"
import { idle, shown, watched } from "./LibraryBench.ts"

const products = 12_500
const gate = 12
const rounds = 3
const headers = { "x-client-session-id": "bench" }
const { values } = parseArgs({ options: { ci: { type: "boolean", default: false } } })

/** Returns edits of eight fields of this number of products: two fields that the products have, and six new ones. */
const modifications = (guids: ReadonlyArray<string>, round: number) => {
  const cells = (value: (i: number) => unknown) => Object.fromEntries(guids.map((guid, i) => [guid, value(i)]))
  const added = Array.from({ length: 6 }, (_, field) => [
    `Cost ${field}`,
    cells((i) => ({ PropertySet: "Costs", Value: i * field + round }))
  ])
  return {
    update: { FireRating: cells((i) => `REI ${round} ${i % 90}`), Mark: cells((i) => `M ${round} ${i}`) },
    addOrUpdate: Object.fromEntries(added)
  }
}

const median = (list: ReadonlyArray<number>): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!

const main = Effect.gen(function* () {
  const service = yield* TestService.make({ storage: Folder.durable("migrated") })
  const token = service.token("ada")
  console.log(yield* Effect.promise(idle))
  yield* Effect.promise(async () => {
    const projectId = await Seed.project(service, token)
    const { modelId } = await Seed.model(service, token, projectId, "Walls", largeModel(products))
    const path = `/v1/projects/${projectId}/models/${modelId}`
    const call = async (method: string, below: string, body?: unknown) => {
      const options = { token, headers, ...(body === undefined ? {} : { body }) }
      const answer = await service.call(method, `${path}${below}`, options)
      const text = await answer.text()
      if (answer.status >= 300) throw new Error(`${method} ${below}: ${answer.status} ${text}`)
      return text
    }
    const ask = (body: unknown) => call("POST", `/products/properties/query?pageSize=5000`, body)
    const guids: Array<string> = []
    for (let page = 1; guids.length < products; page++) {
      const text = await call("POST", `/products/properties/query?pageSize=5000&page=${page}`, { fields: ["Guid"] })
      for (const { Guid } of (JSON.parse(text) as { result: ReadonlyArray<{ Guid: string }> }).result) guids.push(Guid)
    }
    await call("POST", "/start-session")
    const times = new Map<number, Array<number>>()
    for (let round = 0; round < rounds; round++) {
      for (const cells of [10_000, 100_000]) {
        const body = modifications(guids.slice(0, cells / 8), round)
        const steps: Record<string, () => Promise<unknown>> = {
          modify: async () => {
            const text = await call("POST", "/products", body)
            if (text !== '{"errors":[]}') throw new Error(text.slice(0, 200))
          },
          query: () => ask({ fields: ["Mark", "Costs.Cost 5"], filters: { FireRating: "REI" } }),
          count: () => call("GET", "/session"),
          publish: () => call("POST", "/publish", { title: `${round} ${cells}` }),
          read: () => ask({ fields: ["Mark", "Costs.Cost 5"], filters: { FireRating: "REI" } })
        }
        for (const [name, step] of Object.entries(steps)) {
          const found = await watched(step)
          console.log(`${cells} cells, ${name}`.padEnd(26), `${found.wall.toFixed(0)} ms`.padStart(8), shown(found))
          if (name === "modify") times.set(cells, [...(times.get(cells) ?? []), found.wall])
        }
      }
    }
    const ratio = median(times.get(100_000)!) / median(times.get(10_000)!)
    console.log(`100,000 cells against 10,000: ${ratio.toFixed(1)} times, wanted at most ${gate}`)
    if (values.ci && ratio > gate * 2) process.exitCode = 1
  })
})

await Effect.runPromise(Effect.scoped(main))
