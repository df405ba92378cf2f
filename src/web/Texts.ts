const titles: Readonly<Record<number, string>> = {
  0: "The service does not answer",
  400: "The service cannot do this",
  403: "You may not do this",
  404: "This is not here",
  413: "This is too large"
}

const number = new Intl.NumberFormat()
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })

/** A whole number as the reader's locale writes it. */
export const counted = (value: number): string => number.format(value)

/** A measure as the reader's locale writes it, to three places. */
export const measured = (value: number): string => decimal.format(value)

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })

/** A time (RFC 3339) as the reader's locale and clock have it. */
export const timed = (text: string): string => time.format(new Date(text))

const units: Readonly<Record<string, string>> = {
  Millimetre: "mm",
  Centimetre: "cm",
  Metre: "m",
  Kilometre: "km",
  Inch: "in",
  Foot: "ft",
  SquareMillimetre: "mm²",
  SquareCentimetre: "cm²",
  SquareMetre: "m²",
  SquareInch: "in²",
  SquareFoot: "ft²",
  CubicMillimetre: "mm³",
  CubicCentimetre: "cm³",
  CubicMetre: "m³",
  CubicInch: "in³",
  CubicFoot: "ft³",
  Gram: "g",
  Kilogram: "kg",
  Degree: "°",
  Radian: "rad",
  Second: "s",
  DegreeCelsius: "°C",
  Kelvin: "K",
  Watt: "W",
  Pascal: "Pa",
  Newton: "N",
  Litre: "l",
  WattPerSquareMetrePerKelvin: "W/(m²·K)",
  WattPerSquareMetreKelvin: "W/(m²·K)",
  WattPerMetreKelvin: "W/(m·K)",
  KilogramPerCubicMetre: "kg/m³"
}

