import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { call } from "../api/Call.ts"
import type { Member, Project } from "../api/Views.ts"
import { session, subjectOf } from "../signin/Session.ts"

/** Projects that are asked for their members: who is not found in so many is told nothing. */
const mostAsked = 20

/**
 * The subject of whose token does not say it: who is a member of each of their projects, with the role that they have
 * there. The sample project comes first, which begins with nobody else in it.
 */
const found = async (signal: AbortSignal): Promise<string | null> => {
  const listed = await call<{ readonly projects: ReadonlyArray<Project> }>("GET", "/projects", { signal })
  if ("failure" in listed) return null
  const projects = listed.value.projects.toSorted((a, b) => Number(b.isSample ?? 0) - Number(a.isSample ?? 0))
  let left: ReadonlyArray<string> | null = null
  for (const { id, role } of projects.slice(0, mostAsked)) {
    const answer = await call<{ readonly members: ReadonlyArray<Member> }>("GET", `/projects/${id}/members`, { signal })
    if ("failure" in answer) continue
    const alike = answer.value.members.filter((member) => member.role === role).map(({ userId }) => userId)
    const both: ReadonlyArray<string> = left === null ? alike : left.filter((subject) => alike.includes(subject))
    left = both
    if (both.length === 1) return both[0]!
  }
  return null
}

/** What was found; null where nobody looked, or nothing was. */
const known = signal<string | null>(null)

session.subscribe((own) => {
  if (own === null) known.value = null
})

/** The subject of the reader; null as long as nobody knows it. It is looked for when `isWanted`. */
export const useSelf = (isWanted = true): string | null => {
  const told = subjectOf(session.value?.access ?? "")
  const isSought = isWanted && told === null && known.value === null
  useEffect(() => {
    if (!isSought) return undefined
    const control = new AbortController()
    void found(control.signal).then((subject) => {
      if (!control.signal.aborted) known.value = subject
    })
    return () => control.abort()
  }, [isSought])
  return told ?? known.value
}
