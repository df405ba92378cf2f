import { webhookReceiver } from "../../src/http/testing/WebhookReceiver.ts"
import type { ServiceClient } from "../../src/main/testing/ServiceClient.ts"
import * as Judgement from "./EventJudgement.ts"
import type { Report } from "./Report.ts"
import { answered, persist, type World } from "./Users.ts"

interface Page {
  readonly events: ReadonlyArray<Judgement.ShownEvent>
  readonly next: string
}

/** The longest wait for the last events, in milliseconds. It suffices for leases of 45 s each and three tries. */
const longestRest = 400_000

/** The number of faults of a kind that are printed. */
const shown = 5

/** Returns the messages of a stream of server-sent events. An incomplete message is omitted. */
const messagesOf = async function* (body: ReadableStream<Uint8Array>) {
  let text = ""
  const decoder = new TextDecoder()
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true })
    const parts = text.split("\n\n")
    text = parts.pop()!
    for (const part of parts) {
      const fields = part.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line) ?? [])
      const found = new Map(fields.map(([, name = "", value = ""]) => [name, value]))
      if (found.has("data")) yield { id: found.get("id"), event: found.get("event"), data: found.get("data")! }
    }
  }
}

/**
 * Readers of the events of a project whose service is killed: one asks for lists, one reads streams and one receives
 * webhooks. Each continues where it was interrupted, as other systems do.
 */
export const start = async (world: World, client: ServiceClient) => {
  const project = `/v1/projects/${world.projectId}`
  const pageOf = (after: string, limit: number) =>
    persist(
      world,
      async (one) =>
        answered(await one.call("GET", `${project}/events?after=${after}&limit=${limit}`), 200).json as unknown as Page
    )
  /** Returns all events after an id. */
  const readAll = async (after: string): Promise<ReadonlyArray<Judgement.ShownEvent>> => {
    const all: Array<Judgement.ShownEvent> = []
    for (let next = after; ;) {
      const page = await pageOf(next, 1000)
      if (page.events.length === 0) return all
      all.push(...page.events)
      next = page.next
    }
  }
  const before = await readAll("0")
  const from = before.at(-1)!.id
  const receiver = webhookReceiver()
  const webhook = await client.call("POST", `${project}/webhooks`, { body: { url: receiver.url, types: ["*"] } })
  receiver.expect(answered(webhook, 201).json["secret"]!)

  const [listed, streamed]: [Array<Judgement.ShownEvent>, Array<Judgement.ShownEvent>] = [[], []]
  const [end, over] = [new AbortController(), Promise.withResolvers<never>()]
  over.promise.catch(() => {})
  end.signal.addEventListener("abort", () => over.reject(new Error("over")))

  const list = async (): Promise<void> => {
    for (let next = from; !end.signal.aborted; await Bun.sleep(30)) {
      // Each limit is used in turn, so that pages end at various positions.
      const page = await pageOf(next, 1 + (listed.length % 7))
      listed.push(...page.events)
      next = page.next
    }
  }
  let streams = 0
  const stream = async (): Promise<void> => {
    for (; !end.signal.aborted; await Bun.sleep(20)) {
      const headers = { accept: "text/event-stream", "last-event-id": streamed.at(-1)?.id ?? from }
      try {
        const one = await Promise.race([world.client(), over.promise])
        const response = await one.open(`${project}/events`, headers, end.signal)
        if (response.status !== 200 && response.status !== 503) {
          world.faults.push(`a stream is answered ${response.status} ${await response.text()}`)
        }
        if (response.status !== 200 || response.body === null) continue
        streams += 1
        for await (const { data, event, id } of messagesOf(response.body)) {
          const read = JSON.parse(data) as Judgement.ShownEvent
          if (read.id !== id || read.type !== event) world.faults.push(`the stream calls ${data} ${id} and ${event}`)
          streamed.push(read)
        }
      } catch {
        // The service died, or the reading has ended.
      }
    }
  }
  const listing = list().catch((error: unknown) => void world.faults.push(`a list of events: ${String(error)}`))
  const reading = [listing, stream()]

  return {
    /**
     * Waits until every reader has the last event, and compares the events that they received with the list and with
     * the changes.
     */
    judge: async (report: Report): Promise<void> => {
      const all = await readAll(from)
      const last = all.at(-1)?.id ?? from
      const messages = () =>
        receiver.received.map(({ body, id }) => ({ id, event: body.data as unknown as Judgement.ShownEvent }))
      const isRead = () => listed.at(-1)?.id === last && streamed.at(-1)?.id === last
      const giveUp = performance.now() + longestRest
      while (!(isRead() && Judgement.deliveries(messages(), all).lost === 0) && performance.now() < giveUp) {
        await Bun.sleep(500)
      }
      end.abort()
      await Promise.all(reading)
      await receiver.stop()

      const none = (name: string, faults: ReadonlyArray<string>) => {
        for (const fault of faults.slice(0, shown)) report.fault(fault)
        report.check(name, faults.length, faults.length === 0)
      }
      const zero = (name: string, count: number) => report.check(name, count, count === 0)
      const { changes } = world
      const got = Judgement.deliveries(messages(), all)
      report.figure("events, streams", `${all.length}, ${streams}`)
      report.figure("deliveries of events sent again", got.repeated)
      report.check("acknowledged changes to have events", changes.length, changes.length > 0)
      none("changes without exactly one event", Judgement.unmatched(changes, all))
      zero("events out of the order of commits", Judgement.misplaced(changes, all).length)
      none(
        "events that lists lost, doubled or showed behind a cursor",
        [Judgement.difference(listed, all)].filter((one) => one !== null)
      )
      none(
        "events that streams lost, doubled or showed behind a cursor",
        [Judgement.difference(streamed, all)].filter((one) => one !== null)
      )
      zero("events that the webhook did not deliver", got.lost)
      zero("deliveries of no event, or with another text", got.unknown)
      zero("events under several webhook-ids, and the reverse", got.renamed)
    }
  }
}
