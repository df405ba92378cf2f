import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"
import { call } from "../api/Call.ts"
import type { Member, Project } from "../api/Views.ts"
import { session, subjectOf } from "../signin/Session.ts"

/** Largest number of projects searched for the user's subject. */
const mostAsked = 20

/**
 * Returns the subject of a user whose token does not contain it: the one member of each of the user's projects who has
 * the user's role there. The sample project is searched first, because at first it has no other members.
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

/** The subject found; null if there was no search or it found nothing. */
const known = signal<string | null>(null)

session.subscribe((own) => {
  if (own === null) known.value = null
})

/** Returns the user's subject, or null as long as it is unknown. It is searched for only if `isWanted`. */
export const useOwnSubject = (isWanted = true): string | null => {
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
