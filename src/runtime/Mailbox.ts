import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads"

/** Where a thread's answers arrive, which the one who asks can wait for without letting others have their turn. */
export interface Mailbox {
  /** Goes to the thread, once. */
  readonly sender: Sender
  /** How many answers have been sent. */
  readonly count: () => number
  /** The next answer, waited for so many milliseconds at most while no more than `count` have been sent. */
  readonly next: (count: number, milliseconds: number) => unknown
  readonly close: () => void
}

export interface Sender {
  readonly port: MessagePort
  readonly sent: Int32Array
}

/** @param receive takes each answer that nobody has waited for long enough */
export const make = (receive: (message: unknown) => void): Mailbox => {
  const { port1, port2 } = new MessageChannel()
  const sent = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  port1.on("message", receive)
  return {
    sender: { port: port2, sent },
    count: () => Atomics.load(sent, 0),
    next: (count, milliseconds) => {
      Atomics.wait(sent, 0, count, milliseconds)
      return receiveMessageOnPort(port1)?.message
    },
    close: () => port1.close()
  }
}

/** The thread's side: sends an answer and wakes whoever waits for it. */
export const sending =
  ({ port, sent }: Sender) =>
  (message: unknown, transfer: ReadonlyArray<ArrayBuffer> = []): void => {
    port.postMessage(message, [...transfer])
    Atomics.add(sent, 0, 1)
    Atomics.notify(sent, 0)
  }
