import process from "node:process"
import { readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { type Admin, Kafka, logLevel } from "kafkajs"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { kafka } from "../../../../scripts/backends/Kafka.ts"
import type { KafkaOptions } from "../Configuration.ts"

const variable = (name: string): string => process.env[`TEST_${name}`] ?? ""

/** Whether there is a real broker to test with. */
export const isThere = variable("KAFKA_BROKERS") !== ""

/** The reason for which tests are skipped if there is no broker. */
export const missing = "TEST_KAFKA_BROKERS names no broker"

/** Returns settings with a topic prefix of their own, for the listener without a password. */
export const options = (more: Partial<KafkaOptions> = {}): KafkaOptions => ({
  brokers: [variable("KAFKA_BROKERS")],
  prefix: `test-${crypto.randomUUID()}`,
  tls: null,
  login: null,
  ...more
})

const login = (mechanism: "plain" | "scram-sha-256" | "scram-sha-512", password = variable("KAFKA_PASSWORD")) => ({
  mechanism,
  username: variable("KAFKA_USER"),
  password: Redacted.make(password)
})

/** The listeners with a password, one for each mechanism; the last one uses TLS. */
export const guarded = {
  "SASL plain": () => options({ brokers: [variable("KAFKA_PASSWORD_LISTENER")], login: login("plain") }),
  "SASL scram-sha-256": () =>
    options({ brokers: [variable("KAFKA_PASSWORD_LISTENER")], login: login("scram-sha-256") }),
  "SASL scram-sha-512 over TLS": () =>
    options({
      brokers: [variable("KAFKA_TLS_LISTENER")],
      login: login("scram-sha-512"),
      tls: { authority: readFileSync(variable("KAFKA_AUTHORITY"), "utf8") }
    })
} satisfies Record<string, () => KafkaOptions>

/** The same settings with a value that the broker or the client rejects. */
export const refused = {
  "a wrong password": () => ({ ...guarded["SASL plain"](), login: login("scram-sha-256", "wrong") }),
  "no password": () => options({ brokers: [variable("KAFKA_PASSWORD_LISTENER")] }),
  "an authority that nobody knows": () => ({ ...guarded["SASL scram-sha-512 over TLS"](), tls: { authority: null } })
} satisfies Record<string, () => KafkaOptions>

const folder = variable("KAFKA_FOLDER")
const pid = () => Number(readFileSync(join(folder, "kafka/pid"), "utf8"))

/** Kills the broker. */
export const kill = async (): Promise<void> => {
  process.kill(pid(), "SIGKILL")
  await kafka.down(folder)
}

/** Starts the broker unless it is running. */
export const start = async (): Promise<void> => void (await kafka.up(folder))

/** Kills the broker and deletes its data. */
export const wipe = async (): Promise<void> => {
  await kill()
  rmSync(join(folder, "kafka/data"), { recursive: true })
}

/** A client of a test's own. */
export const client = () =>
  new Kafka({ brokers: [variable("KAFKA_BROKERS")], logLevel: logLevel.NOTHING, retry: { retries: 8 } })

/** Looks into the cluster. */
export const admin = Effect.acquireRelease(
  Effect.promise(async () => {
    const admin = client().admin()
    await admin.connect()
    return admin
  }),
  (admin) => Effect.promise(() => admin.disconnect())
)

/** Returns the number of messages in `operations` and the number of those that the workers have not read yet. */
export const backlogOf = async (admin: Admin, { prefix }: KafkaOptions) => {
  const topic = `${prefix}.operations`
  const ends = await admin.fetchTopicOffsets(topic)
  const [read] = await admin.fetchOffsets({ groupId: `${prefix}.workers`, topics: [topic] })
  const readOf = (partition: number) =>
    Math.max(0, Number(read?.partitions.find((one) => one.partition === partition)?.offset ?? 0))
  const all = ends.reduce((sum, { high }) => sum + Number(high), 0)
  return { all, unread: all - ends.reduce((sum, { partition }) => sum + readOf(partition), 0) }
}

/** Reads all messages of a topic as they arrive, from its beginning, in the order of each partition. */
export const reading = (topic: string) =>
  Effect.gen(function* () {
    const read: Array<{ readonly key: string; readonly value: string }> = []
    yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const consumer = client().consumer({ groupId: `reader-${crypto.randomUUID()}`, maxWaitTimeInMs: 200 })
        await consumer.connect()
        await consumer.subscribe({ topic, fromBeginning: true })
        await consumer.run({
          eachMessage: async ({ message }) => void read.push({ key: String(message.key), value: String(message.value) })
        })
        return consumer
      }),
      (consumer) => Effect.promise(() => consumer.disconnect())
    )
    return read
  })
