import { counted, timed } from "../../../words/Format.ts"

/** German texts of the models of a project. */
export const words = {
  cards: {
    list: "Modelle des Projekts",
    order: "Sortieren",
    orders: { name: "Nach Name", date: "Neueste zuerst", size: "Größte zuerst" },
    view: "Darstellen als",
    views: { cards: "Karten", list: "Liste" },
    pin: "Anheften",
    pinOf: (name: string): string => `${name} anheften`,
    pinHint: "Angeheftete Modelle stehen oben, nur in diesem Browser",
    picture: "Bild",
    name: "Name",
    version: "Version",
    changed: "Geändert",
    by: "Von",
    products: "Bauteile",
    size: "Größe",
    schema: "Schema",
    tags: "Tags",
    changedBy: (at: string, person: string): string => `${timed(at)} von ${person}`,
    countOf: (products: number): string => (products === 1 ? "1 Bauteil" : `${counted(products)} Bauteile`),
    waiting: "Wartet auf den Import",
    importing: "Wird importiert",
    newFileWaiting: "Eine neue Datei wartet auf den Import",
    newFileImporting: "Eine neue Datei wird importiert",
    failed: "Der Import ist fehlgeschlagen",
    newFileFailed: "Die letzte neue Datei konnte nicht importiert werden",
    startedBy: (at: string, person: string): string => `${timed(at)} von ${person}`,
    hide: "Ausblenden",
    hideOf: (name: string): string => `Fehlgeschlagenen Import von ${name} ausblenden`
  }
}
