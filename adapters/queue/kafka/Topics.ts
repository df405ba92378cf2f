import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { Admin, ITopicConfig, Kafka } from "kafkajs"
import type { QueueUnavailable } from "../../../src/ports/operations/OperationQueue.ts"
import * as Client from "./Client.ts"

/** The interval between checks of the topics, which a broker may have lost. */
const every = "5 seconds"
/** Timeout of closing the connection, in milliseconds. */
const longestEnd = 300

/** Creates missing topics, periodically, and checks whether a broker answers. */
interface Topics {
  /** Succeeds if a broker answers. */
  readonly check: Effect.Effect<void, QueueUnavailable>
}

export const make = Effect.fn(function* (kafka: Kafka, topics: ReadonlyArray<ITopicConfig>) {
  let admin: Admin | null = null

  /** Sends a request on the one connection, which is opened again after a failure. */
  const ask = <A>(question: (admin: Admin) => Promise<A>) =>
    Effect.tryPromise({
      try: async () => {
        const asked = (admin ??= kafka.admin())
        try {
          await asked.connect()
          return await question(asked)
        } catch (error) {
          if (admin === asked) admin = null
          void asked.disconnect().catch(() => {})
          throw error
        }
      },
      catch: Client.unavailable
    })

  const isMissing = async (admin: Admin, topic: string): Promise<boolean> => {
    try {
      await admin.fetchTopicMetadata({ topics: [topic] })
      return false
    } catch (error) {
      if (Client.codeOf(error) === "UNKNOWN_TOPIC_OR_PARTITION") return true
      throw error
    }
  }

  const makeMissing = ask(async (admin) => {
    const missing: Array<ITopicConfig> = []
    for (const topic of topics) if (await isMissing(admin, topic.topic)) missing.push(topic)
    if (missing.length > 0) await admin.createTopics({ topics: missing })
    return missing.map(({ topic }) => topic)
  })

  let answers: boolean | null = null
  /** Logs one line when Kafka becomes unavailable, and one when it answers again. */
  const changed = (now: boolean, line: Effect.Effect<void>) =>
    Effect.suspend(() => {
      const isNews = answers !== now
      answers = now
      return isNews ? line : Effect.void
    })

  yield* makeMissing.pipe(
    Effect.matchEffect({
      onFailure: ({ reason }) => changed(false, Effect.logWarning(`Kafka cannot be used: ${reason}`)),
      onSuccess: (made) =>
        Effect.zipRight(
          changed(true, Effect.logInfo("Kafka answers")),
          made.length === 0 ? Effect.void : Effect.logInfo(`Topics were made: ${made.join(", ")}`)
        )
    }),
    Effect.repeat(Schedule.spaced(every)),
    Effect.forkScoped
  )
  yield* Effect.addFinalizer(() => Client.atMost(longestEnd, async () => admin?.disconnect()))
  const known: Topics = { check: Effect.asVoid(ask((admin) => admin.describeCluster())) }
  return known
})
