import { expect, test } from "bun:test"
import { causeOf } from "./Crash.ts"

for (const [code, signal, cause] of [
  [0, null, "exit"],
  [1, null, "exit"],
  [null, "SIGABRT", "memory"],
  [null, "SIGSEGV", "memory"],
  [null, "SIGKILL", "memory"],
  [null, "SIGXFSZ", "exit"],
  [null, "SIGHUP", "exit"]
] as const) {
  test(`an end with ${signal ?? `code ${code}`} is laid to ${cause}`, () => {
    const crash = causeOf(code, signal)
    expect(crash.cause).toBe(cause)
    expect(crash.reason).toContain(String(signal ?? code))
  })
}
