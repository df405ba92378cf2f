import { counted, inPercent, kilobytes } from "../../words/Format.ts"
import { measures, quantities } from "./quantities/QuantityTexts.de.ts"
import { filters } from "./filter/FilterTexts.de.ts"
import { rooms } from "./view/places/RoomTexts.de.ts"
import { sheet } from "./SheetTexts.de.ts"
import { stage } from "./view/StageTexts.de.ts"
import { workspace } from "./workspace/WorkspaceTexts.de.ts"

/** German texts of the model's page. */
export const words = {
  fields: {
    "SpatialLocation.Building": "Gebäude",
    "SpatialLocation.Floor": "Geschoss",
    "SpatialLocation.Space": "Raum",
    "MaterialLayerSet.Name": "Materialsatz",
    "MaterialLayerSet.Layers": "Schichten"
  } as Readonly<Record<string, string>>,
  view: {
    title: "Ansicht",
    none: "Dieses Modell enthält keine Geometrie.",
    noView: "Das Modell kann hier nicht in 3D gezeigt werden; alles andere funktioniert.",
    loading: (bytes: number, all: number): string =>
      `Geometrie wird geladen, ${kilobytes(bytes)} von ${kilobytes(all)}`,
    canvas: (name: string): string =>
      `${name} in 3D: Pfeiltasten drehen, Plus und Minus vergrößern und verkleinern, F passt ein, Pos1 geht zurück, die Eingabetaste wählt aus, was in der Mitte liegt`,
    tools: "Werkzeuge der Ansicht",
    measureFrom: "Wählen Sie den ersten Punkt: anklicken, oder die Eingabetaste nimmt die Mitte.",
    measuredFrom: {
      vertex: "Der erste Punkt ist eine Ecke.",
      edge: "Der erste Punkt liegt auf einer Kante.",
      face: "Der erste Punkt liegt auf einer Fläche."
    },
    measureTo: "Wählen Sie den zweiten Punkt.",
    measured: (distance: string, level: string, rise: string): string =>
      `${distance}; ${level} waagerecht, ${rise} senkrecht`,
    picture: (name: string): string => `Bild von ${name}`,
    project: "Projekt",
    model: "Modell",
    link: "Link kopieren",
    more: "Mehr",
    readOnly: "Sie haben Lesezugriff: Datenbearbeiter, Modellierer und Eigentümer können dieses Modell ändern"
  },
  grid: {
    title: "Bauteile",
    count: (number: string, count: number): string => (count === 1 ? "1 Bauteil" : `${number} Bauteile`),
    none: "Dieses Modell enthält keine Bauteile",
    noMatch: "Kein Bauteil passt",
    noMatchHint: "Entfernen Sie einen Filter, um mehr zu sehen.",
    width: (name: string): string => `Breite von ${name}`,
    several: "Mehrfachauswahl",
    severalAbout: "Jeder Klick in Tabelle oder Ansicht nimmt ein Bauteil hinzu oder heraus; Escape beendet das",
    all: "Alle auswählen",
    allAbout: "Alle Bauteile, die die Filter übrig lassen; mit der Umschalttaste ein Bereich",
    selected: (count: string): string => `${count} ausgewählt.`,
    cutInLink: (most: number): string => `Ein Link enthält die letzten ${counted(most)}.`,
    copy: (count: number): string => (count < 2 ? "Zeile kopieren" : `${counted(count)} Zeilen kopieren`)
  },
  products: {
    openIn: (name: string): string => `In ${name} öffnen`,
    units: "Zahlen aus mehreren Modellen werden in SI-Einheiten angezeigt und verglichen."
  },
  saveAs: {
    title: "Speichern als",
    table: "Tabelle speichern als",
    quantities: "Mengen speichern als",
    formats: { csv: "CSV", xlsx: "Excel", parquet: "Parquet" },
    busy: "Datei wird geschrieben …"
  },
  columns: {
    title: "Spalten",
    last: "Eine Tabelle hat mindestens eine Spalte."
  },
  filters,
  panels: {
    title: "Details",
    properties: "Eigenschaften",
    quantities: "Mengen",
    rooms: "Räume",
    versions: "Versionen",
    checks: "Prüfungen",
    topics: "Themen",
    changes: "Entwurf"
  },
  properties: {
    none: "Wählen Sie ein Bauteil in der Ansicht oder der Tabelle aus, um seine Eigenschaften zu sehen.",
    gone: "Dieses Bauteil gibt es nicht.",
    deleted: "Sie haben dieses Bauteil gelöscht; es kehrt zurück, wenn alle Änderungen verworfen werden.",
    place: (type: string): string => `${type}, ein Ort der räumlichen Struktur; in der Tabelle hat er keine Zeile.`,
    thickness: (unit: string): string => (unit === "" ? "" : `(Dicke in ${unit})`),
    empty: "kein Wert",
    required: "erforderlich",
    requiredBy: (source: string): string => `Gefordert von ${source}`,
    projectSet: "Eigenschaftssatz des Projekts",
    filter: "Eigenschaften filtern",
    pinned: "Angeheftet",
    pinOf: (name: string): string => `${name} anheften`,
    pinHint: "Angeheftete Eigenschaften stehen oben, nur in diesem Browser"
  },
  quantities,
  measures,
  rooms,
  editing: {
    title: "Ihre Änderungen",
    start: "Bearbeiten",
    goOn: "Weiter bearbeiten",
    takeOver: "Hier weiter bearbeiten",
    on: (minutes: number): string => `Bearbeitung, noch ${minutes} min`,
    renew: "Bearbeitung verlängern",
    ended: "Ihre Bearbeitungszeit ist abgelaufen. Ihre Änderungen bleiben erhalten.",
    end: "Beenden",
    changes: (cells: number, deleted: number): string =>
      cells + deleted === 0
        ? "Keine Änderungen"
        : [
            ...(cells > 0
              ? [cells === 1 ? "1 unveröffentlichter Wert" : `${counted(cells)} unveröffentlichte Werte`]
              : []),
            ...(deleted > 0 ? [`${counted(deleted)} gelöscht`] : [])
          ].join(", "),
    changesTitle: "Unveröffentlichte Änderungen",
    noChanges: "Es gibt keine Änderungen. Bearbeiten Sie einen Wert in der Tabelle oder hier unter Eigenschaften.",
    marked: (part: string, all: string): string =>
      `In der Tabelle markiert: die ersten ${part} von ${all}. Zeigen Sie mehr an, um auch diese zu markieren.`,
    startToUndo:
      "Bis zum Veröffentlichen sehen nur Sie diese Änderungen. Bearbeiten Sie weiter, um eine zurückzunehmen.",
    undo: "Zurücknehmen",
    noLayers:
      "Schichten können nicht einzeln zurückgenommen werden. Sie kehren zurück, wenn alle Änderungen verworfen werden.",
    undoOf: (field: string): string => `Änderung von ${field} zurücknehmen`,
    deleted: (count: number): string => (count === 1 ? "1 gelöschtes Bauteil" : `${counted(count)} gelöschte Bauteile`),
    deletedAbout: "Sie kehren zurück, wenn alle Änderungen verworfen werden.",
    remove: (count: number): string => (count < 2 ? "Bauteil löschen" : `${counted(count)} Bauteile löschen`),
    removeTitle: (count: number): string =>
      count === 1 ? "Dieses Bauteil löschen?" : `Diese ${counted(count)} Bauteile löschen?`,
    removing: (deleted: number, all: number): string => `${counted(deleted)} von ${counted(all)} gelöscht`,
    notRemoved: (left: number, all: number, why: string): string =>
      `${counted(left)} von ${counted(all)} Bauteilen sind nicht gelöscht: ${why}`,
    removeAbout:
      "Teile werden mit ihrem Ganzen gelöscht, Öffnungen mit ihrem Bauteil. Bis zum Veröffentlichen fehlen sie nur bei Ihnen; wenn Sie alle Änderungen verwerfen, kehren sie zurück.",
    publish: "Veröffentlichen",
    publishTitle: "Ihre Änderungen veröffentlichen",
    publishAbout: (count: number): string =>
      count === 1
        ? "1 Änderung wird zu einer Version, die alle sehen."
        : `${counted(count)} Änderungen werden zu einer Version, die alle sehen.`,
    versionTitle: "Titel",
    published: "Veröffentlicht.",
    discard: "Verwerfen",
    discardTitle: "Alle Ihre Änderungen verwerfen?",
    discardAbout:
      "Was Sie in diesem Modell geändert und nicht veröffentlicht haben, geht verloren; gelöschte Bauteile kehren zurück.",
    refused: (wrong: number, all: number, why: string): string =>
      `Nichts wurde geändert: ${counted(wrong)} von ${counted(all)} Bauteilen lassen das nicht zu. ${why}`,
    refusal: (field: string, why: string): string => `${field}: ${why}`,
    valueOf: (field: string): string => `Wert von ${field}`,
    change: (field: string): string => `${field} ändern`,
    own: "Von Ihnen geändert, nicht veröffentlicht",
    words: { true: "ja", false: "nein" } as Readonly<Record<string, string>>,
    add: "Eigenschaft hinzufügen",
    addSet: "Eigenschaftssatz",
    addName: "Eigenschaft",
    addValue: "Wert",
    removeProperty: (field: string): string => `${field} entfernen`,
    addCode: "Code hinzufügen",
    codeHint: "Code",
    unknownCode: "Keine Bibliothek des Projekts enthält diesen Code.",
    severalCodes: "Mehrere Bibliotheken enthalten ihn; welcher ist gemeint?",
    removeCode: (code: string): string => `Code ${code} entfernen`
  },
  members: {
    open: "Rollen",
    title: "Rollen in diesem Modell",
    about:
      "Alle Mitglieder des Projekts mit der Rolle, die hier gilt. Weitere fügen Sie unter „Mitglieder“ des Projekts hinzu.",
    you: "Sie",
    roles: {
      Owner: "Eigentümer",
      Modeler: "Modellierer",
      DataEditor: "Datenbearbeiter",
      Viewer: "Betrachter",
      NoAccess: "Kein Zugriff"
    } as Readonly<Record<string, string>>,
    roleFor: (name: string): string => `Rolle für ${name}`,
    give: "Zuweisen",
    giveTo: (name: string): string => `${name} die Rolle zuweisen`,
    given: "Zugewiesen.",
    stays: (role: string): string => `Zugewiesen, es gilt aber weiterhin ${role}.`,
    take: "Entziehen",
    takeFrom: (name: string): string => `${name} die Rolle entziehen`,
    taken: "Entzogen.",
    noneGiven: "Diesem Mitglied wurde in diesem Modell keine Rolle zugewiesen."
  },
  versions: {
    title: "Versionen",
    newFile: "Neue Datei",
    newFileAbout:
      "Bauteile werden über die GlobalId zugeordnet, veröffentlichte Änderungen bleiben erhalten, und was in der Datei fehlt, wird gelöscht.",
    show: "Anzeigen",
    shown: "Angezeigt",
    changes: "Änderungen",
    changesOf: (title: string): string => `Änderungen von ${title}`,
    against: "Verglichen mit",
    counts: (cells: number, added: number | null, deleted: number): string =>
      [
        cells === 1 ? "1 Wert geändert" : `${counted(cells)} Werte geändert`,
        ...(added !== null && added > 0 ? [`${counted(added)} neu`] : []),
        ...(deleted > 0 ? [`${counted(deleted)} gelöscht`] : []),
        ...(added === null ? ["Anzahl neuer Bauteile unbekannt"] : [])
      ].join(", "),
    kind: "Art der Änderung",
    kinds: { all: "Alle Änderungen", added: "Neu", changed: "Geändert", deleted: "Gelöscht" },
    search: "Änderungen durchsuchen",
    unchanged: "unverändert",
    same: "Es gibt keine Unterschiede.",
    count: (count: number): string => (count === 1 ? "1 Änderung" : `${counted(count)} Änderungen`),
    more: (count: string): string => `Mehr von ${count} anzeigen`,
    searched: (part: string, all: string): string =>
      `Durchsucht: die ersten ${part} von ${all}. Zeigen Sie mehr an, um auch diese zu durchsuchen.`,
    coloured: (part: string, all: string): string => `Eingefärbt: Bauteile der ersten ${part} von ${all} Änderungen.`,
    older: (count: string): string => `${count} ältere.`,
    olderNote: "Sie sehen eine ältere Version; die Mengen sind die der neuesten.",
    latest: "Neueste anzeigen"
  },
  export: {
    title: "IFC-Export",
    about: "Die neueste veröffentlichte Version: die ursprüngliche Datei mit allen veröffentlichten Änderungen.",
    unpublished: "Ihre unveröffentlichten Änderungen sind nicht enthalten; veröffentlichen Sie sie zuerst.",
    start: "Datei erstellen",
    busy: (percent: number): string => `Datei wird geschrieben, ${inPercent(percent)}`,
    done: "Die Datei ist fertig.",
    download: "IFC herunterladen",
    report: "Was geschrieben wurde"
  },
  sheet,
  stage,
  workspace
}
