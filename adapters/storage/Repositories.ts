import * as Layer from "effect/Layer"
import * as AccessRepository from "./projects/AccessRepository.ts"
import * as AccountRepository from "./signin/AccountRepository.ts"
import * as AdminRepository from "./signin/AdminRepository.ts"
import * as AnswerRepository from "./projects/AnswerRepository.ts"
import * as AuditRepository from "./history/AuditRepository.ts"
import * as CheckRepository from "./operations/CheckRepository.ts"
import * as ClientRepository from "./signin/ClientRepository.ts"
import * as CodeRepository from "./libraries/CodeRepository.ts"
import * as CodificationRepository from "./libraries/CodificationRepository.ts"
import * as DatasetRepository from "./dataset/DatasetRepository.ts"
import * as EventRepository from "./events/EventRepository.ts"
import * as EditRepository from "./edits/EditRepository.ts"
import * as GarbageRepository from "./projects/GarbageRepository.ts"
import * as GeometryRepository from "./operations/GeometryRepository.ts"
import * as LocationRepository from "./libraries/LocationRepository.ts"
import { run } from "./sql/Migrate.ts"
import { migrations } from "./migrations/Migrations.ts"
import * as InvitationRepository from "./projects/InvitationRepository.ts"
import * as MaterialRepository from "./libraries/MaterialRepository.ts"
import * as MemberRepository from "./projects/MemberRepository.ts"
import * as ModelRepository from "./projects/ModelRepository.ts"
import * as OperationRepository from "./operations/OperationRepository.ts"
import * as OperationStatistics from "./operations/OperationStatistics.ts"
import * as OutboxRepository from "./operations/OutboxRepository.ts"
import * as ProjectRepository from "./projects/ProjectRepository.ts"
import * as PropertySetRepository from "./libraries/PropertySetRepository.ts"
import * as ReferenceRepository from "./libraries/ReferenceRepository.ts"
import * as ProgramTokenRepository from "./signin/ProgramTokenRepository.ts"
import * as RequirementsRepository from "./requirements/RequirementsRepository.ts"
import * as SavedQueryRepository from "./projects/SavedQueryRepository.ts"
import * as SecretRepository from "./signin/SecretRepository.ts"
import * as SessionRepository from "./projects/SessionRepository.ts"
import * as SignInRepository from "./signin/SignInRepository.ts"
import * as StorageHealth from "./StorageHealth.ts"
import * as StorageTime from "./StorageTime.ts"
import * as TopicEventRepository from "./topics/TopicEventRepository.ts"
import * as TopicFileRepository from "./topics/TopicFileRepository.ts"
import * as TopicRepository from "./topics/TopicRepository.ts"
import * as UploadRepository from "./projects/UploadRepository.ts"
import * as UserRepository from "./projects/UserRepository.ts"
import * as DeliveryRepository from "./webhooks/DeliveryRepository.ts"
import * as WebhookRepository from "./webhooks/WebhookRepository.ts"
import * as VersionRepository from "./edits/VersionRepository.ts"

/** Every repository over one SqlClient. The tables are brought up to date first. */
export const layer = Layer.mergeAll(
  AccessRepository.layer,
  AccountRepository.layer,
  AdminRepository.layer,
  AnswerRepository.layer,
  AuditRepository.layer,
  CheckRepository.layer,
  ClientRepository.layer,
  CodeRepository.layer,
  CodificationRepository.layer,
  DatasetRepository.layer,
  EditRepository.layer,
  EventRepository.layer,
  GarbageRepository.layer,
  GeometryRepository.layer,
  InvitationRepository.layer,
  LocationRepository.layer,
  MaterialRepository.layer,
  MemberRepository.layer,
  ModelRepository.layer,
  OperationRepository.layer,
  OperationStatistics.layer,
  OutboxRepository.layer,
  ProgramTokenRepository.layer,
  ProjectRepository.layer,
  PropertySetRepository.layer,
  ReferenceRepository.layer,
  RequirementsRepository.layer,
  TopicEventRepository.layer,
  TopicFileRepository.layer,
  TopicRepository.layer,
  SavedQueryRepository.layer,
  SecretRepository.layer,
  SessionRepository.layer,
  SignInRepository.layer,
  StorageHealth.layer,
  StorageTime.layer,
  UploadRepository.layer,
  VersionRepository.layer,
  WebhookRepository.layer,
  DeliveryRepository.layer
).pipe(Layer.provide(Layer.effectDiscard(run(migrations))))

/** All repositories of `layer` and the users, each of whom gets the sample model. */
export const layerWithUsers = Layer.merge(layer, UserRepository.layer)
