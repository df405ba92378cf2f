import { counted } from "../../words/Format.ts"

/** The words that every project offers for states and kinds. */
const usual: ReadonlyMap<string, string> = new Map([
  ["Open", "Offen"],
  ["In Progress", "In Bearbeitung"],
  ["Resolved", "Gelöst"],
  ["Closed", "Geschlossen"],
  ["Issue", "Mangel"],
  ["Clash", "Kollision"],
  ["Request", "Anfrage"],
  ["Remark", "Hinweis"]
])

/** German texts about topics. */
export const words = {
  wordOf: (word: string): string => usual.get(word) ?? word,
  title: "Themen",
  about:
    "Themen sind Mängel und Fragen zu den Modellen, jeweils mit Ansichten davon. Andere Programme tauschen sie als BCF aus.",
  none: "Noch keine Themen",
  noneHint:
    "Erstellen Sie eines aus der Ansicht eines Modells oder importieren Sie eine BCF-Datei eines anderen Programms.",
  noneMatch: "Kein Thema entspricht diesen Filtern.",
  list: "Liste der Themen",
  filters: "Filter der Themen",
  text: "Suchtext",
  status: "Status",
  anyStatus: "Jeder Status",
  assigned: "Zugewiesen an",
  anybody: "Alle Personen",
  nobody: "Niemand",
  noStatus: "Kein Status",
  first: (most: number): string => `Nur die neuesten ${counted(most)} Themen sind aufgeführt.`,
  forPerson: (name: string): string => `für ${name}`,
  due: (day: string): string => `fällig am ${day}`,
  made: (name: string, time: string): string => `von ${name}, ${time}`,
  import: ".bcfzip importieren",
  export: ".bcfzip exportieren",
  imported: (created: number, changed: number): string =>
    `Importiert: ${counted(created)} neu, ${counted(changed)} geändert.`,
  back: "Alle Themen",
  new: "Neues Thema aus dieser Ansicht",
  newAbout:
    "Kamera, Auswahl, ausgeblendete Bauteile, Schnitte und ein Bild der Ansicht werden mit dem Thema gespeichert.",
  newBare: "Die Ansicht ist nicht geöffnet; das Thema hat deshalb keine Ansicht.",
  name: "Titel",
  description: "Beschreibung",
  type: "Art",
  noType: "Keine Art",
  dueDate: "Fälligkeitsdatum",
  edit: "Thema bearbeiten",
  remove: "Thema löschen",
  removeAbout: "Auch seine Kommentare und Ansichten werden gelöscht. Das kann nicht rückgängig gemacht werden.",
  picture: (n: number): string => `Bild der Ansicht ${n}`,
  show: "Diese Ansicht zeigen",
  shown: "Die Ansicht wird gezeigt.",
  colors: "Farben dieser Ansicht",
  openIn: "In einem Modell öffnen",
  losses: {
    roll: "Die Kamera dieser Ansicht ist seitlich gekippt; hier steht sie gerade.",
    fieldOfView: "Diese Ansicht hat einen anderen Blickwinkel.",
    orthogonal: "Diese Ansicht ist eine Parallelprojektion; hier wird sie perspektivisch gezeigt.",
    planes: "Diese Ansicht hat mehr Schnitte, als gezeigt werden können.",
    transparency: "Farben dieser Ansicht sind durchscheinend; hier sind sie es nicht.",
    drawings: "Linien und Bilder in dieser Ansicht werden nicht gezeigt.",
    products: "Einige Bauteile dieser Ansicht sind nicht in diesem Modell."
  },
  comments: "Kommentare",
  noComments: "Noch keine Kommentare",
  comment: "Kommentar",
  send: "Kommentar hinzufügen"
}
