import * as Layer from "effect/Layer"
import { Operators } from "./signin/Operators.ts"
import { ProgramTokens } from "./signin/ProgramTokens.ts"
import { Answers } from "./common/Answers.ts"
import { Accounts } from "./signin/Accounts.ts"
import { Audit } from "./audit/Audit.ts"
import { Administration } from "./signin/Administration.ts"
import { Authorizations } from "./signin/Authorizations.ts"
import { AutoChecks } from "./checks/AutoChecks.ts"
import { CheckInputs } from "./checks/CheckInputs.ts"
import { CheckRun } from "./checks/CheckRun.ts"
import { Checks } from "./checks/Checks.ts"
import { Claims } from "./operations/Claims.ts"
import { Collector } from "./operations/Collector.ts"
import { Consents } from "./signin/Consents.ts"
import { Clients } from "./signin/Clients.ts"
import { Codifications } from "./libraries/Codifications.ts"
import { CustomProperties } from "./libraries/CustomProperties.ts"
import { DerivedFiles } from "./files/DerivedFiles.ts"
import { Downloads } from "./files/Downloads.ts"
import { CalculationRun } from "./quantities/CalculationRun.ts"
import { Calculations } from "./quantities/Calculations.ts"
import { EditLayers } from "./views/EditLayers.ts"
import { Edits } from "./edits/Edits.ts"
import { Sheets } from "./edits/Sheets.ts"
import { Exports } from "./files/Exports.ts"
import { FileDerivation } from "./files/FileDerivation.ts"
import { EventNews } from "./events/EventNews.ts"
import { Events } from "./events/Events.ts"
import { ImportedProperties } from "./libraries/ImportedProperties.ts"
import { Locations } from "./libraries/Locations.ts"
import { Materials } from "./libraries/Materials.ts"
import { Invitations } from "./projects/Invitations.ts"
import { Members } from "./projects/Members.ts"
import { ModelExport } from "./files/ModelExport.ts"
import { ModelFiles } from "./models/ModelFiles.ts"
import { ModelGeometries } from "./files/ModelGeometries.ts"
import { ModelImport } from "./imports/ModelImport.ts"
import { Models } from "./models/Models.ts"
import { OldModels } from "./imports/OldModels.ts"
import { Users } from "./projects/Users.ts"
import { Operations } from "./operations/Operations.ts"
import { Retries } from "./operations/Retries.ts"
import { OperationStart } from "./operations/OperationStart.ts"
import { Passwords } from "./signin/Passwords.ts"
import { OpenFiles } from "./products/OpenFiles.ts"
import { Products } from "./products/Products.ts"
import { ProjectProducts } from "./products/ProjectProducts.ts"
import { MeasureFiles } from "./views/MeasureFiles.ts"
import { ProjectView } from "./views/ProjectView.ts"
import { Projects } from "./projects/Projects.ts"
import { ProviderAccess } from "./signin/ProviderAccess.ts"
import { ProviderSignIns } from "./signin/ProviderSignIns.ts"
import { QueryThreads } from "./views/QueryThreads.ts"
import { RefreshTokens } from "./signin/RefreshTokens.ts"
import { Refusals } from "./signin/Refusals.ts"
import { Requirements } from "./requirements/Requirements.ts"
import { RequirementsFiles } from "./requirements/RequirementsFiles.ts"
import { Registrations } from "./signin/Registrations.ts"
import { Revocations } from "./signin/Revocations.ts"
import { SavedQueries } from "./projects/SavedQueries.ts"
import { SealedTokens } from "./signin/SealedTokens.ts"
import { Sessions } from "./models/Sessions.ts"
import { SharedTime } from "./common/SharedTime.ts"
import { SignIns } from "./signin/SignIns.ts"
import { SignInTokens } from "./signin/SignInTokens.ts"
import { TableThreads } from "./views/TableThreads.ts"
import { Tables } from "./views/Tables.ts"
import { Topics } from "./topics/Topics.ts"
import { BcfFiles } from "./topics/BcfFiles.ts"
import { ViewpointParts } from "./topics/ViewpointParts.ts"
import { TopicDocuments } from "./topics/TopicDocuments.ts"
import { TopicExport } from "./topics/TopicExport.ts"
import { TopicImport } from "./topics/TopicImport.ts"
import { Viewpoints } from "./topics/Viewpoints.ts"
import { Tickets } from "./signin/Tickets.ts"
import { Uploads } from "./models/Uploads.ts"
import { Catalog } from "./dataset/Catalog.ts"
import { DatasetCollector } from "./dataset/DatasetCollector.ts"
import { DatasetCommits } from "./dataset/DatasetCommits.ts"
import { DatasetSnapshots } from "./dataset/DatasetSnapshots.ts"
import { DatasetWriting } from "./dataset/DatasetWriting.ts"
import { Datasets } from "./dataset/Datasets.ts"
import { ModelRows } from "./dataset/ModelRows.ts"
import { WebhookDispatch } from "./webhooks/WebhookDispatch.ts"
import { Webhooks } from "./webhooks/Webhooks.ts"
import { Versions } from "./models/Versions.ts"

