import { counted, megabytes } from "../../words/Format.ts"
import type { Method } from "./Alignment.ts"

const models = (count: number): string => (count === 1 ? "1 Modell" : `${counted(count)} Modelle`)

/** German texts of the page that shows the models of a project together. */
export const words = {
  title: "Alle Modelle",
  canvas: (count: number): string =>
    `${models(count)} in 3D: Pfeiltasten drehen, Plus und Minus vergrößern und verkleinern, F passt ein, Pos1 geht zurück, die Eingabetaste wählt aus, was in der Mitte liegt`,
  empty: "Dieses Projekt enthält noch keine Modelle.",
  nothing: "Kein Modell ist geladen. Laden Sie eines aus der Liste der Modelle.",
  all: "Alle Modelle zeigen",
  byModel: "Modell",
  colorByModel: "Nach Modell einfärben",
  shown: (name: string): string => `${name} zeigen`,
  alone: (name: string): string => `Nur ${name} zeigen`,
  load: "Laden",
  loadOf: (name: string): string => `${name} laden`,
  takeOut: (name: string): string => `${name} entfernen`,
  products: (count: number): string => (count === 1 ? "1 Bauteil" : `${counted(count)} Bauteile`),
  waiting: "Wartet",
  loading: (bytes: number, all: number): string => `Wird geladen, ${megabytes(bytes)} von ${megabytes(all)}`,
  unpacking: "Wird entpackt …",
  progress: (name: string): string => `${name} geladen`,
  shapeless: "Dieses Modell enthält keine Geometrie.",
  notChosen: "Nicht geladen",
  tooLarge: (needed: number, left: number): string =>
    `Nicht geladen: Die Geometrie braucht etwa ${megabytes(needed)} Arbeitsspeicher, frei sind noch ${megabytes(left)}. Entfernen Sie zuerst ein anderes Modell.`,
  tooMany: (most: number): string =>
    `Nicht geladen: Zusammen werden höchstens ${models(most)} gezeigt. Entfernen Sie zuerst ein anderes.`,
  notLoaded: "Nicht geladen:",
  first: "Die übrigen Modelle stehen im Bezug zu diesem.",
  place: "Lage",
  placeOf: (name: string): string => `Lage von ${name}`,
  methods: {
    map: "nach Georeferenzierung",
    site: "nach Grundstück",
    coordinates: "nach Koordinaten",
    origin: "am Ursprung"
  } satisfies Readonly<Record<Method, string>>,
  nowhere: "Die Datei enthält weder eine Georeferenzierung noch eine Lage des Grundstücks.",
  otherMaps: (one: string, other: string): string => `Es ist in ${one} georeferenziert, das erste Modell in ${other}.`,
  far: {
    map: (away: string, name: string): string => `Nach seiner Georeferenzierung liegt es ${away} von ${name} entfernt.`,
    site: (away: string, name: string): string => `Nach seinem Grundstück liegt es ${away} von ${name} entfernt.`,
    coordinates: (away: string, name: string): string =>
      `Nach seinen Koordinaten liegt es ${away} von ${name} entfernt.`,
    origin: (away: string, name: string): string => `Es liegt ${away} von ${name} entfernt.`
  } satisfies Readonly<Record<Method, (away: string, name: string) => string>>,
  inMiddle: (name: string): string => `Es steht in der Mitte von ${name}.`,
  noSelection: "Wählen Sie ein Bauteil in der Ansicht oder der Tabelle aus, um seine Eigenschaften zu sehen.",
  several: (products: number, among: number): string =>
    `${counted(products)} Bauteile in ${among === 1 ? "1 Modell" : `${counted(among)} Modellen`} sind ausgewählt; dies ist das zuletzt gewählte.`,
  of: "in",
  openIn: (name: string): string => `In ${name} öffnen`,
  gone: "Dieses Bauteil gehört zu einem Modell, das nicht im Projekt ist."
}
