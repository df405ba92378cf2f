import process from "node:process"
import { parseArgs } from "node:util"
import * as Siege from "./attack/Siege.ts"
import * as Verdict from "./attack/Verdict.ts"
import * as Arguments from "./chaos/Arguments.ts"
import * as Pace from "./chaos/Pace.ts"
import * as Report from "./chaos/Report.ts"

/**
 * Runs attacks of five users on a service, round after round: hostile files, malformed requests, abusive connections,
 * and requests that a caller can multiply. Checks whether the service keeps running within its memory, and whether
 * another user who works at the same time is disturbed.
 */
const usage = `usage: npm run attack -- [--seed N | --seeds N,N…] [--rounds N] [--only ${Siege.parts.join("|")}|nothing] [--ci]
  --ci: of times only those fail that are more than twice what is wanted of a machine as fast as usual, and none where
        the host takes the processors`

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    seeds: { type: "string" },
    rounds: { type: "string", default: "10" },
    only: { type: "string" },
    ci: { type: "boolean", default: false },
    help: { type: "boolean" }
  }
})
if (values.help === true) {
  console.log(usage)
  process.exit(0)
}
// Exiting runs the handlers that stop the service.
process.once("SIGINT", () => process.exit(130))
process.once("SIGTERM", () => process.exit(143))
const asked = values.only?.split(",") ?? Siege.parts
if (!asked.every((word) => word === "nothing" || Siege.parts.some((part) => part === word))) Arguments.refuse(usage)
const only = Siege.parts.filter((part) => asked.includes(part))
const rounds = Arguments.whole(values.rounds, usage)
const seeds = (values.seeds ?? values.seed).split(",").map((seed) => Arguments.whole(seed, usage))
const report = Report.make()
const pace = Pace.watch(values.ci)
for (const seed of seeds) {
  console.log(`== seed ${seed}`)
  Verdict.judge(await Siege.lay({ seed, rounds, only }), values.ci, pace, report)
}
report.end()
