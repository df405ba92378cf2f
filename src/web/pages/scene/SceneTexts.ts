import { counted, megabytes } from "../../words/Format.ts"
import { inLanguage } from "../../words/Words.ts"
import type { Method } from "./Alignment.ts"

/** English texts of the page that shows the models of a project together. */
export const words = {
  title: "All models",
  canvas: (count: number): string =>
    `${count === 1 ? "1 model" : `${counted(count)} models`} in 3D: arrows turn them, plus and minus come nearer, F fits, Home goes back, Enter takes what is in the middle`,
  empty: "This project has no models yet.",
  nothing: "No model is loaded. Load one from the list of models.",
  all: "Show all models",
  byModel: "Model",
  colorByModel: "Colour by model",
  shown: (name: string): string => `Show ${name}`,
  alone: (name: string): string => `Show only ${name}`,
  load: "Load",
  loadOf: (name: string): string => `Load ${name}`,
  takeOut: (name: string): string => `Take ${name} out`,
  products: (count: number): string => (count === 1 ? "1 product" : `${counted(count)} products`),
  waiting: "Waiting",
  loading: (bytes: number, all: number): string => `Loading, ${megabytes(bytes)} of ${megabytes(all)}`,
  unpacking: "Unpacking…",
  progress: (name: string): string => `${name} loaded`,
  shapeless: "It has no shapes to show.",
  notChosen: "Not loaded",
  tooLarge: (needed: number, left: number): string =>
    `Not loaded: its shapes need about ${megabytes(needed)} of memory, and ${megabytes(left)} are left. Take another model out first.`,
  tooMany: (most: number): string =>
    `Not loaded: a scene has at most ${counted(most)} models. Take another one out first.`,
  notLoaded: "Not loaded:",
  first: "The other models stand in relation to this one.",
  place: "Place",
  placeOf: (name: string): string => `Place of ${name}`,
  methods: {
    map: "as its map says",
    site: "as its site says",
    coordinates: "as its coordinates say",
    origin: "at the origin"
  } satisfies Readonly<Record<Method, string>>,
  nowhere: "The file gives neither a map nor a site.",
  otherMaps: (one: string, other: string): string => `Its map is in ${one}, that of the first model in ${other}.`,
  far: {
    map: (away: string, name: string): string => `By its map it lies ${away} from ${name}.`,
    site: (away: string, name: string): string => `By its site it lies ${away} from ${name}.`,
    coordinates: (away: string, name: string): string => `By its coordinates it lies ${away} from ${name}.`,
    origin: (away: string, name: string): string => `It lies ${away} from ${name}.`
  } satisfies Readonly<Record<Method, (away: string, name: string) => string>>,
  inMiddle: (name: string): string => `It stands in the middle of ${name}.`,
  noSelection: "Select a product in the picture or the table to see its properties.",
  several: (products: number, models: number): string =>
    `${counted(products)} products in ${models === 1 ? "1 model" : `${counted(models)} models`} are selected; this is the last one.`,
  of: "in",
  openIn: (name: string): string => `Open in ${name}`,
  gone: "This product is in a model that is not in the project."
} as const

/** All texts of the page that shows the models of a project together. */
export const texts = inLanguage(words, (german) => german.scene)
