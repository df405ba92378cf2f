/** Draw call: a range of a batch's indices, or all of a batch with instances. */
export interface Draw {
  /** Index of the batch. */
  readonly batch: number
  readonly from: number
  readonly count: number
}

interface Drawn {
  readonly triangles: number
  readonly isGlass: boolean
  /** Whether the batch cannot be drawn in parts. */
  readonly isWhole: boolean
}

/** Steps grow up to this many budgets, because a user who has waited that long is not turning the model. */
const mostGrown = 4

/**
 * Splits a picture into steps of about `budget` triangles, the later ones larger. The first step has a part of
 * everything, the largest pieces first, and everything opaque comes before glass.
 *
 * @param seen indices of the batches that are in the picture
 */
export const stepsOf = (
  batches: ReadonlyArray<Drawn>,
  seen: ReadonlyArray<number>,
  budget: number
): ReadonlyArray<ReadonlyArray<Draw>> => {
  const all = seen.reduce((sum, i) => sum + batches[i]!.triangles, 0)
  const whole = (batch: number): Draw => ({ batch, from: 0, count: 3 * batches[batch]!.triangles })
  const glass = seen.filter((i) => batches[i]!.isGlass)
  const opaque = seen.filter((i) => !batches[i]!.isGlass)
  if (all <= budget) return [[...opaque, ...glass].map(whole)]
  const part = budget / all
  const first: Array<Draw> = []
  const rest: Array<Draw> = []
  let owed = 0
  for (const batch of opaque) {
    const { isWhole, triangles } = batches[batch]!
    if (isWhole) {
      owed += triangles * part
      const isDue = owed >= triangles
      if (isDue) owed -= triangles
      ;(isDue ? first : rest).push(whole(batch))
      continue
    }
    const count = 3 * Math.ceil(triangles * part)
    first.push({ batch, from: 0, count })
    if (count < 3 * triangles) rest.push({ batch, from: count, count: 3 * triangles - count })
  }
  const steps: Array<Array<Draw>> = [first]
  let step: Array<Draw> = []
  let room = 3 * budget
  for (const draw of [...rest, ...glass.map(whole)]) {
    const { isWhole } = batches[draw.batch]!
    for (let from = draw.from, left = draw.count; left > 0;) {
      const count = isWhole ? left : Math.min(left, Math.max(3, Math.floor(room / 3) * 3))
      step.push({ batch: draw.batch, from, count })
      from += count
      left -= count
      room -= count
      if (room < 3) {
        steps.push(step)
        step = []
        room = 3 * budget * Math.min(mostGrown, 2 ** (steps.length - 1))
      }
    }
  }
  if (step.length > 0) steps.push(step)
  return steps
}
