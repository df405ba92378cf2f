import type { Answer } from "../../src/main/testing/ServiceClient.ts"
import { type Ask, many, type Means, timeoutMillis, type Point, points } from "./Points.ts"
import { editPoints } from "./EditPoints.ts"
import { modelPoints } from "./ModelPoints.ts"
import type { Attacker, Target } from "./Target.ts"

/** A placeholder for an answer that never arrived. */
const unanswered: Answer = { status: 0, headers: new Headers(), text: "", json: {} }

const asking =
  (target: Target, { client }: Attacker, name: string): Ask =>
  async (method, path, body, more) => {
    const startedAt = performance.now()
    const wrong = (what: string) => {
      const after = `after ${Math.round(performance.now() - startedAt)} ms`
      if (!target.isOver()) target.fault("point", `${name}: ${method} ${path}: ${what} ${after}`)
    }
    try {
      const answer = await client.call(method, path, {
        timeoutMillis,
        ...(body === undefined ? {} : { body }),
        ...more
      })
      const { headers, status, text } = answer
      if (status >= 500 && !(status === 503 && headers.has("retry-after"))) wrong(`${status} ${text.slice(0, 200)}`)
      return answer
    } catch (error) {
      wrong(String(error))
      return unanswered
    }
  }

const attack = async (target: Target, attacker: Attacker, name: string, point: Point): Promise<void> => {
  const askAs: Means["askAs"] = (other) => asking(target, other, name)
  const ask = askAs(attacker)
  try {
    const projectId = await attacker.client.createProject(name)
    await point({ target, attacker, projectId, ask, askAs })
    await ask("DELETE", `/v1/projects/${projectId}`)
  } catch (error) {
    if (!target.isOver()) target.fault("point", `${name}: ${String(error)}`)
  }
}

/** Attacks that run only in some rounds. Each has run once before growth is measured. */
const rare = Object.entries({ ...editPoints, ...modelPoints })
const every = 3

/** Runs every attack of the round, two at a time. Each is made by the next attacker in turn. */
export const attackAll = async (target: Target, round: number): Promise<void> => {
  const { attackers } = target
  const all = [...Object.entries(points), ...rare.filter((_, i) => (i + round) % every === 0)]
  await many(all.length, 2, async (i) => {
    const [name, point] = all[i]!
    if (!target.isOver()) await attack(target, attackers[(i + round) % attackers.length]!, name, point)
  })
}
