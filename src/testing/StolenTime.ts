import { readFileSync } from "node:fs"

/** What the processors of the machine did since it started, in ticks. */
export interface Ticks {
  readonly busy: number
  readonly stolen: number
}

/** From Linux, elsewhere nothing. The hypervisor's is the eighth number, idling the fourth and fifth (proc(5)). */
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

/** Where the host takes more of the processors, times say nothing of the service. */
export const most = 0.1

/** The part of the time in which processes wanted to run that other machines of the same host had. */
export const shareSince = (before: Ticks): number => {
  const now = ticks()
  return (now.stolen - before.stolen) / Math.max(1, now.busy - before.busy)
}
