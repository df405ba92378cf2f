import { counted, inPercent } from "../../../Texts.ts"

/** Texts of the view and its tools; part of those of the model's page. */
export const stage = {
  places: "Locations",
  filterPlace: "Only what is here, in table and view",
  cutPlace: (name: string): string => `Cut at ${name}`,
  color: "Colour by",
  colorAbout: "Colour the products by a property",
  own: "original colours",
  by: {
    Class: "Class",
    "SpatialLocation.Floor": "Storey",
    "MaterialLayerSet.Name": "Material"
  } as Readonly<Record<string, string>>,
  topic: "Colours of the topic",
  check: { colors: "Result of the check", fails: "Fails", passes: "Does not fail" },
  suspects: "Suspects",
  noSuspects: "Suspects are not marked:",
  notMatched: "The view shows more than the filters leave:",
  notSuspect: "not suspect",
  legend: "Legend",
  noColor: "Original colours",
  others: "others",
  alone: "Shows these alone, or all again",
  broken: "The values for the colours could not be loaded.",
  tools: {
    home: { name: "Home", about: "Show the whole model from its first viewpoint" },
    fit: { name: "Fit", about: "Show all of the selection, or of the model" },
    views: { name: "Views", about: "Look from the front, from above, …" },
    hide: { name: "Hide", about: "Hide what is selected" },
    isolate: { name: "Isolate", about: "Show only what is selected" },
    fade: { name: "Ghost others", about: "Make everything else transparent" },
    showAll: { name: "Show all", about: "End hiding, isolating and ghosting" },
    undo: { name: "Undo", about: "Undo the last hiding, isolating or ghosting" },
    rooms: { name: "Rooms", about: "Show the rooms as well" },
    measure: { name: "Measure", about: "Measure between two points; corners and edges attract the pointer" },
    section: { name: "Section", about: "Cut the model across an axis, along a face, or outside a box" }
  },
  hideOf: (name: string): string => `Hide ${name}`,
  isolateOf: (name: string): string => `Isolate ${name}`,
  loadingShapes: "Geometry loaded",
  unpacking: "Unpacking the geometry…",
  drawingShapes: "Geometry drawn",
  drawing: (products: string, part: string): string => `Drawing ${products} products, ${part}`,
  drawer: "Tools",
  directions: { front: "Front", right: "Right", back: "Back", left: "Left", top: "Top", bottom: "Bottom" },
  directionAbout: "Look from this side",
  planeAt: (name: string): string => `Section along ${name}`,
  inMetres: (text: string): string => `${text} in metres`,
  flip: "Flip",
  flipped: (axis: string): string => `Flip the section along ${axis}`,
  face: (n: number): string => `Face ${n}`,
  removeSection: (name: string): string => `Remove the section along ${name}`,
  byFace: "By a face",
  byFaceAbout: "The next click on the model cuts along the face that it hits",
  takeFace: "Click a face of the model: what lies above it is cut away. Enter takes the middle.",
  from: (axis: string): string => `${axis} from`,
  to: (axis: string): string => `${axis} to`,
  box: "Box",
  boxAbout: "Shows only what is inside a box, at first around the selection or the model",
  boxAt: (side: string): string => `Box, ${side}`,
  noSections: "No sections",
  snaps: "Measuring snaps to corners and edges; the last five ways stay drawn.",
  lost: "The browser took the graphics away; the view comes back as soon as it has them again.",
  shapeless: (count: number, all: number): string =>
    all === 1
      ? "The selected product has no shape to show."
      : `${counted(count)} of ${counted(all)} selected have no shape to show.`,
  emptied: "What the filters leave has no shape to show; the table has it.",
  faults: {
    NoWebGL: "The browser has no WebGL 2.",
    Damaged: "The geometry file is damaged: import the model again.",
    NotLoaded: "The geometry file could not be loaded."
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
