import { join } from "node:path"
import process from "node:process"

/** The service that a story runs against. */
export interface Target {
  /** The URL, without a slash at the end. */
  readonly url: string
  readonly token: string
  /** The service's data folder, if it is on this machine. The token command uses it. */
  readonly dataDirectory?: string
  /** A folder for the files of one story, which is deleted afterwards. */
  readonly scratch: string
}

/** One documented way to use the service, from a new project to a result. */
export interface Story {
  readonly name: string
  /** Throws an error that says what differs if the service or the documents do not keep their promise. */
  readonly run: (target: Target) => Promise<void>
}

/** The folder of the repository. */
export const root = join(import.meta.dir, "../..")
/** The folder of the small IFC files. */
export const fixtures = join(root, "spec-tests/fixtures")

/** A program that takes longer counts as hanging. */
const mostMillis = 600_000

interface Printed {
  readonly out: string
  readonly errors: string
}

/** Returns what a program printed. Throws with everything that it printed if it fails, or takes over ten minutes. */
export const run = async (
  command: ReadonlyArray<string>,
  { env = {}, folder = root }: { readonly env?: Readonly<Record<string, string>>; readonly folder?: string } = {}
): Promise<Printed> => {
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: mostMillis
  })
  const [out, errors, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  if (code !== 0) throw new Error(`${command[0]} ended with ${child.signalCode ?? code}:\n${out}${errors}`)
  return { out, errors }
}

/** Throws an error with both texts if they differ. */
export const same = (what: string, actual: string, expected: string): void => {
  if (actual !== expected) throw new Error(`${what}:\n${actual}\nis not\n${expected}`)
}
