import process from "node:process"
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import * as Effect from "effect/Effect"
import { mostBytes, passwordFault } from "../domain/signin/Password.ts"
import { BadUsage } from "./CommandLine.ts"

/** Largest number of bytes read from standard input: a password and the end of its line. */
const mostRead = mostBytes + 2

/** Reads a line from the terminal without showing it. The prompt goes to standard error. */
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
    // Ctrl-C and Ctrl-D exit without doing anything.
    lines.once("close", () => {
      process.stderr.write("\n")
      process.exit(130)
    })
  })

/** Reads the first line of standard input. */
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

/**
 * Reads a new password: twice on a terminal, otherwise once, from the first line of standard input. Fails with
 * `BadUsage` if it is no valid password or the two differ.
 */
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
