const headless = /^(?:Of|That|Those|As|What|Who|Whose|Whom|Which|Where|With|Without|From|To|Than|And|Or|But)\b/
/** A participle alone, such as "Made once." or "Given by the caller.", has no subject. */
const participle =
  /^(?:Made|Kept|Told|Given|Taken|Said|Called|Held|Seen|Asked|Done|Set|Read|Sent|Left|Gone|Known|Shown|Written)\b/
/** Words that begin neither a noun phrase nor a predicate: questions, conjunctions, prepositions and pronouns. */
const connective =
  /^(?:How|Why|When|Whether|If|So|Like|Because|While|Until|In|On|At|By|For|Not|It|Its|They|Their|This|These|Such|There)\b/
const imperative =
  /^(?:Return|Get|Make|Create|Check|Run|Build|Find|Start|Stop|Write|Send|Add|Remove|Delete|Convert|Compute|Parse|Wait|Throw|Fail|Take|Give|Open|Close|Load|Store|Ask|Keep|Show|Render)\b/
const exportedFunction =
  /^export (?:async )?(?:function\b|const \w+(?:: .+)? = (?:async )?(?:<.*>)?(?:\(|\w+ =>|Effect\.fn|fn\())/

export interface Comment {
  readonly line: number
  /** The first line of its text. */
  readonly words: string
  /** Whether it describes an exported function. */
  readonly isOfFunction: boolean
}

/** Returns the comments of a source text: blocks, and runs of line comments. */
export const comments = (text: string): ReadonlyArray<Comment> => {
  const found: Array<Comment> = []
  const lines = text.split("\n")
  for (const [i, line] of lines.entries()) {
    const block = /^\s*\/\*\*?\s*(.*)$/.exec(line)?.[1]
    if (block !== undefined) {
      const words = block === "" ? (lines[i + 1] ?? "").replace(/^\s*\*\s?/, "") : block
      const end = lines.findIndex((later, at) => at >= i && later.includes("*/"))
      const isOfFunction = line.startsWith("/**") && end !== -1 && exportedFunction.test(lines[end + 1] ?? "")
      found.push({ line: i + 1, words, isOfFunction })
      continue
    }
    const single = /^\s*\/\/\s?(.*)$/.exec(line)?.[1]
    if (single !== undefined && !/^\s*\/\//.test(lines[i - 1] ?? ""))
      found.push({ line: i + 1, words: single, isOfFunction: false })
  }
  return found
}

/**
 * Returns whether a comment does not begin as a sentence does. A comment of an exported function must begin with a verb
 * in the third person or a noun phrase. Summaries of endpoints, in the generated client, may be "Read a project".
 */
export const isFault = (file: string, { isOfFunction, words }: Comment): boolean =>
  headless.test(words) ||
  (file !== "sdk/plinth.ts" && participle.test(words)) ||
  (isOfFunction && (connective.test(words) || imperative.test(words)))
