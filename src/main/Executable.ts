import process from "node:process"

/** For the health check of an image that has nothing else: 0 where the service here answers that it lives. */
const health = async (): Promise<void> => {
  const answer = await fetch(`http://127.0.0.1:${process.env["PORT"] ?? 8080}/healthz`).catch(() => null)
  process.exit(answer?.ok === true ? 0 : 1)
}

/**
 * The entry of the executable, which holds every program of this folder: its first word says which one runs, by default
 * the service. The service starts its workers by `worker`.
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
// Programs read the words after theirs, as where they are started alone.
process.argv.splice(2, 1)
await program()
