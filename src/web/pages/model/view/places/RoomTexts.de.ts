import { counted } from "../../../../words/Format.ts"

/** German texts about rooms; part of those of the model's page. */
export const rooms = {
  title: "Räume",
  none: "Dieses Modell enthält keine Räume",
  count: (count: number): string => (count === 1 ? "1 Raum" : `${counted(count)} Räume`),
  heads: { number: "Nummer", name: "Name", area: "Bodenfläche", products: "Bauteile" },
  noStorey: "Ohne Geschoss",
  stated: (stated: number, all: number): string => `${counted(stated)} von ${counted(all)} mit Fläche in der Datei`,
  show: (name: string): string => `Raum ${name} zeigen`,
  inside: (name: string): string => `Bauteile in ${name} filtern`,
  copy: "Tabelle kopieren",
  colors: { "!rooms": "Räume nach Namen", "!room-areas": "Räume nach Fläche" } as Readonly<Record<string, string>>
}
