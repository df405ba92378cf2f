/** German texts of the panels around the view; part of those of the model's page. */
export const workspace = {
  panels: "Bereiche",
  docks: { places: "Struktur", models: "Modelle", table: "Tabelle", details: "Details" },
  resize: (name: string): string => `Größe von ${name}`,
  resizeAbout:
    "Ziehen oder Pfeiltasten drücken; die Eingabetaste klappt den Bereich ein, ein Doppelklick stellt seine Größe wieder her",
  full: "Vollbild",
  fullEnd: "Vollbild beenden"
}
