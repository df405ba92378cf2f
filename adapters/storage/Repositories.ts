import { Layer } from "effect"
import * as AccessRepository from "./AccessRepository.ts"
import * as AnswerRepository from "./AnswerRepository.ts"
import * as CodeRepository from "./CodeRepository.ts"
import * as CodificationRepository from "./CodificationRepository.ts"
import * as GarbageRepository from "./GarbageRepository.ts"
import * as LocationRepository from "./LocationRepository.ts"
import { run } from "./Migrate.ts"
import { migrations } from "./Migrations.ts"
import * as MaterialRepository from "./MaterialRepository.ts"
import * as MemberRepository from "./MemberRepository.ts"
import * as ModelRepository from "./ModelRepository.ts"
import * as OperationRepository from "./OperationRepository.ts"
import * as OperationStatistics from "./OperationStatistics.ts"
import * as OutboxRepository from "./OutboxRepository.ts"
import * as ProjectRepository from "./ProjectRepository.ts"
import * as PropertySetRepository from "./PropertySetRepository.ts"
import * as SecretRepository from "./SecretRepository.ts"
import * as StorageHealth from "./StorageHealth.ts"
import * as UploadRepository from "./UploadRepository.ts"

/** Every repository over one SqlClient, its tables brought up to date first. */
export const layer = Layer.mergeAll(
  AccessRepository.layer,
  AnswerRepository.layer,
  CodeRepository.layer,
  CodificationRepository.layer,
  GarbageRepository.layer,
  LocationRepository.layer,
  MaterialRepository.layer,
  MemberRepository.layer,
  ModelRepository.layer,
  OperationRepository.layer,
  OperationStatistics.layer,
  OutboxRepository.layer,
  ProjectRepository.layer,
  PropertySetRepository.layer,
  SecretRepository.layer,
  StorageHealth.layer,
  UploadRepository.layer
).pipe(Layer.provide(Layer.effectDiscard(run(migrations))))
