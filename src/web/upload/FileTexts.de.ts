/** German texts of uploads and import reports. */
export const words = {
  upload: {
    title: "Hochgeladene Dateien",
    drop: "Dateien hier ablegen oder",
    dropOne: "Datei hier ablegen oder",
    oneAtATime: "Eine Datei auf einmal: Jede wird eine Version.",
    choose: "Dateien auswählen",
    kinds:
      "IFC, IFCZIP, ZIP und 3DM; RVT und SKP, wenn der Dienst einen Konverter hat. Aus jeder Datei wird ein Modell.",
    mayNot: "Sie haben Lesezugriff: Eigentümer und Bearbeiter des Projekts laden Modelle hoch.",
    sent: (percent: string, size: string): string => `${percent} von ${size}`,
    broken: "Die Verbindung ist abgebrochen, bevor die Datei vollständig übertragen war.",
    tooLarge: "Die Datei ist größer, als der Dienst annimmt.",
    refused: (status: number): string => `Der Dienst hat die Datei abgelehnt (${status}).`,
    clear: "Erledigte entfernen",
    queued: "In der Warteschlange",
    cancelOf: (name: string): string => `${name} abbrechen`,
    retryOf: (name: string): string => `Erneut versuchen: ${name}`,
    stage: {
      Waiting: "Wartet",
      Sending: "Wird hochgeladen",
      Importing: "Wird importiert",
      Ready: "Fertig",
      Failed: "Fehlgeschlagen",
      Cancelled: "Abgebrochen"
    }
  },
  report: {
    title: "Importbericht",
    broken: "Der Bericht konnte nicht geladen werden.",
    more: (count: string): string => `${count} weitere.`,
    parts: {
      incomplete: "Die Datei bricht mittendrin ab. Deshalb können Teile des Modells fehlen.",
      schema: "Schema",
      entities: "Entitäten in der Datei",
      products: "Bauteile",
      propertyRecords: "Eigenschaftswerte",
      skipped: "Übersprungen",
      duplicateGlobalIds: "Doppelte GlobalIds",
      duplicateProperties: "Doppelte Eigenschaften",
      withoutShape: "Ohne Geometrie",
      fixedAttributeSets: "Eigenschaftssätze mit festen Attributen",
      warnings: "Warnungen",
      error: "Fehlercode",
      errorDetails: "Grund",
      geometry: "Geometrie",
      meshed: "Bauteile mit Geometrie",
      missing: "Ohne ein Dreieck",
      empty: "Von Öffnungen ganz weggeschnitten",
      open: "Mit fehlenden Flächen",
      failure: "Warum es keine gibt",
      kept: "Unveränderte Entitäten",
      changed: "Geänderte Entitäten",
      added: "Neue Entitäten",
      removed: "Entfernte Entitäten",
      applied: "Geschriebene Werte",
      notApplied: "Nicht geschriebene Werte"
    } as Readonly<Record<string, string>>
  }
}
