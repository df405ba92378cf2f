import process from "node:process"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import * as Effect from "effect/Effect"
import { mostBytes, passwordFault } from "../domain/signin/Password.ts"
import { BadUsage } from "./CommandLine.ts"

/** More of standard input is not read: a password and the end of its line. */
const mostRead = mostBytes + 2

/** A line of the terminal, typed without being shown. The prompt goes to standard error. */
const typed = (prompt: string): Promise<string> =>
  new Promise((resolve) => {
    process.stderr.write(prompt)
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
    const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true, historySize: 0 })
    lines.once("line", (line) => {
      lines.removeAllListeners("close")
      lines.close()
      process.stderr.write("\n")
      resolve(line)
    })
    // Ctrl-C and Ctrl-D: nothing is done.
    lines.once("close", () => {
      process.stderr.write("\n")
      process.exit(130)
    })
  })

/** The first line of standard input. */
const piped = async (): Promise<string> => {
  const chunks: Array<Buffer> = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > mostRead || chunk.includes(0x0a)) break
  }
  return Buffer.concat(chunks).toString().split(/\r?\n/, 1)[0]!
}

const bad = (message: string) => new BadUsage({ message })

/** A new password: asked for twice on a terminal, else the first line of standard input. Fails with `BadUsage`. */
export const newPassword: Effect.Effect<string, BadUsage> = Effect.gen(function* () {
  const isTerminal = process.stdin.isTTY
  const password = yield* Effect.promise(() => (isTerminal ? typed("Password: ") : piped()))
  const fault = passwordFault(password)
  if (fault !== null) return yield* bad(fault)
  if (isTerminal && (yield* Effect.promise(() => typed("Once more: "))) !== password) {
    return yield* bad("the two were not the same")
  }
  return password
})
