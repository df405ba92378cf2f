/** Properties of components and objects that users see or hear. */
const shown = new Set([
  "children",
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "title",
  "placeholder",
  "alt",
  "label",
  "about",
  "button",
  "hint",
  "details"
])

const pieces =
  /(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<regexp>(?<=(?:[(,=:[!&|?{};]|=>)\s*|return )\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\/)|(?<name>[\w$]+)|(?<sign>\?\.|\?\?|=>|[^\s\w$])/g

/** An open bracket, and the property whose value contains it. */
interface Frame {
  key: string | null
  readonly inherited: string | null
  /** Conditional expressions whose colon has not come yet. */
  conditionals: number
}

const frame = (inherited: string | null): Frame => ({ key: inherited, inherited, conditionals: 0 })

/** Returns whether a literal contains a word, apart from the expressions of a template. */
const hasWord = (literal: string): boolean => /\p{L}\p{Ll}/u.test(literal.replaceAll(/\$\{[^}]*\}/g, ""))

/**
 * Returns the literals with words that a module of the page shows to users: texts in JSX, and values of properties such
 * as `aria-label`. Literals that only functions return are not found.
 */
export const literalsIn = (source: string, loader: "ts" | "tsx"): ReadonlyArray<string> => {
  const script = new Bun.Transpiler({
    loader,
    tsconfig: JSON.stringify({ compilerOptions: { jsx: "react-jsx", jsxImportSource: "preact" } })
  }).transformSync(source)
  const found: Array<string> = []
  const frames = [frame(null)]
  let before = ""
  const all = Array.from(script.matchAll(pieces), ({ groups }) => groups!)
  for (const [at, { name, sign, text }] of all.entries()) {
    const top = frames.at(-1)!
    const piece = text ?? name ?? sign ?? ""
    // Values that are compared, and names of properties, are not shown.
    const isShown = top.key !== null && shown.has(top.key) && before !== "=" && all[at + 1]?.["name"] !== "in"
    if (text !== undefined && isShown && hasWord(text)) found.push(text)
    if (sign === "?") top.conditionals++
    else if (sign === ":" && top.conditionals > 0) top.conditionals--
    else if (sign === ":") top.key = before.replaceAll(/^["']|["']$/g, "")
    else if (sign === "," || sign === ";") top.key = top.inherited
    else if (sign === "{") frames.push(frame(null))
    else if (sign === "(" || sign === "[") frames.push(frame(/[\w$)\].]$/.test(before) ? null : top.key))
    else if (sign === "}" || sign === ")" || sign === "]") frames.pop()
    before = piece
  }
  return found
}
