import { texts as shared } from "../../upload/FileTexts.ts"
import { counted } from "../../words/Format.ts"
import { inLanguage } from "../../words/Words.ts"

/** English texts of a project's page. */
export const words = {
  actions: "Actions",
  deleting: (name: string): string => `Delete ${name}?`,
  project: {
    title: "Project",
    parts: "Parts of the project",
    edit: "Edit project",
    remove: "Delete project",
    removeAbout: (name: string): string =>
      `${name} is deleted with all its models, files, libraries and members. This cannot be undone.`,
    tabs: {
      models: "Models",
      products: "Products",
      members: "Members",
      sets: "Property sets",
      materials: "Materials",
      locations: "Locations",
      codes: "Codes",
      requirements: "Requirements",
      topics: "Topics",
      operations: "Operations",
      webhooks: "Webhooks"
    }
  },
  scene: { open: "All models in 3D" },
  sample: {
    about: "A building to explore, filter, edit and export. Your own files become models of your own projects."
  },
  models: {
    none: "No models yet",
    noneHint: "Choose a file, or drop one above: IFC, or an archive of it.",
    noneRead: "Owners and contributors of the project upload models.",
    removeAbout: "Its products, versions and libraries are deleted too. Locations stay. This cannot be undone."
  },
  members: {
    subject: "User ID",
    role: "Role",
    you: "you",
    add: "Add member",
    addAbout:
      "Everybody finds their user ID in the account menu of the page. People who never signed in can be added too.",
    change: (name: string): string => `Role of ${name}`,
    mayNot: "Owners of the project change its members. You can leave it.",
    removeAbout: "The member no longer has access to this project.",
    leaveAbout: "You no longer have access to this project."
  },
  libraries: {
    mayNot: "You read this project: Owners and contributors change what is here.",
    new: "New library",
    source: "Source",
    edition: "Edition",
    uri: "URI",
    removeAbout: "Everything in it is deleted too, with its assignments to products. This cannot be undone."
  },
  sets: {
    new: "New property set",
    change: "Edit property set",
    none: "No property sets yet",
    noneHint: "A set defines properties beyond those of the files, for the classes that it names.",
    types: "Applies to",
    typesHint: "Classes separated by semicolons, such as IfcDoor; IfcWall.PARTITIONING. Empty: every class.",
    everything: "every class",
    newProperty: "New property",
    changeProperty: "Edit property",
    dataType: "Type",
    dataTypes: {
      String: "Text",
      Integer: "Whole number",
      Real: "Number",
      Boolean: "Yes or no",
      Enumeration: "One of a list"
    } as Readonly<Record<string, string>>,
    unit: "Unit",
    unitHint: "Only for numbers, for example mm, m², kW or months.",
    measure: "Measure",
    measureHint: "What a number measures, for example length, area or volume. Empty: a bare number.",
    words: "Allowed values",
    wordsHint: "For a list: one per line.",
    removeAbout: "Its properties are deleted too, with the values that users set.",
    removePropertyAbout: "The values that users set are deleted too; the value of the file shows again."
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
    noneHint: "Models bring sites, buildings, storeys and rooms.",
    type: "Type",
    parent: "Part of",
    top: "Top level",
    removeAbout: "Everything below it is deleted too; its products then have no location."
  },
  codes: {
    new: "New code",
    change: "Edit code",
    none: "No classifications yet",
    noneHint: "Models bring theirs; a library of your own makes others.",
    noneHere: "This library has no codes yet.",
    library: "Library",
    countOf: (codes: number): string => (codes === 1 ? "1 code" : `${counted(codes)} codes`),
    ofModel: "Model",
    published: "Published",
    identification: "Identification",
    parent: "Below",
    parentHint: "The identification of another code; empty: at the top.",
    below: "Add below",
    removeAbout: "Codes below it move up; its assignments to products are lost."
  }
} as const

const own = inLanguage(words, (german) => german.project)

/** All texts of a project's page, with those of the shell; loaded with the page. */
export const texts = {
  ...shared,
  ...own,
  sample: { ...shared.sample, ...own.sample },
  locations: { ...shared.locations, ...own.locations }
}
