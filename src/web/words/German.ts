import { words as shell } from "../Texts.de.ts"
import { words as checks } from "../pages/CheckTexts.de.ts"
import { words as invitations } from "../pages/InvitationTexts.de.ts"
import { words as tokens } from "../pages/TokenTexts.de.ts"
import { words as admin } from "../pages/admin/AdminTexts.de.ts"
import { words as model } from "../pages/model/ModelTexts.de.ts"
import { words as bulk } from "../pages/model/edit/bulk/BulkTexts.de.ts"
import { words as typed } from "../pages/model/edit/bulk/TypedTexts.de.ts"
import { words as differences } from "../pages/model/quantities/DifferenceTexts.de.ts"
import { words as project } from "../pages/project/ProjectTexts.de.ts"
import { words as topics } from "../pages/topics/TopicTexts.de.ts"
import { words as webhooks } from "../pages/project/WebhookTexts.de.ts"
import { words as cards } from "../pages/project/models/CardTexts.de.ts"
import { words as operations } from "../pages/project/operations/OperationTexts.de.ts"
import { words as scene } from "../pages/scene/SceneTexts.de.ts"
import { words as files } from "../upload/FileTexts.de.ts"
import { codes } from "./FailureTexts.de.ts"

/** All German texts. They are loaded before the page's own modules, and only if German is chosen. */
export const german = {
  codes,
  shell,
  invitations,
  tokens,
  admin,
  checks,
  model,
  bulk,
  typed,
  differences,
  project,
  topics,
  webhooks,
  cards,
  operations,
  scene,
  files
}
