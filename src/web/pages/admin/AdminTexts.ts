import { counted } from "../../Texts.ts"
import { inLanguage } from "../../words/Words.ts"
import { texts as shared } from "../project/operations/OperationTexts.ts"

const actions: Readonly<Record<string, string>> = {
  "admin.users.list": "Listed the users",
  "admin.user.create": "Added a user",
  "admin.user.remove": "Deleted a user",
  "admin.user.revoke": "Revoked what a user was given",
  "admin.user.linkPassword": "Made a link to set a password",
  "admin.clients.list": "Listed the clients",
  "admin.client.create": "Added a client",
  "admin.client.remove": "Deleted a client",
  "admin.storage.read": "Looked at the storage",
  "admin.audit.read": "Read the audit",
  "admin.operations.list": "Listed the operations",
  "admin.health.read": "Looked at the health",
  "client.register": "Registered itself",
  "client.allow": "Allowed a program",
  "model.modify": "Edited a model",
  "model.publish": "Published changes of a model",
  "model.discard": "Discarded changes of a model",
  "member.put": "Gave a member a role",
  "model.member.put": "Gave a member a role on a model",
  "model.member.remove": "Removed a role on a model",
  "invitation.accept": "Accepted an invitation",
  "token.shutOut": "Excluded a token",
  "topics.import": "Imported topics",
  "requests.refuse": "Refused more requests"
}

/** Objects of other actions, which are named by an object and a verb. */
const things: Readonly<Record<string, string>> = {
  code: "a code",
  codification: "a library of codes",
  comment: "a comment",
  document: "a document",
  invitation: "an invitation",
  location: "a location",
  material: "a material",
  "material.library": "a library of materials",
  member: "a member",
  model: "a model",
  operation: "an operation",
  project: "the project",
  "property.definition": "a property of a set",
  "property.set": "a property set",
  query: "a saved filter",
  requirements: "requirements",
  snippet: "the snippet of a topic",
  token: "a token",
  topic: "a topic",
  viewpoint: "a view of a topic",
  webhook: "a webhook"
}

const verbs: Readonly<Record<string, string>> = {
  change: "Changed",
  create: "Added",
  disable: "Turned off",
  fail: "Could not finish",
  finish: "Finished",
  remove: "Deleted",
  retry: "Repeated",
  rotate: "Renewed the secret of",
  start: "Started",
  test: "Tested"
}

