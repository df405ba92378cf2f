import type { Room } from "../../harness/Rule.ts"
import { codedProducts } from "./codifications/CodedProducts.ts"
import { codeRaces } from "./codifications/CodeRaces.ts"
import { codeTrees } from "./codifications/CodeTrees.ts"
import { codifications } from "./codifications/Codifications.ts"
import { importedCodes } from "./codifications/ImportedCodes.ts"
import { customAndImported } from "./custom/CustomAndImported.ts"
import { customDefinitions } from "./custom/CustomDefinitions.ts"
import { customInProducts } from "./custom/CustomInProducts.ts"
import { customProperties } from "./custom/CustomProperties.ts"
import { everyBody } from "./every/Bodies.ts"
import { everyChange } from "./every/Changes.ts"
import { everyDeletion } from "./every/Deletions.ts"
import { everyLife } from "./every/Lives.ts"
import { everyRight } from "./every/Rights.ts"
import { everyVersion } from "./every/Versions.ts"
import { importedLocations } from "./locations/ImportedLocations.ts"
import { locationRaces } from "./locations/LocationRaces.ts"
import { locations } from "./locations/Locations.ts"
import { locationTrees } from "./locations/LocationTrees.ts"
import { placedProducts } from "./locations/PlacedProducts.ts"
import { importedMaterials } from "./materials/ImportedMaterials.ts"
import { materials } from "./materials/Materials.ts"
import { importedLibraries } from "./shared/ImportedLibraries.ts"
import { sharedData } from "./shared/SharedData.ts"

/** The rules of custom properties, materials, locations and codifications; rules.tsv lists their sources. */
export const libraries: ReadonlyArray<Room> = [
  importedLibraries,
  everyLife,
  everyBody,
  everyChange,
  everyDeletion,
  everyRight,
  everyVersion,
  customProperties,
  customDefinitions,
  customInProducts,
  customAndImported,
  materials,
  importedMaterials,
  locations,
  locationTrees,
  locationRaces,
  importedLocations,
  placedProducts,
  codifications,
  codeTrees,
  codeRaces,
  importedCodes,
  codedProducts,
  sharedData
]
