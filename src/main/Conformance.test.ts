import { expect, onTestFinished, test } from "bun:test"
import process from "node:process"
import * as ConformanceRun from "./testing/ConformanceRun.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

// CI tries the rules against four deployments; this one is that of its image.
const elsewhere = process.env["CONFORMANCE"]
const unless = elsewhere === undefined ? "" : ` (the suite "${elsewhere}" tries them)`

test.skipIf(elsewhere !== undefined)(
  `every published rule holds but for those that are named as open${unless}`,
  async () => {
    // The run makes more requests than one user may in its time, and would wait for them.
    const service = await ServiceProcess.start({ environment: { RATE_LIMIT_PER_MINUTE: "0" } })
    onTestFinished(() => service.stop())
    const [token, second] = await Promise.all([service.token("ada"), service.token("bob")])
    const { failed, held, output } = await ConformanceRun.run(service.url, token, second)
    if (failed.some((id) => !ConformanceRun.open.includes(id))) console.log(output)
    expect(held.length).toBeGreaterThan(400)
    expect(failed).toEqual([...ConformanceRun.open])
    // Nothing is timed here, and a busy machine takes minutes.
  }
)
