/**
 * Elements of BCF files that this service does not know, as XML: those of `Markup`, of `Topic`, and of each comment and
 * viewpoint by `restKey`.
 */
export type Rest = Readonly<Record<string, ReadonlyArray<string>>>

/** Returns the key of the unknown elements of a part. A comment and a viewpoint may have the same guid. */
export const restKey = (part: "Comment" | "Viewpoint", guid: string): string => `${part} ${guid}`

/** Returns the unknown elements without those of a part that is deleted. */
export const withoutRest = (rest: Rest, key: string): Rest =>
  key in rest ? Object.fromEntries(Object.entries(rest).filter(([name]) => name !== key)) : rest

/**
 * Returns the unknown elements of a topic after a file has changed it. Parts that the file does not have keep theirs.
 *
 * @param parts the keys of the comments and viewpoints of the file
 */
export const replacedRest = (before: Rest, sent: Rest, parts: ReadonlySet<string>): Rest => ({
  ...Object.fromEntries(Object.entries(before).filter(([key]) => key.includes(" ") && !parts.has(key))),
  ...sent
})
