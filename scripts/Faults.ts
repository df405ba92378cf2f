import { parseArgs } from "node:util"
import * as Arguments from "./chaos/Arguments.ts"
import * as Report from "./chaos/Report.ts"
import { canMount, fullDisk } from "./faults/FullDisk.ts"
import { killedDeliveries } from "./faults/KilledDeliveries.ts"
import { canRefuse, refusingDisk } from "./faults/RefusingDisk.ts"
import { poison } from "./faults/Poison.ts"
import { stoppedWorkers } from "./faults/StoppedWorkers.ts"

/** Faults of a machine under a running service: workers that stop or die, a full or failing disk, killed deliveries. */
const usage = "usage: npm run test:faults -- [--stopped N] [--only poison|disk|refusing|deliveries|stopped]"

const { values } = parseArgs({ options: { stopped: { type: "string", default: "50" }, only: { type: "string" } } })

const stopped = Arguments.whole(values.stopped, usage)
const report = Report.make()
const suites: Record<string, () => Promise<void>> = {
  poison: () => poison(report),
  disk: () => fullDisk(report),
  refusing: () => refusingDisk(report),
  deliveries: () => killedDeliveries(report, 6),
  stopped: () => stoppedWorkers(report, stopped)
}
if (values.only !== undefined && !Object.hasOwn(suites, values.only)) Arguments.refuse(usage)
for (const [name, run] of Object.entries(suites)) {
  if (values.only !== undefined && values.only !== name) continue
  if (name === "disk" && !canMount()) {
    console.log("== disk: skipped, this user may not mount a small disk")
    continue
  }
  if (name === "refusing" && !canRefuse()) {
    console.log("== refusing: skipped, strace is missing")
    continue
  }
  const startedAt = performance.now()
  console.log(`== ${name}`)
  try {
    await run()
  } catch (error) {
    report.check(name, error instanceof Error ? error.message : String(error), false)
  }
  report.figure("took", Report.seconds(performance.now() - startedAt))
}
report.end()
