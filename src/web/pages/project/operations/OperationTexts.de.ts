import { counted } from "../../../words/Format.ts"

const reasons: Readonly<Record<string, string>> = {
  ArchiveTooLarge: "Das Archiv enthält mehr, als der Dienst entpackt.",
  Cancelled: "Jemand hat den Vorgang abgebrochen.",
  ConverterFailed: "Der Konverter konnte die Datei nicht lesen.",
  Internal: "Im Dienst ist ein Fehler aufgetreten; er steht in seinem Protokoll.",
  InvalidModelFile: "Die Datei kann nicht als Modell gelesen werden.",
  ModelNotFound: "Das Modell wurde inzwischen entfernt.",
  ResourceLimit: "Der Vorgang hat mehr Zeit oder Speicher gebraucht, als der Dienst zulässt.",
  UnsupportedFileType: "Dateien dieses Typs liest der Dienst nicht.",
  UploadNotFound: "Die hochgeladene Datei wird nicht mehr aufbewahrt."
}

/** German texts about operations. */
export const words = {
  operations: {
    title: "Vorgänge",
    list: "Vorgänge des Projekts, neueste zuerst",
    none: "Noch nichts importiert, exportiert oder berechnet",
    noneHint: "Importe, Exporte und Berechnungen dieses Projekts erscheinen hier mit ihrem Fortschritt.",
    notRead: "Die Vorgänge konnten nicht gelesen werden:",
    notReadHint: "Was unten steht, ist möglicherweise veraltet.",
    at: "Beginn",
    took: "Dauer",
    by: "Person",
    model: "Modell",
    file: "Datei",
    kind: "Vorgang",
    status: "Status",
    why: "Grund",
    noModel: "entfernt",
    waits: "wartet",
    cancel: (what: string): string => `${what} abbrechen`,
    retry: "Erneut versuchen",
    retryOf: (what: string): string => `Erneut versuchen: ${what}`,
    retried: "Der Import läuft erneut, als neuer Vorgang oben in dieser Liste.",
    fileGone: "Die Datei dieses Imports wird nicht mehr aufbewahrt. Laden Sie sie erneut hoch.",
    runsAlready: "Ein anderer Import dieses Modells läuft noch. Warten Sie, bis er beendet ist.",
    anyStatus: "Alle Status",
    anyKind: "Alle Arten",
    anyone: "Alle Personen",
    noMatch: "Kein Vorgang passt.",
    shown: (shown: number, loaded: number, all: number): string =>
      shown === loaded
        ? `${counted(loaded)} von ${counted(all)}`
        : `${counted(shown)} unter den neuesten ${counted(loaded)} von ${counted(all)}`,
    more: "Ältere anzeigen",
    kinds: {
      ImportIfc: "Import",
      ExportIfc: "IFC-Export",
      CalculateQuantities: "Mengen",
      CalculateDerivedProperties: "Berechnete Eigenschaften",
      CheckRequirements: "Prüfung",
      MeasureModel: "Mengen aus der Geometrie",
      DeriveFiles: "Dateien einer Version"
    } as Readonly<Record<string, string>>,
    statuses: {
      Queued: "Wartet",
      InProgress: "Läuft",
      Ready: "Fertig",
      Failed: "Fehlgeschlagen",
      Cancelled: "Abgebrochen"
    },
    reason: (code: string): string => reasons[code] ?? "Der Vorgang ist fehlgeschlagen."
  }
}
