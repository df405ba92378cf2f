import { readFileSync } from "node:fs"

/** The work of the machine's processors since it started, in ticks. */
export interface Ticks {
  readonly busy: number
  readonly stolen: number
}

/** Returns the ticks on Linux, zeros elsewhere. Column 8 is stolen time, columns 4 and 5 are idle time (proc(5)). */
export const ticks = (): Ticks => {
  try {
    const [, ...numbers] = readFileSync("/proc/stat", "utf8").split("\n")[0]!.split(/ +/).map(Number)
    const [user, nice, system, , , interrupts, soft, stolen] = numbers as [
      ...[number, number, number, number],
      ...[number, number, number, number]
    ]
    return { busy: user + nice + system + interrupts + soft + stolen, stolen }
  } catch {
    return { busy: 0, stolen: 0 }
  }
}

/** If the host takes a larger share of the processors, measured times say nothing about the service. */
export const most = 0.1

/** The part of the time in which processes wanted to run that other machines of the same host had. */
export const shareSince = (before: Ticks): number => {
  const now = ticks()
  return (now.stolen - before.stolen) / Math.max(1, now.busy - before.busy)
}