/** A unit as people write it; one that nobody abbreviates in words. */
export const unitOf = (name: string | null): string =>
  name === null ? "" : (units[name] ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

/** Every text that the shell shows: English; other languages take this module's place. */
export const texts = {
  name: "Plinth",
  loading: "Loading…",
  close: "Close",
  cancel: "Cancel",
  copied: "Copied",
  create: "Create",
  save: "Save",
  delete: "Delete",
  edit: "Edit",
  search: "Search",
  skip: "Skip to content",
  away: "The service is not available at the moment. Trying again…",
  notFound: "There is no such page.",
  toProjects: "All projects",
  problem: {
    title: (status: number): string => titles[status] ?? "Something went wrong",
    code: "Code",
    requestId: "Request id",
    retry: "Try again"
  },
  signIn: {
    title: "Sign in",
    about: "Projects, models and their data, from the service that you run.",
    button: "Sign in",
    out: "Sign out",
    refused: "The sign-in was refused.",
    token: "Use a token",
    tokenHint: "From npm run --silent token -- --user NAME, for instance.",
    tokenLabel: "Token",
    tokenRefused: "The service refuses this token."
  },
  user: {
    menu: "Account",
    subject: "Your subject, by which others add you to projects",
    copy: "Copy",
    opaque: "Your token does not say who you are."
  },
  elsewhere: {
    title: "This page is somewhere else",
    about: (url: string): string =>
      `The service is reached at ${url}, and the page works there alone. Who runs it changes that by PUBLIC_URL.`,
    link: (url: string): string => `Open ${url}`
  },
  projects: {
    title: "Projects",
    new: "New project",
    name: "Name",
    description: "Description",
    none: "No projects yet",
    noneHint: "A project holds models, what they share, and the people who work on them.",
    search: "Search projects",
    noMatch: "No project has this in its name."
  },
  actions: "Actions",
  deleting: (name: string): string => `Delete ${name}?`,
  project: {
    parts: "Parts of the project",
    edit: "Edit project",
    remove: "Delete project",
    removeAbout: (name: string): string =>
      `${name} goes with all its models, files, libraries and members. This cannot be undone.`,
    tabs: {
      models: "Models",
      members: "Members",
      sets: "Property sets",
      materials: "Materials",
      locations: "Locations",
      codes: "Codes"
    }
  },
  models: {
    none: "No models yet",
    noneHint: "Choose a file, or drop one above: IFC, or an archive of it.",
    noneRead: "Owners and contributors of the project upload models.",
    removeAbout: "Its products, versions and libraries go along. Locations stay. This cannot be undone."
  },
  upload: {
    title: "Uploads",
    drop: "Drop files here, or",
    choose: "Choose files",
    kinds: "IFC, IFCZIP, ZIP and 3DM; RVT and SKP where the service has a converter. Each becomes a model.",
    mayNot: "You read this project: Owners and contributors upload models.",
    broken: "The line broke before all of the file was there.",
    tooLarge: "The file is larger than the service takes.",
    refused: (status: number): string => `The service refused the file (${status}).`,
    clear: "Clear what is over",
    stage: {
      Waiting: "Waiting",
      Sending: "Uploading",
      Importing: "Importing",
      Ready: "Ready",
      Failed: "Failed",
      Cancelled: "Cancelled"
    }
  },
  operations: {
    title: "Latest operations",
    kind: "What",
    status: "Status",
    why: "Why",
    kinds: {
      ImportIfc: "Import",
      ExportIfc: "Export",
      CalculateQuantities: "Quantities",
      CalculateDerivedProperties: "Computed properties"
    } as Readonly<Record<string, string>>,
    statuses: { Queued: "Waiting", InProgress: "Running", Ready: "Ready", Failed: "Failed" }
  },
  report: {
    title: "Import report",
    gone: "The report is no longer there.",
    parts: {
      schema: "Schema",
      entities: "Entities in the file",
      products: "Products",
      propertyRecords: "Property values",
      skipped: "Skipped",
      duplicateGlobalIds: "Doubled GlobalIds",
      duplicateProperties: "Doubled properties",
      withoutShape: "Without shape",
      fixedAttributeSets: "Sets of fixed attributes",
      warnings: "Warnings",
      error: "Code",
      errorDetails: "Reason"
    } as Readonly<Record<string, string>>
  },
  members: {
    subject: "Subject",
    role: "Role",
    you: "you",
    add: "Add member",
    addAbout: "Somebody's subject stands under the account menu of the page. Who never signed in can be added too.",
    change: (name: string): string => `Role of ${name}`,
    removeAbout: "The member sees nothing of this project any more."
  },
  libraries: {
    new: "New library",
    source: "Source",
    edition: "Edition",
    uri: "URI",
    removeAbout: "All that is in it goes along, and its assignments to products. This cannot be undone."
  },
  sets: {
    new: "New property set",
    change: "Edit property set",
    none: "No property sets yet",
    noneHint: "A set defines properties beyond those of the files, for the classes that it names.",
    types: "Applies to",
    typesHint: "Classes with semicolons between, such as IfcDoor; IfcWall.PARTITIONING. Empty: every class.",
    everything: "every class",
    newProperty: "New property",
    changeProperty: "Edit property",
    dataType: "Type",
    dataTypes: {
      String: "Text",
      Integer: "Whole number",
      Real: "Number",
      Boolean: "Yes or no",
      Enumeration: "One of a list",
      string: "Text",
      integer: "Whole number",
      boolean: "Yes or no",
      enumeration: "One of a list"
    } as Readonly<Record<string, string>>,
    unit: "Unit",
    measure: "Measure",
    words: "Allowed values",
    wordsHint: "Of a list: one a line.",
    removeAbout: "Its properties go along, with the values that users set.",
    removePropertyAbout: "The values that users set go along; what a file says shows again."
  },
  materials: {
    new: "New material",
    change: "Edit material",
    none: "No materials yet",
    noneHint: "Models bring theirs; a library of your own makes others.",
    category: "Category",
    color: "Colour",
    colorHint: "#RRGGBB",
    removeAbout: "Its assignments to products are lost."
  },
  locations: {
    new: "New location",
    change: "Edit location",
    below: "Add below",
    none: "No locations yet",
    noneHint: "Models bring sites, buildings, floors and spaces.",
    nameless: "without name",
    type: "Type",
    parent: "Lies in",
    top: "Nothing, it is at the top",
    elevation: (metres: number): string => `${decimal.format(metres)} m`,
    removeAbout: "What lies below it goes along; its products are without place."
  },
  codes: {
    new: "New code",
    change: "Edit code",
    none: "No classifications yet",
    noneHint: "Models bring theirs; a library of your own makes others.",
    noneHere: "This library has no codes yet.",
    library: "Library",
    groups: { Project: "project", Model: "model" },
    identification: "Identification",
    parent: "Below",
    removeAbout: "Codes below it move up; its assignments to products are lost."
  },
  fields: {
    MaterialLayerSet: "Material",
    SpatialLocation: "Location",
    ObjectType: "Object type",
    PredefinedType: "Predefined type",
    TypeName: "Type"
  } as Readonly<Record<string, string>>,
  view: {
    title: "View",
    none: "This model has no shapes to show.",
    noView: "The model cannot be shown in 3D here; everything else works.",
    loading: (percent: number | null): string =>
      percent === null ? "Loading shapes…" : `Loading shapes, ${percent} %`,
    canvas: (name: string): string =>
      `${name} in 3D: arrows turn it, plus and minus come nearer, F fits, Home goes back`,
    tools: "What to do with the view",
    keys: "Arrows turn, plus and minus zoom, F fits, Escape selects nothing",
    home: "Home",
    fit: "Fit",
    hide: "Hide",
    isolate: "Isolate",
    ghost: "Fade others",
    showAll: "Show all",
    spaces: "Spaces",
    measure: "Measure",
    measureFrom: "Choose the first point.",
    measureTo: "Choose the second point.",
    measured: (distance: string, level: string, rise: string): string =>
      `${distance}; ${level} along the ground, ${rise} upwards`,
    cut: "Cut at",
    picture: (name: string): string => `Picture of ${name}`,
    project: "Project",
    link: "Copy link",
    readOnly: "You read this model"
  },
  grid: {
    title: "Products",
    count: (number: string, count: number): string => (count === 1 ? "1 product" : `${number} products`),
    none: "This model has no products",
    noMatch: "No product matches",
    noMatchHint: "Take a filter away to see more.",
    width: (name: string): string => `Width of ${name}`,
    csv: "Save CSV",
    copy: (count: number): string => (count < 2 ? "Copy row" : `Copy ${count} rows`)
  },
  columns: {
    title: "Columns",
    more: (count: string): string => `${count} more: search to see them.`
  },
  filters: {
    title: "Filters",
    property: "Property",
    operator: "How it compares",
    value: "Value",
    values: "Values; with semicolons",
    nothing: "nothing",
    add: "Add filter",
    clear: "Clear filters",
    remove: (name: string): string => `Remove the filter on ${name}`,
    operators: { Equals: "is", NotEquals: "is not", Contains: "contains", In: "is one of", NotIn: "is none of" }
  },
  panels: {
    title: "Details",
    properties: "Properties",
    quantities: "Quantities",
    places: "Places",
    versions: "Versions",
    changes: "Changes"
  },
  properties: {
    none: "Select a product in the table to see its properties.",
    several: (count: number): string => `${count} products are selected; this is the last one.`,
    gone: "There is no such product.",
    empty: "no value"
  },
  quantities: {
    measure: "Measure",
    group: "Grouped by",
    by: { class: "Class", storey: "Storey", material: "Material" },
    measures: {
      Count: "Count",
      Length: "Length",
      NetArea: "Net area",
      GrossArea: "Gross area",
      NetVolume: "Net volume",
      GrossVolume: "Gross volume"
    } as Readonly<Record<string, string>>,
    total: "in all",
    without: "none",
    busy: "Calculating…",
    broken: "The result could not be read.",
    origin: (products: number, computed: number, suspects: number): string =>
      [
        `${counted(products)} products`,
        ...(computed > 0 ? [`${counted(computed)} computed`] : []),
        ...(suspects > 0 ? [`${counted(suspects)} suspect`] : [])
      ].join(", ")
  },
  editing: {
    title: "Your changes",
    start: "Edit",
    goOn: "Go on editing",
    takeOver: "Go on editing here",
    on: (minutes: number): string => `Editing, ${minutes} min left`,
    renew: "Keep editing",
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
    moreChanges: (count: string): string => `${count} more.`,
    startToUndo: "Only you see these changes until you publish them. To take one back, go on editing.",
    undo: "Undo",
    undoOf: (field: string): string => `Undo the change of ${field}`,
    deleted: (count: number): string => (count === 1 ? "1 deleted product" : `${counted(count)} deleted products`),
    deletedAbout: "They return when all changes are discarded.",
    remove: (count: number): string => (count < 2 ? "Delete product" : `Delete ${count} products`),
    removeTitle: (count: number): string => (count === 1 ? "Delete this product?" : `Delete these ${count} products?`),
    removeAbout:
      "Parts go with their whole, openings with their host. Only you miss them until you publish; discarding all changes brings them back.",
    publish: "Publish",
    publishTitle: "Publish your changes",
    publishAbout: (count: string): string => `${count} changes become a version that everybody sees.`,
    versionTitle: "Title",
    published: "Published.",
    discard: "Discard",
    discardTitle: "Discard all your changes?",
    discardAbout: "What you changed in this model and did not publish is lost; deleted products return.",
    valueOf: (field: string): string => `Value of ${field}`,
    change: (field: string): string => `Change ${field}`,
    own: "Changed by you, not published",
    words: { true: "true", false: "false" } as Readonly<Record<string, string>>,
    several: (count: number): string => `${counted(count)} products are selected: a change is for all of them.`,
    add: "Add property",
    addSet: "Property set",
    addName: "Property",
    addValue: "Value",
    removeProperty: (field: string): string => `Remove ${field}`,
    addCode: "Add code",
    codeHint: "Identification",
    unknownCode: "No library of the project has this code.",
    removeCode: (code: string): string => `Remove code ${code}`
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
    counts: (cells: number, deleted: number): string =>
      [
        `${counted(cells)} ${cells === 1 ? "value" : "values"}`,
        ...(deleted > 0 ? [`${counted(deleted)} deleted`] : [])
      ].join(", "),
    kind: "Kind of change",
    kinds: { all: "All changes", added: "Added", changed: "Changed", deleted: "Deleted" },
    search: "Search changes",
    same: "Nothing is other than before.",
    count: (count: string): string => `${count} changes`,
    more: (count: string): string => `Show more of ${count}`,
    older: (count: string): string => `${count} older ones.`,
    olderNote: "You see an older version; its shapes and quantities are those of the latest.",
    latest: "Show the latest"
  },
  export: {
    title: "Export IFC",
    about: "The latest public version: the file as it came, with what was published written into it.",
    unpublished: "Your unpublished changes are not in it; publish them first.",
    start: "Make the file",
    busy: (percent: number): string => `Writing the file, ${percent} %`,
    done: "The file is ready.",
    download: "Download IFC",
    report: "What was written"
  },
  stage: {
    places: "Places",
    filterPlace: "Only what is here, in table and view",
    cutPlace: (name: string): string => `Cut at ${name}`,
    color: "Colour by",
    own: "own colours",
    by: {
      Class: "Class",
      "SpatialLocation.Floor": "Storey",
      "MaterialLayerSet.Name": "Material"
    } as Readonly<Record<string, string>>,
    suspects: "Suspects",
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
    find: "GlobalId, name or code",
    lost: "The browser took the graphics away; the view comes back as soon as it has them again.",
    faults: {
      NoWebGL: "The browser has no WebGL 2.",
      Damaged: "The file of shapes is damaged: import the model again.",
      NotLoaded: "The file of shapes could not be loaded."
    } as Readonly<Record<string, string>>,
    agreement: "Authored beside computed",
    agreementColumns: ["authored", "computed", "±1 %", "±20 %", "suspect"],
    showSuspects: (count: number, name: string): string => `Show ${counted(count)} suspect ${name}`,
    showInView: "Show suspects in the view",
    suspectOf: (measures: string): string => `Suspect: ${measures}`,
    whySuspect:
      "The file's own value is not positive, is net above gross, stands twice with different values, or is far from what the shape gives."
  },
  roles: { Owner: "Owner", Contributor: "Contributor", User: "User" } as Readonly<Record<string, string>>
} as const
