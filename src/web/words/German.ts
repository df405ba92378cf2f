import { words as shell } from "../Texts.de.ts"
import { words as invitations } from "../pages/InvitationTexts.de.ts"
import { words as tokens } from "../pages/TokenTexts.de.ts"
import { words as model } from "../pages/model/ModelTexts.de.ts"
import { words as project } from "../pages/project/ProjectTexts.de.ts"
import { words as webhooks } from "../pages/project/WebhookTexts.de.ts"
import { codes } from "./FailureTexts.de.ts"
import { words as files } from "../upload/FileTexts.de.ts"

/** All German texts. They are loaded before the page's own modules, and only if German is chosen. */
export const german = { codes, shell, invitations, tokens, model, project, webhooks, files }
