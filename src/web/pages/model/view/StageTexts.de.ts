import { counted, inPercent } from "../../../words/Format.ts"

/** German texts of the view and its tools; part of those of the model's page. */
export const stage = {
  places: "Räumliche Struktur",
  filterPlace: "Nur zeigen, was hier liegt, in Tabelle und Ansicht",
  cutPlace: (name: string): string => `Bei ${name} schneiden`,
  color: "Einfärben nach",
  colorAbout: "Bauteile nach einer Eigenschaft einfärben",
  own: "Originalfarben",
  by: {
    Class: "Klasse",
    "SpatialLocation.Floor": "Geschoss",
    "MaterialLayerSet.Name": "Material"
  } as Readonly<Record<string, string>>,
  topic: "Farben des Themas",
  check: { colors: "Ergebnis der Prüfung", fails: "Nicht bestanden", passes: "Ohne Abweichung" },
  suspects: "Auffällige Werte",
  noSuspects: "Auffällige Werte sind nicht markiert:",
  notMatched: "Die Ansicht zeigt mehr, als die Filter übrig lassen:",
  notSuspect: "unauffällig",
  legend: "Legende",
  noColor: "Wieder Originalfarben",
  others: "übrige",
  alone: "Nur diese zeigen oder wieder alle",
  broken: "Die Werte für die Farben konnten nicht geladen werden.",
  tools: {
    home: { name: "Start", about: "Das ganze Modell wie am Anfang zeigen" },
    fit: { name: "Einpassen", about: "Die Auswahl oder das ganze Modell einpassen" },
    views: { name: "Ansichten", about: "Von vorn, von oben … ansehen" },
    hide: { name: "Ausblenden", about: "Ausgewählte Bauteile ausblenden" },
    isolate: { name: "Isolieren", about: "Nur ausgewählte Bauteile zeigen" },
    fade: { name: "Transparent", about: "Alle übrigen Bauteile transparent darstellen" },
    showAll: { name: "Alle zeigen", about: "Ausblenden, Isolieren und Transparenz beenden" },
    undo: { name: "Rückgängig", about: "Letztes Ausblenden, Isolieren oder Transparentstellen rückgängig machen" },
    rooms: { name: "Räume", about: "Auch die Räume zeigen" },
    measure: { name: "Messen", about: "Zwischen zwei Punkten messen; Ecken und Kanten werden gefangen" },
    section: { name: "Schnitt", about: "Modell quer zu einer Achse, entlang einer Fläche oder mit einer Box schneiden" }
  },
  hideOf: (name: string): string => `${name} ausblenden`,
  isolateOf: (name: string): string => `${name} isolieren`,
  loadingShapes: "Geladene Geometrie",
  unpacking: "Geometrie wird entpackt …",
  drawingShapes: "Gezeichnete Geometrie",
  drawing: (products: string, part: string): string => `${products} Bauteile werden gezeichnet, ${part}`,
  drawer: "Werkzeuge",
  directions: { front: "Vorn", right: "Rechts", back: "Hinten", left: "Links", top: "Oben", bottom: "Unten" },
  directionAbout: "Von dieser Seite ansehen",
  planeAt: (name: string): string => `Schnitt entlang ${name}`,
  inMetres: (text: string): string => `${text} in Metern`,
  flip: "Umkehren",
  flipped: (axis: string): string => `Schnitt entlang ${axis} umkehren`,
  face: (n: number): string => `Fläche ${n}`,
  removeSection: (name: string): string => `Schnitt entlang ${name} entfernen`,
  byFace: "An einer Fläche",
  byFaceAbout: "Der nächste Klick auf das Modell schneidet entlang der getroffenen Fläche",
  takeFace:
    "Klicken Sie auf eine Fläche des Modells: Was darüber liegt, wird weggeschnitten. Die Eingabetaste nimmt die Mitte.",
  from: (axis: string): string => `${axis} von`,
  to: (axis: string): string => `${axis} bis`,
  box: "Box",
  boxAbout: "Nur zeigen, was in einer Box liegt, zu Beginn um die Auswahl oder das Modell",
  boxAt: (side: string): string => `Box, ${side}`,
  noSections: "Keine Schnitte",
  snaps: "Beim Messen werden Ecken und Kanten gefangen; die letzten fünf Strecken bleiben sichtbar.",
  lost: "Der Browser hat die Grafik beendet; die Ansicht kehrt zurück, sobald er sie wieder bereitstellt.",
  shapeless: (count: number, all: number): string =>
    all === 1
      ? "Das ausgewählte Bauteil hat keine Geometrie."
      : `${counted(count)} von ${counted(all)} ausgewählten Bauteilen haben keine Geometrie.`,
  emptied: "Was die Filter übrig lassen, hat keine Geometrie; in der Tabelle ist es zu sehen.",
  faults: {
    NoWebGL: "Der Browser unterstützt kein WebGL 2.",
    Damaged: "Die Geometriedatei ist beschädigt: Importieren Sie das Modell erneut.",
    NotLoaded: "Die Geometriedatei konnte nicht geladen werden."
  } as Readonly<Record<string, string>>,
  agreement: "Mengen der Datei und berechnete Mengen",
  agreementColumns: ["Datei", "berechnet", `±${inPercent(1)}`, `±${inPercent(20)}`, "auffällig"],
  showSuspects: (count: number, name: string): string => `${counted(count)} auffällige ${name} zeigen`,
  showInView: "Auffällige Werte in der Ansicht zeigen",
  suspectOf: (measures: string): string => `Auffällig: ${measures}`,
  askWhy: "Warum?",
  reasons: {
    notPositive: (value: string): string => `in der Datei steht ${value}, das ist nicht positiv.`,
    netAboveGross: (net: string, gross: string): string => `netto ${net} ist mehr als brutto ${gross}.`,
    farFromShape: (value: string, shape: string): string =>
      `in der Datei steht ${value}, die Geometrie ergibt ${shape}.`,
    farOrTwice: (value: string): string =>
      `in der Datei steht ${value}; das weicht um mehr als ein Fünftel von der Geometrie ab, oder es stehen zwei Werte da.`,
    twice: (value: string): string => `in der Datei steht ${value} und im selben Satz ein weiterer Wert.`,
    unknown: "den Wert gibt es nicht mehr."
  },
  whySuspect:
    "Der Wert der Datei ist nicht positiv, netto größer als brutto, zweimal verschieden angegeben oder weit von dem entfernt, was die Geometrie ergibt."
}
