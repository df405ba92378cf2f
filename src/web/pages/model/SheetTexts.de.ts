import { counted } from "../../words/Format.ts"

const cells = (count: number): string => (count === 1 ? "1 Zelle" : `${counted(count)} Zellen`)

/** German texts about tables that come back from a spreadsheet; part of those of the model's page. */
export const sheet = {
  title: "Tabelle einlesen",
  about:
    "Wählen Sie eine Tabelle, die hier gespeichert und in einer Tabellenkalkulation geändert wurde. Zeilen werden über die Guid zugeordnet, Spalten über ihren Namen. Bis Sie die Änderungen übernehmen, ändert sich nichts. Eine Excel-Datei kennt die Version, aus der sie stammt, und überschreibt daher nie, was andere seitdem veröffentlicht haben; eine CSV-Datei kennt sie nicht.",
  file: "Excel-Arbeitsmappe oder CSV",
  options: {
    hasDecimalComma: "Zahlen mit Dezimalkomma",
    ignoresEmpty: "Leere Zellen der Tabelle lassen den Wert unverändert",
    makesProperties: "Spalten wie Satz.Name legen neue Eigenschaften an",
    isForced: "Überschreiben, was andere seitdem veröffentlicht haben"
  },
  notRead: "Der Browser konnte die Datei nicht lesen.",
  notSent: "Die Verbindung ist abgebrochen, bevor die Datei vollständig übertragen war.",
  busy: "Tabelle wird verglichen …",
  counts: (edits: number, unchanged: number): string =>
    `${edits === 0 ? "Keine Zelle" : cells(edits)} ${edits > 1 ? "würden" : "würde"} sich ändern, ${counted(unchanged)} nicht.`,
  refused: (errors: number): string =>
    `Nichts kann übernommen werden: ${counted(errors)} ${errors === 1 ? "Fehler wurde" : "Fehler wurden"} gefunden. Korrigieren Sie die Tabelle und wählen Sie sie erneut.`,
  ignored: (headers: ReadonlyArray<string>): string =>
    `Spalten, zu denen es kein Feld gibt, bleiben unberücksichtigt: ${headers.join(", ")}.`,
  changes: "Zellen, die sich ändern würden",
  heads: ["Bauteil", "Feld", "Vorher", "Nachher"],
  errors: "Fehler",
  errorHeads: ["Zeile", "Spalte", "Fehler"],
  first: (shown: string, all: string): string => `Angezeigt werden die ersten ${shown} von ${all}.`,
  apply: "Übernehmen",
  applying: "Wird übernommen …",
  applied: (edits: number): string =>
    `${cells(edits)} der Tabelle ${edits === 1 ? "ist" : "sind"} geändert. Bis zum Veröffentlichen sehen nur Sie das.`
}
