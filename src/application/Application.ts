import * as Layer from "effect/Layer"
import { Answers } from "./Answers.ts"
import { Accounts } from "./Accounts.ts"
import { Audit } from "./Audit.ts"
import { Authorizations } from "./Authorizations.ts"
import { Claims } from "./Claims.ts"
import { Collector } from "./Collector.ts"
import { Clients } from "./Clients.ts"
import { Codifications } from "./Codifications.ts"
import { CustomProperties } from "./CustomProperties.ts"
import { DerivedFiles } from "./DerivedFiles.ts"
import { Downloads } from "./Downloads.ts"
import { DynamicCalculation } from "./DynamicCalculation.ts"
import { DynamicProperties } from "./DynamicProperties.ts"
import { EditLayers } from "./EditLayers.ts"
import { Edits } from "./Edits.ts"
import { Exports } from "./Exports.ts"
import { FileDerivation } from "./FileDerivation.ts"
import { ImportedProperties } from "./ImportedProperties.ts"
import { Locations } from "./Locations.ts"
import { Materials } from "./Materials.ts"
import { Members } from "./Members.ts"
import { ModelExport } from "./ModelExport.ts"
import { ModelFiles } from "./ModelFiles.ts"
import { ModelGeometries } from "./ModelGeometries.ts"
import { ModelImport } from "./ModelImport.ts"
import { Models } from "./Models.ts"
import { OldModels } from "./OldModels.ts"
import { Users } from "./Users.ts"
import { Operations } from "./Operations.ts"
import { OperationStart } from "./OperationStart.ts"
import { Passwords } from "./Passwords.ts"
import { Products } from "./Products.ts"
import { ProjectView } from "./ProjectView.ts"
import { Projects } from "./Projects.ts"
import { ProviderAccess } from "./ProviderAccess.ts"
import { ProviderSignIns } from "./ProviderSignIns.ts"
import { Quantities } from "./Quantities.ts"
import { QuantityCalculation } from "./QuantityCalculation.ts"
import { QueryThreads } from "./QueryThreads.ts"
import { RefreshTokens } from "./RefreshTokens.ts"
import { Refusals } from "./Refusals.ts"
import { Revocations } from "./Revocations.ts"
import { SealedTokens } from "./SealedTokens.ts"
import { Sessions } from "./Sessions.ts"
import { SharedTime } from "./SharedTime.ts"
import { SignIns } from "./SignIns.ts"
import { SignInTokens } from "./SignInTokens.ts"
import { Tables } from "./Tables.ts"
import { Tickets } from "./Tickets.ts"
import { Uploads } from "./Uploads.ts"
import { Versions } from "./Versions.ts"

/** Every use case over the ports. Each line may use those below it. */
export const layer = Layer.mergeAll(
  SignIns.Default,
  ProviderSignIns.Default,
  SignInTokens.Default,
  Accounts.Default,
  Quantities.Default,
  Exports.Default,
  Models.Default,
  ModelImport.Default,
  ModelExport.Default,
  QuantityCalculation.Default,
  DynamicProperties.Default,
  DynamicCalculation.Default,
  DerivedFiles.Default,
  FileDerivation.Default
).pipe(
  Layer.provideMerge(ModelGeometries.Default),
  Layer.provideMerge(
    Layer.mergeAll(
      Audit.Default,
      Authorizations.Default,
      ProviderAccess.Default,
      RefreshTokens.Default,
      Edits.Default,
      Uploads.Default,
      Downloads.Default,
      Operations.Default,
      OperationStart.Default,
      Projects.Default,
      Members.Default,
      Locations.Default,
      Codifications.Default,
      CustomProperties.Default,
      Materials.Default,
      Versions.Default,
      Users.Default,
      OldModels.Default,
      Collector.Default
    )
  ),
  Layer.provideMerge(Layer.mergeAll(ImportedProperties.Default, Products.Default, Sessions.Default)),
  Layer.provideMerge(Layer.mergeAll(Tables.Default, ProjectView.Default, EditLayers.Default)),
  Layer.provideMerge(
    Layer.mergeAll(
      QueryThreads.Default,
      Tickets.Default,
      ModelFiles.Default,
      Claims.Default,
      Refusals.Default,
      Revocations.Default,
      Clients.Default,
      SealedTokens.Default,
      Passwords.Default
    )
  ),
  Layer.provideMerge(Layer.merge(Answers.Default, SharedTime.Default))
)
