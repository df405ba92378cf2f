import { startOwnService } from "./harness/OwnService.ts"
import { junit, line, markdown, total } from "./harness/Reports.ts"
import { chosen, runConformance, type RunOptions } from "./harness/Run.ts"
import { allTags, type Tag } from "./harness/Tags.ts"

const usage =
  "usage: conformance [--base-url URL --token TOKEN [--second-token TOKEN2]] [--only PREFIX] [--tags TAG,…] [--each N] [--lanes N] [--seed N] [--junit FILE] [--report FILE.md]"

const ownLanes = 6

const help = `Tries every rule of the published behaviour, prints a line for each rule and the total last.

${usage}

  --base-url URL         of the service that is tried; without it the run starts one over a folder of its own, and ends it
  --token TOKEN          of a user of that service
  --second-token TOKEN2  of another user; without it the rules that need one are skipped
  --only PREFIX          tries the rules whose id begins with it
  --tags TAG,…           tries the rules with any of these tags: ${allTags.join(", ")}
  --each N               tries at most N rules of a file that have the same tags
  --lanes N              tries the rules of N files at the same time; default: 1 with --base-url, else ${ownLanes}
  --seed N               tries the files in an order that the number decides
  --junit FILE           writes the results as JUnit XML
  --report FILE.md       writes the results as a page
  --help                 prints this text

exit: 0 if every rule holds, 1 if one does not, 2 if the arguments are wrong`

const services = ["--base-url", "--token", "--second-token"]
const names = new Set([...services, "--only", "--tags", "--each", "--lanes", "--seed", "--junit", "--report"])

type Options = Pick<RunOptions, "only" | "tags" | "each" | "lanes" | "seed"> & {
  /** A service that runs already, with its tokens; null if the run starts one. */
  readonly service: Pick<RunOptions, "baseUrl" | "token" | "secondToken"> | null
  readonly junit: string | undefined
  readonly report: string | undefined
}

/** Wrong arguments, with a sentence about what is wrong. */
class WrongUsage extends Error {}

const given = (args: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const values = new Map<string, string>()
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = args[i]!.split(/=(.*)/s)
    if (!names.has(name!)) throw new WrongUsage(`unknown argument ${args[i]}`)
    if (values.has(name!)) throw new WrongUsage(`${name} is given twice`)
    const value = inline ?? args[++i]
    if (value === undefined || value === "") throw new WrongUsage(`${name} needs a value`)
    values.set(name!, value)
  }
  return values
}

const serviceOf = (values: ReadonlyMap<string, string>): Options["service"] => {
  if (services.every((name) => !values.has(name))) return null
  const [baseUrl, token] = ["--base-url", "--token"].map((name) => {
    const value = values.get(name)
    if (value === undefined) throw new WrongUsage(`${name} is missing`)
    return value
  }) as [string, string]
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new WrongUsage(`--base-url is no http(s) URL: ${baseUrl}`)
  }
  return { baseUrl, token, secondToken: values.get("--second-token") }
}

const isTag = (word: string): word is Tag => allTags.some((tag) => tag === word)

const tagsOf = (text: string | undefined): ReadonlyArray<Tag> | undefined =>
  text?.split(",").map((word) => {
    if (!isTag(word)) throw new WrongUsage(`--tags knows ${allTags.join(", ")}, not ${word}`)
    return word
  })

const numberOf = (name: string, text: string | undefined): number | undefined => {
  if (text === undefined) return undefined
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongUsage(`${name} is no positive integer: ${text}`)
  return Number(text)
}

const parse = (args: ReadonlyArray<string>): Options => {
  const values = given(args)
  const options: Options = {
    service: serviceOf(values),
    only: values.get("--only"),
    tags: tagsOf(values.get("--tags")),
    each: numberOf("--each", values.get("--each")),
    lanes: numberOf("--lanes", values.get("--lanes")),
    seed: numberOf("--seed", values.get("--seed")),
    junit: values.get("--junit"),
    report: values.get("--report")
  }
  if (chosen(options).length === 0) throw new WrongUsage("no rule has such an id and such tags")
  return options
}

const run = async (options: Options & Pick<RunOptions, "baseUrl" | "token" | "secondToken">): Promise<number> => {
  const onResult: RunOptions["onResult"] = (result) => void process.stdout.write(`${line(result)}\n`)
  const results = await runConformance({ ...options, onResult })
  if (options.junit !== undefined) await Bun.write(options.junit, junit(results))
  if (options.report !== undefined) await Bun.write(options.report, markdown(results, options.baseUrl))
  process.stdout.write(`${total(results)}\n`)
  return results.some(({ outcome }) => outcome === "failed") ? 1 : 0
}

const runOnOwnService = async (options: Options): Promise<number> => {
  const service = await startOwnService()
  const interrupted = () => void service.stop().finally(() => process.exit(1))
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted)
  try {
    return await run({ ...options, ...service, lanes: options.lanes ?? ownLanes })
  } finally {
    await service.stop()
  }
}

const main = async (args: ReadonlyArray<string>): Promise<number> => {
  if (args.length === 1 && args[0] === "--help") {
    process.stdout.write(`${help}\n`)
    return 0
  }
  try {
    const options = parse(args)
    return options.service === null ? await runOnOwnService(options) : await run({ ...options, ...options.service })
  } catch (error) {
    if (!(error instanceof WrongUsage)) throw error
    process.stderr.write(`conformance: ${error.message}; ${usage}\n`)
    return 2
  }
}

process.exitCode = await main(process.argv.slice(2))
