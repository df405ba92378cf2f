/** The largest piece that has more than one entry, in characters. A single entry may have 256 KB. */
const lengthOfPiece = 64 * 1024

/** Generates a JSON object of a few members and some lists, in pieces of less than 64 KB or of a single entry. */
export function* jsonPieces(
  members: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Iterable<unknown>>>
): Generator<string> {
  let between = Object.keys(members).length === 0 ? "" : ","
  yield JSON.stringify(members).slice(0, -1)
  for (const [name, list] of Object.entries(lists)) {
    let piece = `${between}${JSON.stringify(name)}:[`
    between = ","
    let before = ""
    for (const entry of list) {
      const text = before + JSON.stringify(entry)
      before = ","
      if (piece.length + text.length >= lengthOfPiece) {
        yield piece
        piece = ""
      }
      piece += text
    }
    yield `${piece}]`
  }
  yield "}"
}
