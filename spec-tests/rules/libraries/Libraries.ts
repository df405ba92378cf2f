import type { Rule } from "../../harness/Rule.ts"
import { codedProducts } from "./CodedProducts.ts"
import { codeRaces } from "./CodeRaces.ts"
import { codeTrees } from "./CodeTrees.ts"
import { codificationBodies } from "./CodificationBodies.ts"
import { codeVersions } from "./CodeVersions.ts"
import { codifications } from "./Codifications.ts"
import { customAndImported } from "./CustomAndImported.ts"
import { customChanges } from "./CustomChanges.ts"
import { customDefinitions } from "./CustomDefinitions.ts"
import { customInProducts } from "./CustomInProducts.ts"
import { customProperties } from "./CustomProperties.ts"
import { customRaces } from "./CustomRaces.ts"
import { customSets } from "./CustomSets.ts"
import { importedCodes } from "./ImportedCodes.ts"
import { importedLibraries } from "./ImportedLibraries.ts"
import { importedLocations } from "./ImportedLocations.ts"
import { importedMaterials } from "./ImportedMaterials.ts"
import { libraryRights } from "./LibraryRights.ts"
import { locationChanges } from "./LocationChanges.ts"
import { locationRaces } from "./LocationRaces.ts"
import { locations } from "./Locations.ts"
import { locationVersions } from "./LocationVersions.ts"
import { locationTrees } from "./LocationTrees.ts"
import { materialChanges } from "./MaterialChanges.ts"
import { materialDeletions } from "./MaterialDeletions.ts"
import { materials } from "./Materials.ts"
import { placedProducts } from "./PlacedProducts.ts"
import { sharedData } from "./SharedData.ts"
import { sharedOperations } from "./SharedOperations.ts"
import { sharedVersions } from "./SharedVersions.ts"

/** The rules of custom properties, materials, locations and codifications; library-rules.tsv says what they are rules of. */
export const libraries: ReadonlyArray<Rule> = [
  ...importedLibraries,
  ...customProperties,
  ...customDefinitions,
  ...customSets,
  ...customChanges,
  ...customRaces,
  ...customInProducts,
  ...customAndImported,
  ...materials,
  ...materialChanges,
  ...materialDeletions,
  ...importedMaterials,
  ...locations,
  ...locationChanges,
  ...locationTrees,
  ...locationRaces,
  ...importedLocations,
  ...placedProducts,
  ...codifications,
  ...codificationBodies,
  ...codeTrees,
  ...codeRaces,
  ...importedCodes,
  ...codedProducts,
  ...sharedData,
  ...sharedVersions,
  ...sharedOperations,
  ...libraryRights,
  ...locationVersions,
  ...codeVersions
]