/** English texts of the administration. */
export const words = {
  admin: {
    parts: "Parts of the administration",
    /** Sentence for users who are no operators. */
    not: "This area is for operators of the service",
    notHint:
      "You are not one of them. Who runs the service makes operators. If you became one a moment ago, sign out and in again.",
    tabs: {
      users: "Users",
      clients: "Clients",
      storage: "Storage",
      operations: "Operations",
      audit: "Audit",
      health: "Health"
    },
    refresh: "Read again",
    recorded: "Each look at this area is recorded in the audit, so it does not renew itself.",
    pager: {
      previous: "Previous",
      next: "Next",
      part: (first: number, last: number, all: number): string =>
        `${counted(first)} to ${counted(last)} of ${counted(all)}`
    }
  },
  users: {
    list: "Users of the service",
    none: "Nobody has an account yet",
    noneHere: "No users on this page",
    add: "Add user",
    addAbout: "The user sets a password by a link, which is shown to you once. Send it to this person alone.",
    user: "User name",
    name: "Name",
    operator: "Operator",
    makeOperator: "May administer the service",
    created: "Added",
    seen: "Last seen",
    never: "Never",
    provider: "People sign in at your provider: users, passwords and operators are changed there.",
    made: "The link is made",
    madeAbout: "The person sets a password with it, once, within 24 hours. It is shown here and never again.",
    copy: "Copy link",
    done: "Done",
    link: "Password link",
    linkOf: (user: string): string => `Make a password link for ${user}`,
    linking: (user: string): string => `Make a link for ${user} to set a password?`,
    linkAbout:
      "Whoever opens the link sets the password. The present one is good until then. Owners of the user's projects see in their audit that you made it.",
    makeLink: "Make the link",
    revoke: "Revoke",
    revokeOf: (user: string): string => `Revoke everything of ${user}`,
    revoking: (user: string): string => `Sign ${user} out everywhere?`,
    revokeAbout:
      "Ends all sign-ins, tokens for programs and event streams of this user, and turns off the user's webhooks. The account, the password and the memberships stay.",
    revoked: (user: string): string => `${user} is signed out everywhere.`,
    noAccount: "This user has no account here, or not any more.",
    deleted: (user: string): string =>
      `${user} has no account any more. Somebody who calls the service under this name is listed again.`,
    deleteOf: (user: string): string => `Delete ${user}`,
    deleting: (user: string): string => `Delete the user ${user}?`,
    deleteAbout:
      "The user cannot sign in any more; sign-ins, tokens for programs and webhooks end. Memberships and everything that the user made stay, under this name. This cannot be undone."
  },
  clients: {
    list: "Programs that sign people in",
    none: "No clients yet",
    noneHint: "A client is a program that signs people in by OAuth, such as an app of your own.",
    noneHere: "No clients on this page",
    add: "Add client",
    id: "Client id",
    uris: "Redirect URLs",
    urisHint: "One a line: whole addresses, to which people come back.",
    scopes: "Scopes",
    secret: "Secret",
    withSecret: "It has a secret (a program on a server, not one in a browser or on a phone)",
    has: "Yes",
    hasNone: "No",
    registered: "Registered itself",
    /** Name of a client that registered itself, which nobody has checked. */
    claimed: (name: string): string => `Calls itself “${name}”`,
    made: "The client is added",
    madeAbout: "Copy its secret now: it is not shown again.",
    copy: "Copy secret",
    done: "Done",
    deleteOf: (client: string): string => `Delete ${client}`,
    deleting: (client: string): string => `Delete the client ${client}?`,
    deleteAbout: "People who signed in with it are signed out of it, and nobody can sign in with it any more."
  },
  storage: {
    kinds: "What takes up space",
    kind: "Kind",
    size: "Size",
    share: "Share",
    database: "Database",
    files: "Files of all projects",
    free: "Free on the disk",
    noFree: "The files are in a bucket, which has no end.",
    projects: "Files by project",
    project: "Project",
    id: "Project id",
    none: "No projects yet"
  },
  audit: {
    list: "Audit of all projects and of the service, newest first",
    none: "Nothing is recorded yet",
    at: "Time",
    by: "Person",
    program: "Program",
    /** Mark of what a program did through `/mcp`. */
    byMcp: "by MCP",
    action: "Action",
    object: "Object",
    outcome: "Outcome",
    project: "Project id",
    requestId: "Request id",
    service: "The service",
    done: "Done",
    actions,
    things,
    verbs,
    acted: (thing: string, verb: string): string => `${verb} ${thing}`
  },
  allOperations: {
    list: "Operations of all projects, newest first",
    none: "Nothing ran yet",
    about: "Names of models and files are for members of their projects.",
    project: "Project id",
    model: "Model id"
  },
  health: {
    ready: "The service is ready",
    unavailable: "A part of the service does not answer",
    version: (version: string): string => `Version ${version}`,
    parts: "Parts",
    part: "Part",
    state: "State",
    names: {
      storage: "Database",
      blobs: "Files",
      queue: "Queue of operations",
      tokens: "Sign-in",
      service: "Service"
    } as Readonly<Record<string, string>>,
    states: { ok: "Works", unavailable: "Does not answer", stopping: "Is being stopped" } as Readonly<
      Record<string, string>
    >,
    waiting: "Operations that have not ended",
    count: "Number",
    noneWaiting: "No work is waiting.",
    workers: "Workers",
    workersOf: (busy: number, alive: number, wanted: number): string =>
      `${counted(busy)} of ${counted(alive)} at work; at least ${counted(wanted)} are kept ready`
  }
} as const

const own = inLanguage(words, (german) => german.admin)

/** All texts of the administration, with those about operations. */
export const texts = { ...shared, ...own, admin: { ...shared.admin, ...own.admin } }
