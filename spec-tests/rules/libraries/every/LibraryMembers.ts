import type { Member } from "./Resource.ts"

/** The members of a library's bodies; those of its origin are shown as given. */
export const libraryMembers = (shown: Pick<Member, "as"> = {}): Readonly<Record<string, Member>> => ({
  name: { good: ["Finishes", "Walls"], required: true, longest: 255, trimmed: true },
  type: { good: ["t", "u"], longest: 255, as: null },
  uri: { good: ["https://a.example/x", "u"], longest: 2048, ...shown },
  description: { good: ["d", "e"], longest: 4000, ...shown },
  source: { good: ["s", "t"], longest: 255, ...shown },
  edition: { good: ["e", "f"], longest: 255, ...shown }
})
