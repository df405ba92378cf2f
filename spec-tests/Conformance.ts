import { junit, line, markdown, total } from "./harness/Reports.ts"
import { runConformance } from "./harness/Run.ts"

const usage =
  "usage: conformance --base-url URL --token TOKEN [--second-token TOKEN2] [--only PREFIX] [--junit FILE] [--report FILE.md]"

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
  for (const name of ["--base-url", "--token"]) if (!given.has(name)) return `${name} is missing`
  const url = given.get("--base-url")!
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) return `--base-url is no http(s) URL: ${url}`
  return given
}

const main = async (): Promise<number> => {
  const options = parse(process.argv.slice(2))
  if (typeof options === "string") {
    process.stderr.write(`conformance: ${options}; ${usage}\n`)
    return 2
  }
  const baseUrl = options.get("--base-url")!
  const secondToken = options.get("--second-token")
  const only = options.get("--only")
  const results = await runConformance({
    baseUrl,
    token: options.get("--token")!,
    ...(secondToken === undefined ? {} : { secondToken }),
    ...(only === undefined ? {} : { only }),
    onResult: (result) => process.stdout.write(`${line(result)}\n`)
  })
  if (results.length === 0) {
    process.stderr.write(`conformance: no rule begins with ${only}\n`)
    return 2
  }
  const junitFile = options.get("--junit")
  if (junitFile !== undefined) await Bun.write(junitFile, junit(results))
  const reportFile = options.get("--report")
  if (reportFile !== undefined) await Bun.write(reportFile, markdown(results, baseUrl))
  process.stdout.write(`${total(results)}\n`)
  return results.some((result) => result.outcome === "failed") ? 1 : 0
}

process.exitCode = await main()
