/** Recent output of one stream of a child. */
export interface Output {
  /**
   * Returns the output since the last call by the name of the stream, or nothing: its first 8 KB, with printable
   * characters and line ends only.
   */
  readonly take: () => Readonly<Record<string, string>>
  /** Reads to the end of the stream; never rejects. */
  readonly drained: Promise<void>
}

const KEEP = 8192

// oxlint-disable-next-line no-control-regex
const UNPRINTABLE = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** Reads the stream as fast as it comes, so that the child never waits, and keeps only the beginning. */
export const capture = (name: string, stream: ReadableStream<Uint8Array>): Output => {
  let chunks: Array<Uint8Array> = []
  let kept = 0
  let dropped = 0
  const drain = async () => {
    for await (const chunk of stream) {
      const part = chunk.subarray(0, KEEP - kept)
      if (part.length > 0) chunks.push(part.slice())
      kept += part.length
      dropped += chunk.length - part.length
    }
  }
  const take = () => {
    if (kept === 0) return {}
    const text = Buffer.concat(chunks).toString("utf8").replace(UNPRINTABLE, " ")
    const whole = dropped === 0 ? text : `${text}… (${dropped} more bytes)`
    chunks = []
    kept = 0
    dropped = 0
    return { [name]: whole }
  }
  return { take, drained: drain().catch(() => {}) }
}
