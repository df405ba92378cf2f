/** The words that every project offers for topics, besides those in use. Any other word is accepted too. */
export const words = {
  topic_type: ["Issue", "Clash", "Request", "Remark"],
  topic_status: ["Open", "In Progress", "Resolved", "Closed"],
  priority: ["Low", "Normal", "High", "Critical"],
  stage: [],
  topic_label: [],
  snippet_type: []
} as const satisfies Readonly<Record<string, ReadonlyArray<string>>>

type WordKind = keyof typeof words

export type Words = Readonly<Record<WordKind, ReadonlyArray<string>>>
