/** The place of a value in a JSON document: names of members and indexes of elements, outermost first. */
export type Path = ReadonlyArray<string | number>

interface Level {
  readonly isList: boolean
  /** Whether the next text of an object is the name of a member. */
  expectsName: boolean
}

/** Bytes after which other work of the event loop runs. */
export const sliceBytes = 64 * 1024

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [list, listEnd, object, objectEnd] = [0x5b, 0x5d, 0x7b, 0x7d]

const utf8 = new TextDecoder()

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/**
 * Reads a JSON document from a stream, and calls `onValue` with those values whose place `isWanted`, in their order. All
 * else is skipped, so that a document of any size costs the memory of one value. Other work of the event loop runs in
 * between. The rest is not read if `onValue` returns false.
 *
 * The document must be valid; the service reads its own answers by this.
 */
export const scanJson = async (
  body: ReadableStream<Uint8Array>,
  isWanted: (path: Path) => boolean,
  onValue: (path: Path, value: unknown) => unknown
): Promise<void> => {
  const scan = scanner(isWanted, onValue)
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (let at = 0; at < value.length; at += sliceBytes) {
      if (!scan.take(value.subarray(at, at + sliceBytes))) return reader.cancel()
      await turn()
    }
  }
  scan.end()
}

const scanner = (isWanted: (path: Path) => boolean, onValue: (path: Path, value: unknown) => unknown) => {
  const levels: Array<Level> = []
  const path: Array<string | number> = []
  /** The bytes of the value or name being read; null: nothing is kept. */
  let kept: Array<Uint8Array> | null = null
  /** The number of open levels at the start of a wanted value; -1: none is being read. */
  let wantedAt = -1
  let isName = false
  let inText = false
  let isEscaped = false
  let inWord = false
  let isOver = false

  const parsed = (): unknown => {
    const value: unknown = JSON.parse(utf8.decode(Buffer.concat(kept!)))
    kept = null
    return value
  }

  /** Reads some more bytes. Returns false if no more are needed. */
  const take = (bytes: Uint8Array): boolean => {
    let from = 0
    /** Keeps the bytes before `end` that are not kept yet. */
    const keep = (end: number): void => {
      if (kept !== null && end > from) kept.push(bytes.slice(from, end))
      from = end
    }
    const begin = (i: number): void => {
      if (wantedAt !== -1 || !isWanted(path)) return
      wantedAt = levels.length
      kept = []
      from = i
    }
    const finish = (end: number): void => {
      if (wantedAt !== levels.length) return
      keep(end)
      wantedAt = -1
      isOver = onValue([...path], parsed()) === false
    }
    const endWord = (i: number): void => {
      if (!inWord) return
      inWord = false
      finish(i)
    }
    const open = (i: number, isList: boolean): void => {
      begin(i)
      levels.push({ isList, expectsName: !isList })
      path.push(isList ? 0 : "")
    }
    const close = (i: number): void => {
      endWord(i)
      levels.pop()
      path.pop()
      finish(i + 1)
    }
    const next = (i: number): void => {
      endWord(i)
      const level = levels.at(-1)!
      if (level.isList) path[path.length - 1] = (path.at(-1) as number) + 1
      else level.expectsName = true
    }
    const endText = (i: number): void => {
      inText = false
      if (!isName) return finish(i + 1)
      isName = false
      if (wantedAt !== -1) return
      keep(i + 1)
      path[path.length - 1] = parsed() as string
    }
    const beginText = (i: number): void => {
      inText = true
      isName = levels.at(-1)?.expectsName ?? false
      if (!isName) return begin(i)
      levels.at(-1)!.expectsName = false
      if (wantedAt !== -1) return
      kept = []
      from = i
    }
    for (let i = 0; i < bytes.length && !isOver; i++) {
      const byte = bytes[i]!
      if (inText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) endText(i)
      } else if (byte === quote) beginText(i)
      else if (byte === object || byte === list) open(i, byte === list)
      else if (byte === objectEnd || byte === listEnd) close(i)
      else if (byte === comma) next(i)
      else if (byte <= 0x20) endWord(i)
      else if (byte !== colon && !inWord) {
        inWord = true
        begin(i)
      }
    }
    if (!isOver) keep(bytes.length)
    return !isOver
  }

  const end = (): void => {
    if (inWord && wantedAt === 0) onValue([], parsed())
  }

  return { take, end }
}
