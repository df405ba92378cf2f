import { type Abuse, abuses, tricklingUpload } from "./Abuses.ts"
import * as RawConnection from "./RawConnection.ts"
import type { Attacker, Target } from "./Target.ts"

/**
 * The time after which the service must have closed a connection, in milliseconds: 10 s for headers, and the same again
 * for a busy machine.
 */
const lifetime = 20_000
/**
 * The time after which the service must have closed a trickling upload, in milliseconds: 30 s, and more for a busy
 * machine.
 */
const uploadLifetime = 50_000

/** Keeps the connection until the other side closes or answers, or the time is over. */
const keep = async (target: Target, attacker: Attacker, abuse: Abuse, millis: number): Promise<void> => {
  const socket = RawConnection.open(target.port)
  const over = Promise.withResolvers<boolean>()
  // A socket without a listener for data never reads.
  if (abuse.deaf !== true) socket.on("data", () => over.resolve(true))
  socket.on("close", () => over.resolve(true))
  socket.on("end", () => over.resolve(true))
  const more = await abuse.begin(socket, attacker, target)
  const timer = more === undefined ? undefined : setInterval(more, abuse.every)
  const end = setTimeout(() => over.resolve(false), millis)
  const ended = await over.promise
  clearTimeout(end)
  clearInterval(timer)
  socket.destroy()
  if (!ended && abuse.mustEnd && !target.isOver()) {
    target.fault("connection", `${abuse.name}: stays open for ${millis / 1000} s`)
  }
}

/** The number of connections that send nothing, in addition to the others. */
const silent = 300

/** In each round, each kind is used by another attacker. */
const attackerOf = ({ attackers }: Target, i: number): Attacker =>
  attackers[(i + Math.floor(i / abuses.length)) % attackers.length]!

/** Opens the given number of connections for all attackers until all have ended, and many silent ones. */
export const keepAll = async (target: Target, count: number): Promise<void> => {
  const crowd = Array.from({ length: silent }, () => RawConnection.open(target.port))
  await Promise.all(
    Array.from({ length: count }, (_, i) => keep(target, attackerOf(target, i), abuses[i % abuses.length]!, lifetime))
  )
  for (const socket of crowd) socket.destroy()
}

/** Sends a trickling upload from each attacker, and returns when all have ended. */
export const trickleUploads = async (target: Target): Promise<void> => {
  await Promise.all(target.attackers.map((attacker) => keep(target, attacker, tricklingUpload, uploadLifetime)))
}
