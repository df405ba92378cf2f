import { Kafka, logLevel } from "kafkajs"

/** A message of a topic: its key and its text. */
interface TopicMessage {
  readonly key: string
  readonly value: string
}

/** Reads a topic from its beginning, as another system does. Messages are added to `read` as they arrive. */
export const start = async (brokers: string, topic: string) => {
  const kafka = new Kafka({ brokers: brokers.split(","), logLevel: logLevel.NOTHING })
  const consumer = kafka.consumer({ groupId: `${topic}-reader` })
  const read: Array<TopicMessage> = []
  await consumer.connect()
  await consumer.subscribe({ topic, fromBeginning: true })
  await consumer.run({
    eachMessage: ({ message }) => {
      read.push({ key: String(message.key), value: String(message.value) })
      return Promise.resolve()
    }
  })
  return { read, stop: () => consumer.disconnect() }
}
