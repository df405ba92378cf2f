import { texts as shared } from "../Texts.ts"
import { inLanguage } from "../words/Words.ts"

export { dated, dayOf } from "../words/Format.ts"

/** English texts about tokens for programs. */
export const words = {
  tokens: {
    about: "A program with such a token acts as you, with the scopes and in the projects that you give it.",
    new: "New token",
    none: "No tokens yet",
    noneHint: "A token lets a script or another service read or change your projects without a person who signs in.",
    noneHere: "No token for programs reaches this project.",
    ofProject: "Tokens for programs of all members that reach this project",
    name: "Name",
    user: "Member",
    scopes: "Scopes",
    does: {
      "projects:read": "See projects and who is in them",
      "projects:write": "Make, change and delete projects and their members",
      "models:read": "Read models, calculate quantities and export",
      "models:write": "Add, edit and remove models",
      "libraries:read": "Read properties, materials, locations and codes",
      "libraries:write": "Change properties, materials, locations and codes",
      admin: "Administer the service: its users, clients and operations"
    },
    projects: "Projects",
    all: "All projects, those to come included",
    allShort: "All",
    some: "Only these",
    noProjects: "None any more",
    expires: "Ends",
    used: "Last used",
    never: "Never",
    lasts: "Lasts",
    days: (count: number): string => (count === 365 ? "A year" : `${count} days`),
    actions: "Actions",
    deleting: (name: string): string => `Delete ${name}?`,
    deleteAbout: "Programs that use this token are refused from now on.",
    shutOut: "Shut out",
    shuttingOut: (name: string): string => `Shut ${name} out of this project?`,
    shutOutAbout: "The token no longer reaches this project. It stays valid in others.",
    made: "The token is made",
    madeAbout: "Copy it now and keep it like a password: it is not shown again.",
    copy: "Copy token",
    done: "Done"
  }
} as const

const own = inLanguage(words, (german) => german.tokens)

/** All texts about tokens for programs, with those of the shell. */
export const texts = { ...shared, tokens: { ...shared.tokens, ...own.tokens } }
