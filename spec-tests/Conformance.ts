import { startOwnService } from "./harness/OwnService.ts"
import { junit, line, markdown, total } from "./harness/Reports.ts"
import { runConformance, type RunOptions } from "./harness/Run.ts"
import { all } from "./rules/All.ts"

const usage =
  "usage: conformance [--base-url URL --token TOKEN [--second-token TOKEN2]] [--only PREFIX] [--junit FILE] [--report FILE.md]"

const help = `Tries every rule of the published behaviour, prints a line a rule and the total last.

${usage}

  --base-url URL         of the service that is tried; without it one is started, on a folder of its own, and ended
  --token TOKEN          of a user of that service
  --second-token TOKEN2  of another user; without it the rules that need one are skipped
  --only PREFIX          rules whose id begins so
  --junit FILE           writes the results as JUnit XML
  --report FILE.md       writes them as a page
  --help                 this text

exit: 0 where every rule holds, 1 where one does not, 2 where the arguments are wrong`

const services = ["--base-url", "--token", "--second-token"]
const names = new Set(["--base-url", "--token", "--second-token", "--only", "--junit", "--report"])

/** The options by name, or the sentence that says what is wrong with them. */
const parse = (args: ReadonlyArray<string>): ReadonlyMap<string, string> | string => {
  const given = new Map<string, string>()
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i]!.split(/=(.*)/s)
    if (!names.has(name!)) return `unknown argument ${args[i]}`
    if (given.has(name!)) return `${name} is given twice`
    const value = inline ?? args[++i]
    if (value === undefined || value === "") return `${name} needs a value`
    given.set(name!, value)
  }
  if (services.every((name) => !given.has(name))) return given
  for (const name of ["--base-url", "--token"]) if (!given.has(name)) return `${name} is missing`
  const url = given.get("--base-url")!
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return `--base-url is no http(s) URL: ${url}`
  return given
}

const main = async (): Promise<number> => {
  const args = process.argv.slice(2)
  if (args.length === 1 && args[0] === "--help") {
    process.stdout.write(`${help}\n`)
    return 0
  }
  const options = parse(args)
  if (typeof options === "string") {
    process.stderr.write(`conformance: ${options}; ${usage}\n`)
    return 2
  }
  const only = options.get("--only")
  if (options.has("--base-url")) {
    const secondToken = options.get("--second-token")
    const users = { token: options.get("--token")!, ...(secondToken === undefined ? {} : { secondToken }) }
    return run(options, { baseUrl: options.get("--base-url")!, ...users })
  }
  if (only !== undefined && !all.some(({ id }) => id.startsWith(only))) return noRule(only)
  const service = await startOwnService()
  const interrupted = () => void service.stop().finally(() => process.exit(1))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted)
  try {
    return await run(options, service)
  } finally {
    await service.stop()
  }
}

const noRule = (only: string | undefined): number => {
  process.stderr.write(`conformance: no rule begins with ${only}\n`)
  return 2
}

const run = async (
  options: ReadonlyMap<string, string>,
  service: Pick<RunOptions, "baseUrl" | "token" | "secondToken">
): Promise<number> => {
  const only = options.get("--only")
  const results = await runConformance({
    ...service,
    ...(only === undefined ? {} : { only }),
    onResult: (result) => process.stdout.write(`${line(result)}\n`)
  })
  if (results.length === 0) return noRule(only)
  const junitFile = options.get("--junit")
  if (junitFile !== undefined) await Bun.write(junitFile, junit(results))
  const reportFile = options.get("--report")
  if (reportFile !== undefined) await Bun.write(reportFile, markdown(results, service.baseUrl))
  process.stdout.write(`${total(results)}\n`)
  return results.some((result) => result.outcome === "failed") ? 1 : 0
}

process.exitCode = await main()
