import { counted } from "../../../../words/Format.ts"

const values = (count: number): string => (count === 1 ? "1 Wert" : `${counted(count)} Werte`)
const would = (count: number): string => (count === 1 ? "würde" : "würden")

/** German texts about changes of many values at once. */
export const words = {
  titles: {
    set: (field: string): string => `${field} setzen`,
    fill: "Nach unten ausfüllen",
    paste: "Einfügen",
    replace: "Suchen und ersetzen"
  },
  busy: "Wird verglichen …",
  counts: (changed: number, unchanged: number, isCut: boolean): string =>
    changed === 0
      ? `Kein Wert würde sich ändern, ${counted(unchanged)} nicht.`
      : isCut
        ? `Mehr als ${values(changed)} ändern sich möglicherweise.`
        : unchanged === 0
          ? `${values(changed)} ${would(changed)} sich ändern.`
          : `${values(changed)} ${would(changed)} sich ändern, ${counted(unchanged)} nicht.`,
  added: (count: number): string =>
    count === 1
      ? "1 Bauteil erhält eine Eigenschaft, die ihm bisher fehlt."
      : `${counted(count)} Werte gehören zu Eigenschaften, die den Bauteilen bisher fehlen.`,
  wrong: (count: number): string =>
    `${values(count)} ${count === 1 ? "ist" : "sind"} nicht zulässig; der Grund steht jeweils daneben.`,
  tooMany: "Mehr als 1.000 Werte sind nicht zulässig; die übrigen sind nicht aufgeführt.",
  leaveOut: (count: number): string =>
    count === 1 ? "Den unzulässigen Wert auslassen" : `Die ${counted(count)} unzulässigen Werte auslassen`,
  heads: ["Bauteil", "Feld", "Vorher", "Nachher"],
  list: "Was sich ändern würde",
  first: (shown: number, all: number): string => `Angezeigt werden die ersten ${counted(shown)} von ${counted(all)}.`,
  noUndo:
    "Mehr als 10.000 Werte: Sie können einzeln zurückgenommen oder verworfen werden, aber nicht in einem Schritt.",
  noUndoLayers:
    "Schichten werden durch ein einziges Material ersetzt; das kann nicht in einem Schritt zurückgenommen werden.",
  apply: "Übernehmen",
  applying: "Wird übernommen …",
  applied: (count: number): string => `${values(count)} geändert. Bis zum Veröffentlichen sehen nur Sie das.`,
  undo: (count: number): string => `${values(count)} zurücknehmen`,
  undone: (count: number): string => `${values(count)} zurückgenommen.`,
  undoAbout: "Nimmt die letzte Änderung mehrerer Werte zurück",
  noReference: (text: string): string => `Im Projekt gibt es nichts mit dem Namen „${text}“.`,
  severalReferences: (text: string): string => `Im Projekt heißt mehreres „${text}“.`,
  layersApart: "Schichten können nicht kopiert werden; geben Sie ein einzelnes Material an.",
  codesApart: "Codes werden unter „Eigenschaften“ hinzugefügt und entfernt.",
  noCells: "Wählen Sie die Zeilen ab der Zeile mit dem Wert nach unten aus und füllen Sie dann aus.",
  nothing: "Es gibt nichts zu ändern.",
  beyond: (count: number): string =>
    count === 1
      ? "Die Tabelle endet vor der letzten Zeile des Blocks."
      : `Die Tabelle endet vor den letzten ${counted(count)} Zeilen des Blocks.`,
  beyondColumns: (count: number): string =>
    count === 1
      ? "Für die letzte Spalte des Blocks gibt es hier keine Spalte."
      : `Für die letzten ${counted(count)} Spalten des Blocks gibt es hier keine Spalten.`,
  // Tools of the table
  tools: "Mehrere Werte ändern",
  fill: "Nach unten ausfüllen",
  fillAbout: "Überträgt den Wert der ersten ausgewählten Zeile auf alle ausgewählten Zeilen (Strg+D)",
  paste: "Einfügen …",
  pasteAbout: "Fügt einen Block aus einer Tabellenkalkulation an der markierten Zelle ein (Strg+V in der Tabelle)",
  pasteHere: "Kopierte Zellen",
  pasteHint: (field: string): string =>
    `Fügen Sie die Zellen ein, die Sie in einer Tabellenkalkulation kopiert haben. Sie laufen von ${field} der markierten Zeile aus nach unten und nach rechts.`,
  goOn: "Vorschau",
  replace: "Ersetzen …",
  replaceAbout: "Sucht und ersetzt Texte in einer Spalte (Strg+H)",
  column: "Spalte",
  find: "Suchen nach",
  with: "Ersetzen durch",
  whole: "Nur ganze Werte",
  letterCase: "Groß- und Kleinschreibung beachten",
  scope: (count: number, areSelected: boolean): string =>
    areSelected
      ? `In den ${counted(count)} ausgewählten Bauteilen.`
      : `In allen ${counted(count)} Bauteilen der Tabelle.`,
  reading: "Werte werden gelesen …",
  // Several selected products
  several: (count: number): string => `${counted(count)} Bauteile zusammen.`,
  change: "Was Sie hier setzen, gilt nach einer Vorschau für alle.",
  set: "Setzen …",
  variesOf: (count: number): string => `verschieden (${counted(count)})`,
  listOf: (field: string): string => `Werte von ${field}`,
  without: "kein Wert",
  more: (count: number): string => `${counted(count)} weitere Werte.`,
  elsewhere: "Weitere Eigenschaften",
  comparing: "Bauteile werden verglichen …",
  tooManySelected: (most: number): string =>
    `Werte werden bei bis zu ${counted(most)} ausgewählten Bauteilen verglichen. Filtern Sie sonst die Tabelle und ändern Sie deren Spalten.`
}
