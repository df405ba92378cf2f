import { join } from "node:path"
import process from "node:process"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { outcomeOf } from "../CommandLine.ts"
import { audit } from "../commands/Audit.ts"
import { backup } from "../commands/Backup.ts"
import { client } from "../commands/Client.ts"
import { keys } from "../commands/Keys.ts"
import { restore } from "../commands/Restore.ts"
import { token } from "../commands/Token.ts"
import { user } from "../commands/User.ts"

const commands = { audit, backup, client, keys, restore, token, user }

export type CommandName = keyof typeof commands

type Environment = Readonly<Record<string, string>>

/** Runs a command in this process, which costs a tenth of a separate process; it reads nothing from standard input. */
export const run = (name: CommandName, args: ReadonlyArray<string>, environment: Environment) =>
  outcomeOf(name, commands[name], args).pipe(
    Effect.withConfigProvider(
      ConfigProvider.fromMap(new Map(Object.entries(environment)), { pathDelim: "_", seqDelim: "," })
    ),
    Effect.runPromise
  )

/** Starts a command as operators do: a process of its own, in a folder. */
export const start = (
  name: CommandName,
  args: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly environment: Environment; readonly input?: string }
) =>
  Bun.spawn(
    [
      process.execPath,
      "--no-install",
      join(import.meta.dir, `../${name[0]!.toUpperCase()}${name.slice(1)}.ts`),
      ...args
    ],
    {
      cwd: options.cwd,
      env: options.environment,
      stdin: Buffer.from(options.input ?? ""),
      stdout: "pipe",
      stderr: "pipe"
    }
  )

/** Runs a command in a separate process and returns what it printed, and its exit code. */
export const spawned = async (...asked: Parameters<typeof start>) => {
  const child = start(...asked)
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}
