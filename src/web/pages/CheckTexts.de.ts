import type { Check, CheckStatus, RequirementsSpecification } from "../../../sdk/plinth.ts"
import { counted, inPercent } from "../words/Format.ts"

const necessities: Readonly<Record<RequirementsSpecification["necessity"], string>> = {
  required: "gefordert",
  optional: "optional",
  prohibited: "unzulässig"
}

const results: Readonly<Record<CheckStatus, string>> = {
  Passed: "Bestanden",
  Failed: "Nicht bestanden",
  NotApplicable: "Nicht anwendbar"
}

const states: Readonly<Record<Check["status"], string>> = {
  Queued: "Wartet",
  InProgress: "Läuft",
  Ready: "Fertig",
  Failed: "Nicht prüfbar"
}

/** German texts about requirements and checks. */
export const words = {
  requirements: {
    title: "Anforderungen",
    about:
      "IDS-Dateien (Information Delivery Specification) legen fest, was Modelle enthalten müssen. Auf der Seite eines Modells wird es gegen sie geprüft.",
    none: "Noch keine Anforderungen",
    noneHint:
      "Fügen Sie eine IDS-Datei hinzu. Modelle können dann gegen sie geprüft werden, von Hand oder nach jedem Veröffentlichen.",
    mayNot: "Sie haben Lesezugriff: Eigentümer und Bearbeiter des Projekts ändern die Anforderungen.",
    add: "IDS-Datei hinzufügen",
    list: "IDS-Dateien des Projekts",
    document: "Dokument",
    specifications: "Spezifikationen",
    auto: "Automatische Prüfung",
    actions: "Aktionen",
    on: "Ein",
    off: "Aus",
    turnOn: "Automatisch prüfen",
    turnOff: "Nicht automatisch prüfen",
    ofSome: "für einige Modelle",
    look: "Ansehen",
    deleting: (title: string): string => `${title} löschen?`,
    deleteAbout: "Modelle werden danach nicht mehr dagegen geprüft. Die Ergebnisse früherer Prüfungen bleiben.",
    by: (author: string): string => `von ${author}`,
    warnings: (count: number): string =>
      count === 1
        ? "1 Stelle entspricht nicht dem Standard"
        : `${counted(count)} Stellen entsprechen nicht dem Standard`,
    necessity: (of: RequirementsSpecification["necessity"]): string => necessities[of]
  },
  checks: {
    about: "Geprüft wird, was Sie sehen, samt unveröffentlichter Änderungen, gegen eine IDS-Datei.",
    none: "Das Projekt hat keine Anforderungen. Fügen Sie auf seiner Seite eine IDS-Datei hinzu, und prüfen Sie das Modell hier.",
    toRequirements: "Anforderungen des Projekts",
    document: "Anforderungen",
    start: "Jetzt prüfen",
    again: "Erneut prüfen",
    running: (percent: number): string => `Prüfung läuft: ${inPercent(percent)}`,
    earlier: "Frühere Prüfungen",
    noEarlier: "Dieses Modell wurde noch nicht geprüft.",
    when: "Zeitpunkt",
    result: "Ergebnis",
    failures: "Abweichungen",
    automatic: "automatisch",
    own: "von Ihnen",
    show: (title: string, time: string): string => `Prüfung ${title} vom ${time} anzeigen`,
    status: (status: Check["status"]): string => states[status],
    of: (result: CheckStatus): string => results[result],
    trend: "Abweichungen je Version",
    trendAbout: (time: string, count: number): string =>
      `${time}: ${count === 1 ? "1 Abweichung" : `${counted(count)} Abweichungen`}`,
    counts: (passed: number, applicable: number): string => `${counted(passed)} von ${counted(applicable)} bestanden`,
    nothing: "nicht anwendbar",
    failing: (count: number): string => (count === 1 ? "1 Abweichung" : `${counted(count)} Abweichungen`),
    listed: (shown: number, all: number): string => `Die ersten ${counted(shown)} von ${counted(all)}`,
    product: (ifcClass: string, name: string): string => `${ifcClass} ${name}`,
    unnamed: (step: number): string => `#${step}`,
    fix: "Hier beheben",
    fixing: (name: string): string => `Hier beheben: ${name}`,
    selectAll: "Bauteile auswählen",
    color: "Abweichungen einfärben",
    csv: "Als CSV speichern",
    bcf: "Als BCF speichern",
    more: "Mehr anzeigen",
    topic: {
      makeAll: (count: number): string =>
        count === 1 ? "Thema zur Abweichung erstellen" : `Themen zu allen ${counted(count)} Abweichungen erstellen`,
      updateAll: (count: number): string =>
        count === 1 ? "Thema aktualisieren" : `Die ${counted(count)} Themen aktualisieren`,
      open: "Thema öffnen",
      opening: (name: string): string => `Thema öffnen: ${name}`,
      made: (made: number, changed: number): string =>
        `${made === 1 ? "1 Thema wurde erstellt" : `${counted(made)} Themen wurden erstellt`}${
          changed === 0 ? "." : `; ${changed === 1 ? "1 wurde" : `${counted(changed)} wurden`} aktualisiert.`
        }`
    }
  }
}
