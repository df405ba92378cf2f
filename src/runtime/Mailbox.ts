import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads"

/** Receives the answers of a thread, and lets the caller block for one without letting the event loop turn. */
export interface Mailbox {
  /** Sending end, to be transferred to the thread once. */
  readonly sender: Sender
  /** Returns how many answers have been sent. */
  readonly count: () => number
  /**
   * Returns the next answer, if there is one. Blocks for up to `milliseconds` while only `count` answers have been
   * sent.
   */
  readonly next: (count: number, milliseconds: number) => unknown
  readonly close: () => void
}

export interface Sender {
  readonly port: MessagePort
  readonly sent: Int32Array
}

/** @param receive called with each answer that `next` did not return */
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

/** Returns the function with which the thread sends an answer and wakes a waiting `next`. */
export const sending =
  ({ port, sent }: Sender) =>
  (message: unknown, transfer: ReadonlyArray<ArrayBuffer> = []): void => {
    port.postMessage(message, [...transfer])
    Atomics.add(sent, 0, 1)
    Atomics.notify(sent, 0)
  }
