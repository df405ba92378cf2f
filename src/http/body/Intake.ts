/** Bytes of all bodies that are taken in one turn of the event loop: about two milliseconds of work. */
const bytesOfTurn = 512 * 1024

/** What of bodies is taken in one turn of the event loop. */
export interface Intake {
  /** Resolves where so many more bytes may be taken; null: at once. Who asked first is first. */
  readonly room: (bytes: number) => Promise<void> | null
}

/**
 * Bodies that come faster than they are read wait in their connections, which stop taking more of them. Without a limit
 * a turn takes what has come of all bodies, however many there are, and nobody else is served meanwhile.
 *
 * @param most bytes of a turn; one piece may be larger
 */
export const make = (most = bytesOfTurn): Intake => {
  let taken = 0
  let isTurning = false
  const waiting: Array<{ readonly bytes: number; readonly resume: () => void }> = []

  const takes = (bytes: number): boolean => {
    if (taken > 0 && taken + bytes > most) return false
    taken += bytes
    if (!isTurning) {
      isTurning = true
      setImmediate(turn)
    }
    return true
  }

  const turn = (): void => {
    isTurning = false
    taken = 0
    let resumed = 0
    for (const { bytes, resume } of waiting) {
      if (!takes(bytes)) break
      resumed++
      resume()
    }
    waiting.splice(0, resumed)
  }

  return {
    room: (bytes) => {
      if (bytes === 0 || (waiting.length === 0 && takes(bytes))) return null
      return new Promise((resume) => waiting.push({ bytes, resume }))
    }
  }
}
