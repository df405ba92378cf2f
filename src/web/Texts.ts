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

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })

/** A time (RFC 3339) as the reader's locale and clock have it. */
export const timed = (text: string): string => time.format(new Date(text))

/** Every text that the shell shows: English; other languages take this module's place. */
export const texts = {
  name: "Plinth",
  loading: "Loading…",
  close: "Close",
  cancel: "Cancel",
  copied: "Copied",
  notCopied: "The browser did not copy it",
  create: "Create",
  save: "Save",
  delete: "Delete",
  edit: "Edit",
  search: "Search",
  more: (count: string): string => `${count} more: search to see them.`,
  skip: "Skip to content",
  away: "The service is not available at the moment. Trying again…",
  notFound: "There is no such page.",
  toProjects: "All projects",
  problem: {
    title: (status: number): string => titles[status] ?? "Something went wrong",
    notLoaded: "This part of the page could not be loaded.",
    away: "The service does not answer.",
    answered: (status: number): string => `The service answered ${status}.`,
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
    broken: "The sign-in did not come to its end.",
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
  roles: { Owner: "Owner", Contributor: "Contributor", User: "User" } as Readonly<Record<string, string>>
} as const