/** All use cases, built on the ports. Each layer may use those below it. */
export const layer = Layer.mergeAll(
  Retries.Default,
  Consents.Default.pipe(Layer.provideMerge(Layer.merge(SignIns.Default, ProviderSignIns.Default))),
  SignInTokens.Default,
  Registrations.Default,
  Accounts.Default,
  Calculations.Default,
  Checks.Default,
  CheckRun.Default,
  AutoChecks.Default,
  Exports.Default,
  Models.Default,
  Sheets.Default,
  ModelImport.Default,
  ModelExport.Default,
  CalculationRun.Default,
  DerivedFiles.Default,
  FileDerivation.Default,
  Catalog.Default.pipe(Layer.provideMerge(Datasets.Default)),
  DatasetCollector.Default,
  DatasetWriting.Default.pipe(Layer.provide(Layer.merge(DatasetCommits.Default, ModelRows.Default))),
  WebhookDispatch.Default,
  Webhooks.Default
).pipe(
  Layer.provideMerge(ModelGeometries.Default),
  Layer.provideMerge(
    Layer.mergeAll(
      Audit.Default,
      Authorizations.Default,
      ProviderAccess.Default,
      RefreshTokens.Default,
      Edits.Default,
      EventNews.Default,
      Events.Default,
      Uploads.Default,
      Downloads.Default,
      CheckInputs.Default,
      Operations.Default,
      OperationStart.Default,
      Projects.Default,
      Members.Default,
      Invitations.Default,
      SavedQueries.Default,
      Requirements.Default,
      TopicDocuments.Default,
      TopicExport.Default,
      TopicImport.Default,
      Viewpoints.Default,
      Locations.Default,
      Codifications.Default,
      CustomProperties.Default,
      Materials.Default,
      Versions.Default,
      Administration.Default,
      Users.Default,
      OldModels.Default,
      DatasetSnapshots.Default,
      Collector.Default
    )
  ),
  Layer.provideMerge(
    Layer.mergeAll(ImportedProperties.Default, Products.Default, ProjectProducts.Default, Sessions.Default)
  ),
  Layer.provideMerge(OpenFiles.Default),
  Layer.provideMerge(Layer.mergeAll(Tables.Default, ProjectView.Default, EditLayers.Default, MeasureFiles.Default)),
  Layer.provideMerge(
    Layer.mergeAll(
      QueryThreads.Default,
      RequirementsFiles.Default,
      BcfFiles.Default,
      ViewpointParts.Default,
      Topics.Default,
      Tickets.Default,
      ModelFiles.Default,
      Claims.Default,
      Refusals.Default,
      Revocations.Default,
      ProgramTokens.Default,
      Operators.Default,
      Clients.Default,
      SealedTokens.Default,
      Passwords.Default
    )
  ),
  Layer.provideMerge(TableThreads.Default),
  Layer.provideMerge(Layer.merge(Answers.Default, SharedTime.Default))
)
