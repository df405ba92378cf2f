import { join } from "node:path"
import process from "node:process"
import { quantile } from "../chaos/Report.ts"
import type { Told } from "./BystanderProcess.ts"

export type Timing = Exclude<Told, { readonly kind: "ready" }>

/** Another user of the service, measured in a separate process, so that delays of the attackers do not affect it. */
export interface Bystander {
  readonly projectId: string
  readonly modelId: string
  /** Returns the timings since the last call. */
  readonly taken: () => ReadonlyArray<Timing>
  /** Returns whether the process still runs. One that has ended measures nothing. */
  readonly isAlive: () => boolean
  readonly stop: () => void
}

/** Starts the bystander and returns it when its work is prepared. */
export const start = async (url: string, token: string): Promise<Bystander> => {
  const ready = Promise.withResolvers<{ readonly projectId: string; readonly modelId: string }>()
  let told: Array<Timing> = []
  const child = Bun.spawn(
    [process.execPath, "--no-install", join(import.meta.dir, "BystanderProcess.ts"), url, token],
    {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: Told) => {
        if (message.kind === "ready") ready.resolve(message)
        else told.push(message)
      },
      onExit: () => ready.reject(new Error("the bystander ended"))
    }
  )
  const { modelId, projectId } = await ready.promise
  return {
    projectId,
    modelId,
    taken: () => {
      const taken = told
      told = []
      return taken
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: () => child.kill("SIGKILL")
  }
}

/** Returns the number of timings of a kind, and their 99th percentile and maximum in milliseconds. */
export const slowest = (timings: ReadonlyArray<Timing>, kind: Timing["kind"]) => {
  const millis = timings.filter((one) => one.kind === kind).map((one) => one.millis)
  return { count: millis.length, p99: quantile(millis, 0.99), most: quantile(millis, 1) }
}

/** Returns the 99th percentile of the times of small requests in milliseconds, by name of the request. */
export const slowestByName = (timings: ReadonlyArray<Timing>): string => {
  const requests = timings.flatMap((one) => (one.kind === "request" ? [one] : []))
  const names = [...new Set(requests.map(({ name }) => name))].sort()
  return names
    .map((name) => {
      const millis = requests.filter((one) => one.name === name).map((one) => one.millis)
      return `${name} ${quantile(millis, 0.99).toFixed()} ms`
    })
    .join(", ")
}
