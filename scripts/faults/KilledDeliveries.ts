import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { webhookReceiver } from "../../src/http/testing/WebhookReceiver.ts"
import * as ServiceClient from "../../src/main/testing/ServiceClient.ts"
import * as ServiceProcess from "../../src/main/testing/ServiceProcess.ts"
import type { FaultPoint } from "../../src/ports/FaultPoints.ts"
import type * as Report from "../chaos/Report.ts"
import { until } from "./Setting.ts"

const points = ["webhook.claimed", "webhook.sent"] as const satisfies ReadonlyArray<FaultPoint>

/** The number of events of each run of the service, which is killed during the delivery of one of them. */
const perLife = 6

/** The longest wait, in milliseconds. After a kill the lease of the delivery must expire, which takes 45 s. */
const longest = 180_000

interface EventsPage {
  readonly events: ReadonlyArray<{ readonly id: string }>
  readonly next: string
}

/**
 * Runs a service that is killed after it has claimed a delivery, or has sent it and not yet stored the result. At the
 * end the receiver must have received every event under one `webhook-id`, and only deliveries of the kills may have
 * been sent again.
 */
export const killedDeliveries = async (report: Report.Report, kills: number): Promise<void> => {
  const root = mkdtempSync(join(tmpdir(), "plinth-faults-"))
  const directory = join(root, "data")
  mkdirSync(directory)
  const receiver = webhookReceiver()
  const start = (environment: Readonly<Record<string, string>> = {}) =>
    ServiceProcess.start({ directory, environment: { WEBHOOK_PRIVATE: "true", ...environment } })
  const clientOf = async (service: ServiceProcess.ServiceProcess) =>
    ServiceClient.make(service.url, await service.token("ada"))
  try {
    const first = await start()
    const client = await clientOf(first)
    const projectId = await client.createProject("Killed deliveries")
    const path = `/v1/projects/${projectId}`
    const { next } = (await client.call("GET", `${path}/events`)).json as unknown as EventsPage
    const made = await client.call("POST", `${path}/webhooks`, { body: { url: receiver.url, types: ["*"] } })
    report.check("status of the new webhook", made.status, made.status === 201)
    receiver.expect(made.json["secret"]!)
    await first.stop()

    let named = 0
    let killed = 0
    for (let life = 0; life < kills; life++) {
      const at = `${points[life % points.length]}:${1 + (life % perLife)}`
      const service = await start({ CRASH_AT: at }).catch((error: unknown) => {
        // The service may reach the point with deliveries of its previous run, before it serves.
        if (error instanceof ServiceProcess.NotServing && error.end === "SIGKILL") return null
        throw error
      })
      if (service === null) {
        killed += 1
        continue
      }
      const owner = await clientOf(service)
      for (let n = 0; n < perLife; n++) {
        // If the service has already ended, nothing is sent, so this run has fewer events.
        const body = { name: `Name ${named++}` }
        await owner.call("PUT", path, { body }).catch(() => null)
      }
      await until(() => service.child.exitCode !== null || service.child.signalCode !== null, longest)
      if (service.child.signalCode === "SIGKILL") killed += 1
    }
    report.check(`services killed at a delivery, of ${kills}`, killed, killed === kills)

    const last = await start()
    const owner = await clientOf(last)
    const page = await owner.call("GET", `${path}/events?after=${next}&limit=1000`)
    const wanted = (page.json as unknown as EventsPage).events.map(({ id }) => id)
    const got = () => Map.groupBy(receiver.received, ({ body }) => String(body.data["id"]))
    await until(() => wanted.every((id) => got().has(id)), longest).catch(() => undefined)
    const lost = wanted.filter((id) => !got().has(id))
    report.figure("events", wanted.length)
    report.check("events that were not delivered", lost.length, wanted.length > 0 && lost.length === 0)
    const unknown = got()
      .keys()
      .filter((id) => !wanted.includes(id))
      .toArray()
    report.check("deliveries of no event", unknown.length, unknown.length === 0)
    const ids = got()
      .values()
      .filter((messages) => new Set(messages.map(({ id }) => id)).size > 1)
      .toArray()
    report.check("events under several webhook-ids", ids.length, ids.length === 0)
    const repeated = receiver.received.length - got().size
    report.check("deliveries sent again, at most one for each kill", repeated, repeated <= kills)
    await last.stop()
  } finally {
    await receiver.stop()
    for (const pid of ServiceProcess.processesAt(directory)) ServiceProcess.kill(pid)
    rmSync(root, { recursive: true, force: true })
  }
}
