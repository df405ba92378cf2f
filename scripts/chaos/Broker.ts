import { rmSync } from "node:fs"
import { join } from "node:path"
import { Kafka, logLevel } from "kafkajs"
import { poison } from "../../adapters/queue/kafka/testing/Poison.ts"
import { kafka } from "../backends/Kafka.ts"
import { isAlive, stop } from "../backends/Server.ts"

/** The time for which a killed broker stays down, in milliseconds. */
const away = 2000

/** Returns the actions on the broker of a run. */
export const make = (root: string, brokers: string) => {
  /** A broker takes seconds to start; other faults are caused during that time. */
  let returning: Promise<unknown> = Promise.resolve()

  return {
    /** Kills the broker and starts it again, without its data if `wipes` is true. Returns whether it was running. */
    kill: async (wipes: boolean): Promise<boolean> => {
      await returning
      const pidFile = join(root, "kafka/pid")
      const hasKilled = isAlive(pidFile)
      await stop(pidFile, "SIGKILL")
      if (wipes) rmSync(join(root, "kafka/data"), { recursive: true, force: true })
      returning = Bun.sleep(away).then(() => kafka.up(root))
      return hasKilled
    },
    /** Sends the messages of earlier operations again, the latest first, and messages that no worker can handle. */
    disturb: async (operationIds: ReadonlyArray<string>): Promise<false> => {
      await returning
      const producer = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.NOTHING }).producer()
      const again = operationIds
        .toReversed()
        .map((operationId) => ({ key: "1", value: JSON.stringify({ v: 1, operationId, kind: "ImportIfc" }) }))
      const bad = Object.values(poison).map((value) => ({ key: "1", value }))
      try {
        await producer.connect()
        await producer.send({ topic: "plinth.operations", messages: [...again, ...bad] })
      } catch {
        // The topic may not exist again yet.
      } finally {
        await producer.disconnect()
      }
      return false
    },
    settled: () => returning
  }
}
