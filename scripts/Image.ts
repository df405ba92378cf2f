import { rmSync } from "node:fs"
import process from "node:process"
import manifest from "../package.json" with { type: "json" }
import * as Report from "./chaos/Report.ts"
import { build, sizes } from "./image/Build.ts"
import { compose } from "./image/Compose.ts"
import { embedded, executable } from "./image/Embedded.ts"
import { refusedStarts, smallMemory } from "./image/Refused.ts"
import { shared } from "./image/Shared.ts"
import { install, run, scratch } from "./image/Tools.ts"

/**
 * Builds the image on bases of Debian's packages. With `test`, also runs it as operators do and checks its promises.
 * Needs root and Debian.
 */
const usage = `usage: npm run image
       npm run test:image -- [--smoke | PART …]

parts of the test: compose, embedded, executable, refused, shared; default: all
--smoke  builds both images, checks their size and labels, and starts each once: one story, confinement and the stop,
         without the published rules, compose, refused starts and shared servers`

const tag = "localhost/plinth:local"
const executableTag = "localhost/plinth-executable:local"
/** The most bytes of an image: unpacked, and as it is downloaded. */
const most = { unpacked: 200e6, packed: 90e6 }

const [verb, ...words] = process.argv.slice(2)
const isSmoke = words.length === 1 && words[0] === "--smoke"
const named = isSmoke ? ["embedded", "executable"] : words

const parts: Readonly<Record<string, (report: Report.Report) => Promise<void>>> = {
  embedded: (report) => embedded(report, tag, isSmoke),
  compose,
  executable: (report) => executable(report, executableTag, isSmoke),
  refused: async (report) => {
    await refusedStarts(report, tag)
    await smallMemory(report, tag)
  },
  shared: (report) => shared(report, tag)
}

if ((verb !== "build" && verb !== "test") || !named.every((name) => name in parts)) {
  console.log(usage)
  process.exit(2)
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`

const image = async (report: Report.Report): Promise<void> => {
  const started = performance.now()
  await install()
  await build(tag)
  await build(executableTag, "executable")
  report.figure(`${tag} built, seconds`, ((performance.now() - started) / 1000).toFixed(1))
  const { packed, unpacked } = await sizes(tag)
  const smaller = await sizes(executableTag)
  report.check(
    "size of the one with the executable, compressed",
    `${megabytes(smaller.unpacked)}, ${megabytes(smaller.packed)}`,
    smaller.unpacked < unpacked
  )
  report.check("size", megabytes(unpacked), unpacked < most.unpacked)
  report.check("size compressed", megabytes(packed), packed < most.packed)
  const wanted = {
    title: "Plinth",
    licenses: manifest.license,
    version: manifest.version,
    revision: await run("git", "rev-parse", "HEAD")
  }
  for (const one of [tag, executableTag]) {
    const text = await run("podman", "image", "inspect", "--format={{.Config.User}} {{json .Labels}}", one)
    const [user, written] = text.split(/ (.*)/s)
    const labels = (JSON.parse(written!) ?? {}) as Readonly<Record<string, string>>
    const others = Object.entries(wanted).filter(
      ([name, value]) => labels[`org.opencontainers.image.${name}`] !== value
    )
    report.check(`user and labels of ${one}`, text, user === "65532:65532" && others.length === 0)
  }
}

const report = Report.make()
/** An error outside of a check counts as a failure, and the run continues. */
const guarded = (name: string, work: () => Promise<void>): Promise<void> =>
  work().catch((error: unknown) => report.check(name, error instanceof Error ? error.message : String(error), false))

await guarded("the image", async () => {
  await image(report)
  if (verb === "build") return
  const chosen = Object.keys(parts).filter((name) => named.length === 0 || named.includes(name))
  const inTurn = async (names: ReadonlyArray<string>) => {
    for (const name of names) await guarded(name, () => parts[name]!(report))
  }
  // The published rules mostly wait, so those on shared servers run at the same time as the other parts.
  const isBeside = (name: string) => name === "shared"
  await Promise.all([inTurn(chosen.filter(isBeside)), inTurn(chosen.filter((name) => !isBeside(name)))])
})
rmSync(scratch, { recursive: true, force: true })
report.end()
process.exit(process.exitCode ?? 0)
