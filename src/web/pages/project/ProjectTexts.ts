import { texts as shared } from "../../upload/FileTexts.ts"

/** All texts of a project's page, with those of the shell; loaded with the page. */
export const texts = {
  ...shared,
  actions: "Actions",
  deleting: (name: string): string => `Delete ${name}?`,
  project: {
    title: "Project",
    parts: "Parts of the project",
    edit: "Edit project",
    remove: "Delete project",
    removeAbout: (name: string): string =>
      `${name} goes with all its models, files, libraries and members. This cannot be undone.`,
    tabs: {
      models: "Models",
      products: "Products",
      members: "Members",
      sets: "Property sets",
      materials: "Materials",
      locations: "Locations",
      codes: "Codes",
      operations: "Operations",
      webhooks: "Webhooks"
    }
  },
  scene: { open: "All models in 3D" },
  sample: {
    ...shared.sample,
    about:
      "A building to look around in, to filter, edit and export. Your own files become models of your own projects."
  },
  models: {
    none: "No models yet",
    noneHint: "Choose a file, or drop one above: IFC, or an archive of it.",
    noneRead: "Owners and contributors of the project upload models.",
    removeAbout: "Its products, versions and libraries go along. Locations stay. This cannot be undone."
  },
  members: {
    subject: "Subject",
    role: "Role",
    you: "you",
    add: "Add member",
    addAbout: "Somebody's subject stands under the account menu of the page. Who never signed in can be added too.",
    change: (name: string): string => `Role of ${name}`,
    mayNot: "Owners of the project change its members. You can leave it.",
    removeAbout: "The member sees nothing of this project any more.",
    leaveAbout: "You see nothing of this project any more."
  },
  libraries: {
    mayNot: "You read this project: Owners and contributors change what is here.",
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
      Enumeration: "One of a list"
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
    ...shared.locations,
    new: "New location",
    change: "Edit location",
    below: "Add below",
    noneHint: "Models bring sites, buildings, floors and spaces.",
    type: "Type",
    types: {
      Site: "Site",
      Building: "Building",
      Floor: "Floor",
      Space: "Space",
      Bridge: "Bridge",
      MarineFacility: "Marine facility",
      Railway: "Railway",
      Road: "Road",
      BridgePart: "Part of a bridge",
      FacilityPartCommon: "Common part",
      MarinePart: "Part of a marine facility",
      RailwayPart: "Part of a railway",
      RoadPart: "Part of a road",
      Facility: "Facility",
      ExternalSpatialElement: "Outside"
    } as Readonly<Record<string, string>>,
    parent: "Lies in",
    top: "Nothing, it is at the top",
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
    parentHint: "The identification of another code; empty: at the top.",
    below: "Add below",
    removeAbout: "Codes below it move up; its assignments to products are lost."
  }
} as const
