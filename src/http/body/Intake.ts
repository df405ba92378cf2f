/** The bytes of all bodies together that are read in one turn of the event loop: about two milliseconds of work. */
const bytesOfTurn = 512 * 1024

/** Limits how many bytes of bodies are read in one turn of the event loop. */
export interface Intake {
  /**
   * Returns null if this many more bytes may be read at once, otherwise a promise that resolves when they may. First
   * come, first served.
   */
  readonly room: (bytes: number) => Promise<void> | null
}

/**
 * Creates an intake. Bodies that arrive faster than they are read wait in their connections, which apply back pressure.
 * Without a limit one turn of the event loop would read everything that has arrived of all bodies, and no other request
 * would be served meanwhile.
 *
 * @param most bytes per turn; a single piece may be larger
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
