import { expect, test } from "bun:test"
import { type Member, next, type Waiter } from "./Lanes.ts"

const room = { long: 2, short: 1 }

/** `L` long, `s` short; then i(dle), b(usy), or "…" for starting; then the number of jobs. */
const member = (text: string): Member & { readonly text: string } => ({
  text,
  lane: text[0] === "L" ? "long" : "short",
  state: text[1] === "i" ? "idle" : text[1] === "b" ? "busy" : "starting",
  jobs: Number(text[2] ?? 0)
})

const waiter = (text: string): Waiter & { readonly text: string } => ({
  text,
  lane: text[0] === "L" ? "long" : "short",
  fresh: text.endsWith("!")
})

const step = (members: ReadonlyArray<string>, waiters: ReadonlyArray<string>) => {
  const found = next(members.map(member), waiters.map(waiter), room)
  if (found === null) return "nothing"
  if (found.do === "start") return `start ${found.lane}`
  return found.do === "retire" ? `retire ${found.member.text}` : `${found.member.text} for ${found.to.text}`
}

const table: ReadonlyArray<readonly [ReadonlyArray<string>, ReadonlyArray<string>, string]> = [
  [[], [], "nothing"],
  [["Li1", "si1"], [], "nothing"],
  [[], ["L"], "start long"],
  [[], ["s"], "start short"],
  [["Li1", "si1"], ["L"], "Li1 for L"],
  // A short job spares the long ones while its own is free, and takes one when it is not.
  [["Li1", "si1"], ["s"], "si1 for s"],
  [["Li1", "sb1"], ["s"], "Li1 for s"],
  // A long job never takes the process of the short ones.
  [["Lb1", "Lb1", "si1"], ["L"], "nothing"],
  [["Lb1", "Lb1", "si1"], ["L", "s"], "si1 for s"],
  // First come, first served, for both lanes.
  [["Li1", "sb1"], ["s", "L"], "Li1 for s"],
  [["Li1", "sb1"], ["L", "s"], "Li1 for L"],
  // As many start as are wanted and fit.
  [["Lb1", "si0"], ["L"], "start long"],
  [["Lb1", "L…", "si0"], ["L"], "nothing"],
  [["L…", "si0"], ["L"], "nothing"],
  [["L…", "si0"], ["L", "L"], "start long"],
  [["L…", "L…", "si0"], ["L", "L", "L"], "nothing"],
  [["Lb1", "sb1"], ["s"], "start long"],
  [["Lb1", "Lb1", "sb1"], ["s"], "nothing"],
  // Another try wants a process that has done nothing.
  [["Li0", "si0"], ["L!"], "Li0 for L!"],
  [["Li1", "si0"], ["L!"], "start long"],
  [["Li1", "Lb1", "si0"], ["L!"], "retire Li1"],
  [["Lb1", "Lb1", "si0"], ["L!"], "nothing"],
  [["Li1", "Lb1", "si0"], ["L!", "L"], "Li1 for L"]
]

for (const [members, waiters, expected] of table) {
  test(`${members.join(" ") || "nobody"}, waiting ${waiters.join(" ") || "nobody"}: ${expected}`, () => {
    expect(step(members, waiters)).toBe(expected)
  })
}
