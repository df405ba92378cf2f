import type { Text } from "./Text.ts"

/** Locations, codifications, materials, custom properties. */
export const libraryTexts: Readonly<Record<string, Text>> = {
  listLocations: {
    summary: "List the locations of a project",
    description: "As a flat list, and as a tree under `locationViews`."
  },
  createLocation: {
    summary: "Create a location",
    description: "Without members it is a nameless Space at the top. At most 64 levels."
  },
  changeLocation: {
    summary: "Change a location",
    description: "An absent member keeps its value; `parentGuid: null` moves it to the top."
  },
  deleteLocation: {
    summary: "Delete a location",
    description: "What lies below it goes along; its products become unplaced."
  },
  listCodifications: { summary: "List the codification libraries of a project", description: "Without their codes." },
  createCodification: { summary: "Create a codification library" },
  readCodification: { summary: "Read a codification library with its codes", description: "Codes are in sort order." },
  deleteCodification: {
    summary: "Delete a codification library",
    description: "Its codes go along, and their assignments to products."
  },
  createCode: {
    summary: "Create a code",
    description: "`identification` is unique in its library; `parentId` is the guid of the code above."
  },
  readCode: { summary: "Read a code", description: "Resolves a guid of the Code field of a product." },
  changeCode: {
    summary: "Change a code",
    description: 'Absent and null keep the value; `""` clears the description and, as `parentId`, moves to the top.'
  },
  deleteCode: { summary: "Delete a code", description: "The codes below it move up; its assignments are lost." },
  listMaterialLibraries: {
    summary: "List the material libraries of a project",
    description: "`properties` has one list for each material of the library."
  },
  createMaterialLibrary: { summary: "Create a material library" },
  readMaterialLibrary: { summary: "Read a material library with its materials" },
  deleteMaterialLibrary: {
    summary: "Delete a material library",
    description: "Its materials go along. This cannot be undone."
  },
  createMaterial: { summary: "Create a material" },
  readMaterial: { summary: "Read a material", description: "Resolves a MaterialId of a product query." },
  changeMaterial: {
    summary: "Change a material",
    description: "An absent member keeps its value; null clears an optional one."
  },
  deleteMaterial: { summary: "Delete a material", description: "Its assignments to products are lost." },
  readPropertyLibrary: { summary: "List the custom property sets of a project with their definitions" },
  readPropertyDefinition: {
    summary: "Read a property definition",
    description: "By the PropertyId of a product query. One that only a file brought has `id: null`."
  },
  createPropertySet: {
    summary: "Create a property set",
    description: "Its definitions are created with it, all or none. Names of sets are unique in a project."
  },
  changePropertySet: {
    summary: "Change a property set",
    description: "`propertyDefinitions` adds and updates by name and never removes."
  },
  deletePropertySet: { summary: "Delete a property set", description: "Its definitions go along." },
  createPropertyDefinition: {
    summary: "Add a property definition to a set",
    description: "An Enumeration needs `enumerationValues`, other types refuse them."
  },
  changePropertyDefinition: {
    summary: "Change a property definition",
    description: "No value is touched; new ones must fit."
  },
  deletePropertyDefinition: {
    summary: "Delete a property definition",
    description: "Values that users set go along; what the file says shows again."
  }
}
