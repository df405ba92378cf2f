import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import type { ServiceProcess } from "../../src/main/testing/ServiceProcess.ts"

/** The kind of attack that caused a fault. */
export type FaultKind = "file" | "late file" | "request" | "connection" | "point"

/** An attacking user. */
export interface Attacker {
  readonly name: string
  readonly token: string
  readonly client: ServiceClient.ServiceClient
}

/** The service under attack, and its faults. */
export interface Target {
  readonly port: number
  readonly attackers: ReadonlyArray<Attacker>
  /** An additional attacker, who occupies the maximum of the resources that attackers share. */
  readonly hoarder: Attacker
  /** A user whom the attacks must not disturb, with a project and a model. */
  readonly bystander: { readonly user: string; readonly projectId: string; readonly modelId: string }
  /** A model of the attackers whose answers are large: 5,000 products of 100 properties each. */
  readonly prey: { readonly projectId: string; readonly modelId: string; readonly fields: ReadonlyArray<string> }
  readonly isOver: () => boolean
  /** Records a fault, with the bytes that were sent if the name alone does not reproduce it. */
  readonly fault: (kind: FaultKind, text: string, sent?: { readonly name: string; readonly bytes: Uint8Array }) => void
}

/** Creates five users who attack, and one who occupies as many resources as possible. */
export const attackersOf = async (service: ServiceProcess) => {
  const [hoarder, ...attackers] = await Promise.all(
    ["fagin", "mallory", "trudy", "oscar", "sybil", "craig"].map(async (name): Promise<Attacker> => {
      const token = await service.token(name)
      return { name, token, client: ServiceClient.make(service.url, token) }
    })
  )
  return { attackers, hoarder: hoarder! }
}

/** The number of faults of one kind that are printed; further ones are only counted. */
const mostPrinted = 20

/** Prints and counts faults, and stores the inputs that caused them in a folder, so that they can be repeated. */
export const faultsIn = (directory: string) => {
  const counts: Record<FaultKind, number> = { file: 0, "late file": 0, request: 0, connection: 0, point: 0 }
  const fault: Target["fault"] = (kind, text, sent) => {
    counts[kind] += 1
    if (counts[kind] > mostPrinted) return
    let place = ""
    if (sent !== undefined) {
      mkdirSync(directory, { recursive: true })
      const path = join(directory, `${kind}-${counts[kind]}-${sent.name}`.replaceAll(/[^\w.]+/g, "-").slice(0, 120))
      writeFileSync(path, sent.bytes)
      place = ` (${path})`
    }
    console.log(`       ! ${kind}: ${text}${place}`)
  }
  return { fault, counts: () => counts }
}
