const entriesOfPiece = 500

/** A JSON object of a few members and some lists, in pieces of some hundred entries, made as they are taken. */
export function* jsonPieces(
  members: Readonly<Record<string, unknown>>,
  lists: Readonly<Record<string, Iterable<unknown>>>
): Generator<string> {
  let between = Object.keys(members).length === 0 ? "" : ","
  yield JSON.stringify(members).slice(0, -1)
  for (const [name, list] of Object.entries(lists)) {
    const entries = [...list]
    yield `${between}${JSON.stringify(name)}:[`
    between = ","
    for (let at = 0; at < entries.length; at += entriesOfPiece) {
      yield (at === 0 ? "" : ",") + JSON.stringify(entries.slice(at, at + entriesOfPiece)).slice(1, -1)
    }
    yield "]"
  }
  yield "}"
}
