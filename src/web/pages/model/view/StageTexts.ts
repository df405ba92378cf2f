import { counted, inPercent } from "../../../Texts.ts"

/** Texts of the view and its tools; part of those of the model's page. */
export const stage = {
  places: "Places",
  types: { Building: "Building", Floor: "Storey", Site: "Site", Space: "Room" } as Readonly<Record<string, string>>,
  filterPlace: "Only what is here, in table and view",
  cutPlace: (name: string): string => `Cut at ${name}`,
  color: "Colour by",
  own: "own colours",
  by: {
    Class: "Class",
    "SpatialLocation.Floor": "Storey",
    "MaterialLayerSet.Name": "Material"
  } as Readonly<Record<string, string>>,
  properties: "Properties",
  moreProperties: (count: string): string => `${count} more: choose them as columns first.`,
  suspects: "Suspects",
  noSuspects: "Suspects are not marked:",
  notMatched: "The view shows more than the filters leave:",
  notSuspect: "not suspect",
  legend: "Legend",
  noColor: "Own colours again",
  others: "others",
  alone: "Shows these alone, or all again",
  broken: "The colours could not be read.",
  sections: "Sections",
  planeAt: (axis: string): string => `Section along ${axis}`,
  flip: "Flip",
  flipped: (axis: string): string => `Flip the section along ${axis}`,
  undo: "Undo",
  undoAbout: "Takes the last hiding, isolating or fading back",
  snaps: "Measuring snaps to corners and edges; the last five ways stay drawn.",
  lost: "The browser took the graphics away; the view comes back as soon as it has them again.",
  shapeless: (count: number, all: number): string =>
    all === 1
      ? "The selected product has no shape to show."
      : `${counted(count)} of ${counted(all)} selected have no shape to show.`,
  emptied: "What the filters leave has no shape to show; the table has it.",
  faults: {
    NoWebGL: "The browser has no WebGL 2.",
    Damaged: "The file of shapes is damaged: import the model again.",
    NotLoaded: "The file of shapes could not be loaded."
  } as Readonly<Record<string, string>>,
  agreement: "Authored beside computed",
  agreementColumns: ["authored", "computed", `±${inPercent(1)}`, `±${inPercent(20)}`, "suspect"],
  showSuspects: (count: number, name: string): string => `Show ${counted(count)} suspect ${name}`,
  showInView: "Show suspects in the view",
  suspectOf: (measures: string): string => `Suspect: ${measures}`,
  askWhy: "Why?",
  reasons: {
    notPositive: (value: string): string => `the file says ${value}, which is not positive.`,
    netAboveGross: (net: string, gross: string): string => `net ${net} is above gross ${gross}.`,
    farFromShape: (value: string, shape: string): string => `the file says ${value}, the shape gives ${shape}.`,
    farOrTwice: (value: string): string =>
      `the file says ${value}, which is more than a fifth away from what the shape gives, or it says two values.`,
    twice: (value: string): string => `the file says ${value}, and another value in the same set.`,
    unknown: "the value is gone."
  },
  whySuspect:
    "The file's own value is not positive, is net above gross, stands twice with different values, or is far from what the shape gives."
}
