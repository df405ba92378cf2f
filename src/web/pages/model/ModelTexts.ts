import { texts as shared } from "../../Texts.ts"
import { counted, inPercent, kilobytes } from "../../words/Format.ts"
import { inLanguage } from "../../words/Words.ts"
import { measures, quantities } from "./quantities/QuantityTexts.ts"
import { filters } from "./filter/FilterTexts.ts"
import { rooms } from "./view/places/RoomTexts.ts"
import { sheet } from "./SheetTexts.ts"
import { stage } from "./view/StageTexts.ts"
import { workspace } from "./workspace/WorkspaceTexts.ts"

/** English texts of the model's page. */
export const words = {
  fields: {
    "SpatialLocation.Building": "Building",
    "SpatialLocation.Floor": "Storey",
    "SpatialLocation.Space": "Room",
    "MaterialLayerSet.Name": "Material set",
    "MaterialLayerSet.Layers": "Layers"
  } as Readonly<Record<string, string>>,
  view: {
    title: "View",
    none: "This model has no shapes to show.",
    noView: "The model cannot be shown in 3D here; everything else works.",
    loading: (bytes: number, all: number): string => `Loading geometry, ${kilobytes(bytes)} of ${kilobytes(all)}`,
    canvas: (name: string): string =>
      `${name} in 3D: arrows turn it, plus and minus come nearer, F fits, Home goes back, Enter takes what is in the middle`,
    tools: "View tools",
    measureFrom: "Choose the first point: click it, or press Enter to take the middle.",
    measuredFrom: {
      vertex: "The first point is a corner.",
      edge: "The first point is on an edge.",
      face: "The first point is on a face."
    },
    measureTo: "Choose the second point.",
    measured: (distance: string, level: string, rise: string): string =>
      `${distance}; ${level} along the ground, ${rise} upwards`,
    picture: (name: string): string => `Picture of ${name}`,
    project: "Project",
    model: "Model",
    link: "Copy link",
    more: "More",
    readOnly: "You read this model: its data editors, modelers and owners change it"
  },
  grid: {
    title: "Products",
    count: (number: string, count: number): string => (count === 1 ? "1 product" : `${number} products`),
    none: "This model has no products",
    noMatch: "No product matches",
    noMatchHint: "Take a filter away to see more.",
    width: (name: string): string => `Width of ${name}`,
    several: "Select several",
    severalAbout: "Each press in table or view adds a product or takes it away; Escape ends it",
    all: "Select all",
    allAbout: "All products that the filters leave; with Shift, a range",
    selected: (count: string): string => `${count} selected.`,
    cutInLink: (most: number): string => `A link carries the last ${counted(most)}.`,
    copy: (count: number): string => (count < 2 ? "Copy row" : `Copy ${counted(count)} rows`)
  },
  products: {
    openIn: (name: string): string => `Open in ${name}`,
    units: "Numbers of several models are shown and compared in SI units."
  },
  saveAs: {
    title: "Save as",
    table: "Save as: table",
    quantities: "Save as: quantities",
    formats: { csv: "CSV", xlsx: "Excel", parquet: "Parquet" },
    busy: "Writing the file…"
  },
  columns: {
    title: "Columns",
    last: "A table has one column at least."
  },
  filters,
  panels: {
    title: "Details",
    properties: "Properties",
    quantities: "Quantities",
    rooms: "Rooms",
    versions: "Versions",
    checks: "Checks",
    topics: "Topics",
    changes: "Changes"
  },
  properties: {
    none: "Select a product in the picture or the table to see its properties.",
    gone: "There is no such product.",
    deleted: "You deleted this product; it returns when all changes are discarded.",
    place: (type: string): string => `${type}, a location of the project: it is no row of the table.`,
    thickness: (unit: string): string => (unit === "" ? "" : `(thickness in ${unit})`),
    empty: "no value",
    projectSet: "set of the project",
    required: "required",
    requiredBy: (source: string): string => `Required by ${source}`,
    filter: "Filter properties",
    pinned: "Pinned",
    pinOf: (name: string): string => `Pin ${name}`,
    pinHint: "Pinned properties stay on top, in this browser alone"
  },
  quantities,
  measures,
  rooms,
  editing: {
    title: "Your changes",
    start: "Edit",
    goOn: "Go on editing",
    takeOver: "Go on editing here",
    on: (minutes: number): string => `Editing, ${minutes} min left`,
    renew: "Keep editing",
    ended: "Your session has ended. Your changes are kept.",
    end: "Stop",
    changes: (cells: number, deleted: number): string =>
      cells + deleted === 0
        ? "No unpublished changes"
        : [
            ...(cells > 0 ? [cells === 1 ? "1 unpublished value" : `${counted(cells)} unpublished values`] : []),
            ...(deleted > 0 ? [`${counted(deleted)} deleted`] : [])
          ].join(", "),
    changesTitle: "Unpublished changes",
    noChanges: "Nothing is changed. Edit a value in the table, or here under Properties.",
    marked: (part: string, all: string): string =>
      `Marked in the table: the first ${part} of ${all}. Show more to mark them too.`,
    startToUndo: "Only you see these changes until you publish them. To take one back, go on editing.",
    undo: "Undo",
    noLayers: "Layers cannot be given back alone. They return when all changes are discarded.",
    undoOf: (field: string): string => `Undo the change of ${field}`,
    deleted: (count: number): string => (count === 1 ? "1 deleted product" : `${counted(count)} deleted products`),
    deletedAbout: "They return when all changes are discarded.",
    remove: (count: number): string => (count < 2 ? "Delete product" : `Delete ${counted(count)} products`),
    removeTitle: (count: number): string =>
      count === 1 ? "Delete this product?" : `Delete these ${counted(count)} products?`,
    removing: (deleted: number, all: number): string => `${counted(deleted)} of ${counted(all)} deleted`,
    notRemoved: (left: number, all: number, why: string): string =>
      `${counted(left)} of ${counted(all)} products are not deleted: ${why}`,
    removeAbout:
      "Parts are deleted with their whole, openings with their host. Until you publish, they are missing for you only; discarding all changes brings them back.",
    publish: "Publish",
    publishTitle: "Publish your changes",
    publishAbout: (count: number): string =>
      count === 1
        ? "1 change becomes a version that everybody sees."
        : `${counted(count)} changes become a version that everybody sees.`,
    versionTitle: "Title",
    published: "Published.",
    discard: "Discard",
    discardTitle: "Discard all your changes?",
    discardAbout: "What you changed in this model and did not publish is lost; deleted products return.",
    refused: (wrong: number, all: number, why: string): string =>
      `Nothing was changed: ${counted(wrong)} of ${counted(all)} products cannot take it. ${why}`,
    refusal: (field: string, why: string): string => `${field}: ${why}`,
    valueOf: (field: string): string => `Value of ${field}`,
    change: (field: string): string => `Change ${field}`,
    own: "Changed by you, not published",
    words: { true: "true", false: "false" } as Readonly<Record<string, string>>,
    add: "Add property",
    addSet: "Property set",
    addName: "Property",
    addValue: "Value",
    removeProperty: (field: string): string => `Remove ${field}`,
    addCode: "Add code",
    codeHint: "Code",
    unknownCode: "No library of the project has this code.",
    severalCodes: "Several have it; which is meant?",
    removeCode: (code: string): string => `Remove code ${code}`
  },
  members: {
    open: "Roles",
    title: "Roles on this model",
    about: "Everybody in the project, with the role in force here. Others are added under Members of the project.",
    you: "you",
    roles: {
      Owner: "Owner",
      Modeler: "Modeler",
      DataEditor: "Data editor",
      Viewer: "Viewer",
      NoAccess: "No access"
    } as Readonly<Record<string, string>>,
    roleFor: (name: string): string => `Role for ${name}`,
    give: "Assign",
    giveTo: (name: string): string => `Assign the role to ${name}`,
    given: "Assigned.",
    stays: (role: string): string => `Assigned, but ${role} stays in force.`,
    take: "Remove",
    takeFrom: (name: string): string => `Remove the role of ${name}`,
    taken: "Removed.",
    noneGiven: "No role of this model was given to this member."
  },
  versions: {
    title: "Versions",
    newFile: "New file",
    newFileAbout: "Products match by GlobalId, published changes stay on top, what the file lacks is deleted.",
    show: "Show",
    shown: "Shown",
    changes: "Changes",
    changesOf: (title: string): string => `Changes of ${title}`,
    against: "Against",
    counts: (cells: number, added: number | null, deleted: number): string =>
      [
        cells === 1 ? "1 value changed" : `${counted(cells)} values changed`,
        ...(added !== null && added > 0 ? [`${counted(added)} added`] : []),
        ...(deleted > 0 ? [`${counted(deleted)} deleted`] : []),
        ...(added === null ? ["number of added products unknown"] : [])
      ].join(", "),
    kind: "Kind of change",
    kinds: { all: "All changes", added: "Added", changed: "Changed", deleted: "Deleted" },
    search: "Search changes",
    unchanged: "not changed",
    same: "There are no differences.",
    count: (count: number): string => (count === 1 ? "1 change" : `${counted(count)} changes`),
    more: (count: string): string => `Show more of ${count}`,
    searched: (part: string, all: string): string =>
      `Searched: the first ${part} of ${all}. Show more to search them too.`,
    coloured: (part: string, all: string): string => `Coloured: products of the first ${part} of ${all} changes.`,
    older: (count: string): string => `${count} older ones.`,
    olderNote: "You see an older version; quantities are those of the latest.",
    latest: "Show the latest"
  },
  export: {
    title: "Export IFC",
    about: "The latest public version: the file as it came, with what was published written into it.",
    unpublished: "Your unpublished changes are not in it; publish them first.",
    start: "Make the file",
    busy: (percent: number): string => `Writing the file, ${inPercent(percent)}`,
    done: "The file is ready.",
    download: "Download IFC",
    report: "What was written"
  },
  sheet,
  stage,
  workspace
} as const

const own = inLanguage(words, (german) => german.model)

/** All texts of the model's page, with those of the shell; loaded with the page. */
export const texts = { ...shared, ...own, fields: { ...shared.fields, ...own.fields } }
