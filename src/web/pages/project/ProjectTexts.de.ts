import { counted } from "../../words/Format.ts"

/** German texts of a project's page. */
export const words = {
  actions: "Aktionen",
  deleting: (name: string): string => `${name} löschen?`,
  project: {
    title: "Projekt",
    parts: "Bereiche des Projekts",
    edit: "Projekt bearbeiten",
    remove: "Projekt löschen",
    removeAbout: (name: string): string =>
      `${name} wird mit allen Modellen, Dateien, Bibliotheken und Mitgliedern gelöscht. Das kann nicht rückgängig gemacht werden.`,
    tabs: {
      models: "Modelle",
      products: "Bauteile",
      members: "Mitglieder",
      sets: "Eigenschaftssätze",
      materials: "Materialien",
      locations: "Räumliche Struktur",
      codes: "Klassifikation",
      requirements: "Anforderungen",
      topics: "Themen",
      operations: "Vorgänge",
      webhooks: "Webhooks"
    }
  },
  scene: { open: "Alle Modelle in 3D" },
  sample: {
    about:
      "Ein Gebäude zum Ansehen, Filtern, Bearbeiten und Exportieren. Ihre eigenen Dateien werden zu Modellen in Ihren eigenen Projekten."
  },
  models: {
    none: "Noch keine Modelle",
    noneHint: "Wählen Sie oben eine Datei aus oder legen Sie sie dort ab: IFC oder ein Archiv davon.",
    noneRead: "Eigentümer und Bearbeiter des Projekts laden Modelle hoch.",
    removeAbout:
      "Bauteile, Versionen und Bibliotheken des Modells werden mit gelöscht. Die räumliche Struktur bleibt. Das kann nicht rückgängig gemacht werden."
  },
  members: {
    subject: "Benutzerkennung",
    role: "Rolle",
    you: "Sie",
    add: "Mitglied hinzufügen",
    addAbout:
      "Jeder findet seine Benutzerkennung im Kontomenü der Seite. Auch wer sich noch nie angemeldet hat, kann hinzugefügt werden.",
    change: (name: string): string => `Rolle von ${name}`,
    mayNot: "Eigentümer des Projekts verwalten die Mitglieder. Sie können das Projekt verlassen.",
    removeAbout: "Das Mitglied hat danach keinen Zugriff mehr auf dieses Projekt.",
    leaveAbout: "Sie haben danach keinen Zugriff mehr auf dieses Projekt."
  },
  libraries: {
    mayNot: "Sie haben Lesezugriff: Eigentümer und Bearbeiter des Projekts können hier etwas ändern.",
    new: "Neue Bibliothek",
    source: "Quelle",
    edition: "Ausgabe",
    uri: "URI",
    removeAbout:
      "Der gesamte Inhalt wird mit gelöscht, auch die Zuordnungen zu Bauteilen. Das kann nicht rückgängig gemacht werden."
  },
  sets: {
    new: "Neuer Eigenschaftssatz",
    change: "Eigenschaftssatz bearbeiten",
    none: "Noch keine Eigenschaftssätze",
    noneHint: "Ein Eigenschaftssatz ergänzt die Eigenschaften der Dateien für die Klassen, die er nennt.",
    types: "Gilt für",
    typesHint: "Klassen, durch Semikolon getrennt, zum Beispiel IfcDoor; IfcWall.PARTITIONING. Leer: alle Klassen.",
    everything: "alle Klassen",
    newProperty: "Neue Eigenschaft",
    changeProperty: "Eigenschaft bearbeiten",
    dataType: "Datentyp",
    dataTypes: {
      String: "Text",
      Integer: "Ganze Zahl",
      Real: "Zahl",
      Boolean: "Ja oder nein",
      Enumeration: "Auswahlliste"
    } as Readonly<Record<string, string>>,
    unit: "Einheit",
    unitHint: "Nur für Zahlen, zum Beispiel mm, m², kW oder Monate.",
    measure: "Messgröße",
    measureHint: "Was die Zahl misst, zum Beispiel length, area oder volume. Leer: eine bloße Zahl.",
    words: "Zulässige Werte",
    wordsHint: "Nur für Auswahllisten: ein Wert pro Zeile.",
    removeAbout: "Seine Eigenschaften werden mit gelöscht, samt den eingegebenen Werten.",
    removePropertyAbout: "Die eingegebenen Werte werden mit gelöscht; es gilt wieder, was in der Datei steht."
  },
  materials: {
    new: "Neues Material",
    change: "Material bearbeiten",
    none: "Noch keine Materialien",
    noneHint: "Modelle bringen ihre Materialien mit; eigene legen Sie in einer Bibliothek an.",
    category: "Kategorie",
    color: "Farbe",
    colorHint: "#RRGGBB",
    removeAbout: "Die Zuordnungen zu Bauteilen gehen verloren."
  },
  locations: {
    new: "Neuer Ort",
    change: "Ort bearbeiten",
    below: "Hinzufügen",
    noneHint: "Modelle bringen Grundstücke, Gebäude, Geschosse und Räume mit.",
    type: "Art",
    parent: "Liegt in",
    top: "Oberste Ebene",
    removeAbout: "Alles darunter wird mit gelöscht; die Bauteile darin sind dann keinem Ort zugeordnet."
  },
  codes: {
    new: "Neuer Code",
    change: "Code bearbeiten",
    none: "Noch keine Klassifikationen",
    noneHint: "Modelle bringen ihre Klassifikationen mit; eigene legen Sie in einer Bibliothek an.",
    noneHere: "Diese Bibliothek enthält noch keine Codes.",
    library: "Bibliothek",
    countOf: (codes: number): string => (codes === 1 ? "1 Code" : `${counted(codes)} Codes`),
    ofModel: "Modell",
    published: "Veröffentlicht",
    identification: "Code",
    parent: "Übergeordnet",
    parentHint: "Der Code, unter dem dieser steht; leer: oberste Ebene.",
    below: "Hinzufügen",
    removeAbout: "Untergeordnete Codes rücken eine Ebene nach oben; die Zuordnungen zu Bauteilen gehen verloren."
  }
}
