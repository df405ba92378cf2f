import type { AttackFile } from "./HostileFiles.ts"
import type { Attacker, Target } from "./Target.ts"

/** The longest time of a file after its import has begun, in milliseconds. */
export const mostMillis = 10_000
/** The longest time that an import may wait to begin, in milliseconds. */
const mostWaiting = 180_000
/** The interval at which an operation is read, in milliseconds. */
const lookMillis = 250
/** The number of files that one attacker imports at the same time. */
const atOnce = 3

/** The outcome of an import, and the time for which it was in progress. */
interface Ended {
  readonly status: string
  readonly millis: number
}

/** Repeats a refused request for a while, each time after the delay that the answer states. */
const patient = async <A extends { readonly status: number; readonly headers: Headers }>(
  ask: () => Promise<A>
): Promise<A> => {
  for (let attempt = 0; ; attempt++) {
    const answer = await ask()
    if ((answer.status !== 429 && answer.status !== 503) || attempt === 10) return answer
    await Bun.sleep(Math.min(5, Number(answer.headers.get("retry-after") ?? 1)) * 1000)
  }
}

/** Uploads a file, starts its import, and returns the operation, or null if the file is refused. */
const start = async (
  { client }: Attacker,
  path: string,
  uploadFileName: string,
  more: object,
  bytes: Uint8Array
): Promise<string | null> => {
  const issued = await patient(() => client.call("GET", "/v1/files/upload-url"))
  const { uploadKey, uploadUrl } = issued.json as unknown as Record<string, string>
  if (issued.status !== 200) throw new Error(`upload key: ${issued.status} ${issued.text.slice(0, 200)}`)
  const place = new URL(uploadUrl!).pathname
  const put = await patient(() => client.call("PUT", place, { bytes }))
  if (put.status !== 200) throw new Error(`upload: ${put.status} ${put.text.slice(0, 200)}`)
  const body = { ...more, uploadKey, uploadFileName }
  const started = await patient(() => client.call("POST", path, { body }))
  if (started.status === 400) return null
  if (started.status !== 202) throw new Error(`import: ${started.status} ${started.text.slice(0, 200)}`)
  return started.headers.get("location")!.split("/").at(-1)!
}

/** Starts the import of a file as a new model of a project, like `start`. */
export const startImport = (attacker: Attacker, projectId: string, fileName: string, bytes: Uint8Array) =>
  start(attacker, `/v1/projects/${projectId}/models`, fileName, { modelName: "Hostile" }, bytes)

/** Waits until an operation has ended, and returns the time for which it was in progress. */
export const ended = async ({ client }: Attacker, operationId: string, isOver: () => boolean): Promise<Ended> => {
  const startedAt = performance.now()
  let millis = 0
  let waited = 0
  for (let before = startedAt; !isOver(); await Bun.sleep(lookMillis)) {
    const answer = await client.call("GET", `/v1/operations/${operationId}`)
    const { status } = answer.json as unknown as { status?: string }
    const now = performance.now()
    const isEnded = status === "Ready" || status === "Failed"
    if (status === "Queued") waited += now - before
    else millis += now - before
    if (isEnded) return { status, millis }
    before = now
    if (millis > mostMillis * 6) return { status: "without end", millis }
    if (waited > mostWaiting) return { status: "without a turn", millis: waited }
  }
  return { status: "over", millis: 0 }
}

/** Imports a file as the next version of the model at a path, and waits until the import has ended. */
export const newFile = async (attacker: Attacker, path: string, bytes: Uint8Array, isOver: () => boolean) => {
  const operationId = await start(attacker, `${path}/imports`, "model.ifc", { title: "Hostile" }, bytes)
  if (operationId !== null) await ended(attacker, operationId, isOver)
}

/** Imports the files, three at once, in projects that are then deleted. Returns the time of each file. */
export const importAll = async (target: Target, files: ReadonlyArray<AttackFile>): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  let next = 0
  const work = async (attacker: Attacker, projectId: string) => {
    while (next < files.length && !target.isOver()) {
      const file = files[next++]!
      const bytes = file.make()
      const sent = { name: file.fileName, bytes }
      try {
        const operationId = await startImport(attacker, projectId, file.fileName, bytes)
        if (operationId === null) {
          times.push(0)
          continue
        }
        const { millis, status } = await ended(attacker, operationId, target.isOver)
        if (status === "over") return
        times.push(millis)
        const isEnded = status === "Ready" || status === "Failed"
        const told = `${file.name}: ${status} after ${(millis / 1000).toFixed(1)} s`
        if (!isEnded) target.fault("file", told, sent)
        else if (millis > mostMillis) target.fault("late file", told, sent)
      } catch (error) {
        if (!target.isOver()) target.fault("file", `${file.name}: ${String(error)}`, sent)
      }
    }
  }
  const inProject = async (attacker: Attacker) => {
    const projectId = await attacker.client.createProject("Hostile")
    await work(attacker, projectId)
    if (target.isOver()) return
    const { status, text } = await attacker.client.call("DELETE", `/v1/projects/${projectId}`)
    if (status !== 204) target.fault("file", `deletion of the project: ${status} ${text.slice(0, 200)}`)
  }
  await Promise.all(target.attackers.flatMap((attacker) => Array.from({ length: atOnce }, () => inProject(attacker))))
  return times
}
