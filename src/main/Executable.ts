import process from "node:process"

/** Health check for an image that contains no other program: exits with 0 if the service on this machine is alive. */
const health = async (): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${process.env["PORT"] ?? 8080}/healthz`).catch(() => null)
  process.exit(answer?.ok === true ? 0 : 1)
}

/**
 * The programs of the executable. Its first word says which one runs, by default the service. The service starts its
 * workers with `worker`.
 */
const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  serve: () => import("./Serve.ts"),
  worker: () => import("./Worker.ts"),
  token: () => import("./Token.ts"),
  user: () => import("./User.ts"),
  client: () => import("./Client.ts"),
  keys: () => import("./Keys.ts"),
  backup: () => import("./Backup.ts"),
  restore: () => import("./Restore.ts"),
  audit: () => import("./Audit.ts"),
  health
}

const name = process.argv[2] ?? "serve"
const program = Object.hasOwn(programs, name) ? programs[name] : undefined
if (program === undefined) {
  process.stderr.write(`usage: plinth [${Object.keys(programs).join("|")}] [ARG…]\n`)
  process.exit(2)
}
// Programs read the words after their own name, as if they were started alone.
process.argv.splice(2, 1)
await program()
