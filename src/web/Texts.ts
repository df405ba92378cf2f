import { decimal } from "./words/Format.ts"
import { inLanguage } from "./words/Words.ts"

export { counted, exact, inPercent, timed } from "./words/Format.ts"

const titles: Readonly<Record<number, string>> = {
  0: "The service does not answer",
  400: "The service cannot do this",
  401: "You are not signed in",
  403: "You may not do this",
  404: "Not found",
  413: "This is too large",
  429: "Too many requests at once",
  503: "The service is not available"
}

/** English texts of the shell. */
export const words = {
  name: "Plinth",
  loading: "Loading…",
  close: "Close",
  cancel: "Cancel",
  copied: "Copied",
  notCopied: "The browser did not copy it",
  create: "Create",
  save: "Save",
  delete: "Delete",
  edit: "Edit",
  search: "Search",
  noMatch: (sought: string): string => `Nothing here has “${sought}”.`,
  more: (count: string): string => `${count} more: search to see them.`,
  skip: "Skip to content",
  away: "The service is not available at the moment. Trying again…",
  notFound: "There is no such page.",
  toProjects: "All projects",
  problem: {
    title: (status: number): string => titles[status] ?? "Something went wrong",
    notLoaded: "This part of the page could not be loaded.",
    away: "The service does not answer.",
    answered: (status: number): string => `The service answered ${status}.`,
    code: "Code",
    requestId: "Request id",
    operationId: "Operation id",
    retry: "Try again",
    retrying: "Trying again…"
  },
  signIn: {
    title: "Sign in",
    about: "Projects, models and their data, from the service that you run.",
    /** Texts before and after the command. */
    noUser: [
      "There is no user yet. When it started, the service printed a link that makes the first one; ",
      " prints a new link."
    ],
    invite: "npm run --silent user -- invite",
    button: "Sign in",
    out: "Sign out",
    notOut: "The service does not answer, so you are still signed in. Try again later.",
    refused: "The sign-in was refused.",
    broken: "The sign-in was not completed.",
    refusedAgain: "The service refuses the token that it just issued; its log says why.",
    token: "Use a token",
    tokenHint: "From npm run --silent token -- --user NAME, for instance. It is forgotten when you reload the page.",
    tokenLabel: "Token",
    tokenRefused: "The service refuses this token.",
    unanswered: "The service does not answer, so the token could not be checked."
  },
  user: {
    menu: "Account",
    subject: "Your user ID, by which others add you to projects",
    copy: "Copy",
    opaque:
      "Your token does not say who you are, so everybody who uses it shares your projects. A new one names its user."
  },
  tokens: {
    title: "Tokens for programs"
  },
  admin: {
    title: "Administration"
  },
  preferences: {
    menu: "Language and theme",
    language: "Language",
    theme: "Theme",
    themes: { system: "System", light: "Light", dark: "Dark" }
  },
  elsewhere: {
    title: "This page has another address",
    about: (url: string): string =>
      `The service is at ${url}, and the page works only there. Its operator sets this with PUBLIC_URL.`,
    link: (url: string): string => `Open ${url}`
  },
  projects: {
    title: "Projects",
    new: "New project",
    name: "Name",
    description: "Description",
    none: "No projects yet",
    noneHint: "A project holds models, what they share, and the people who work on them.",
    search: "Search projects",
    noMatch: "No project has this in its name."
  },
  sample: {
    short: "To look around in"
  },
  locations: {
    none: "No locations yet",
    nameless: "without name",
    types: {
      Site: "Site",
      Building: "Building",
      Floor: "Storey",
      Space: "Room",
      Bridge: "Bridge",
      MarineFacility: "Marine facility",
      Railway: "Railway",
      Road: "Road",
      BridgePart: "Part of a bridge",
      FacilityPartCommon: "Common part",
      MarinePart: "Part of a marine facility",
      RailwayPart: "Part of a railway",
      RoadPart: "Part of a road",
      Facility: "Facility",
      ExternalSpatialElement: "Outside"
    } as Readonly<Record<string, string>>,
    elevation: (metres: number): string => `${decimal(metres)}\u00a0m`
  },
  fields: {
    MaterialLayerSet: "Material",
    SpatialLocation: "Location",
    Class: "Class",
    Guid: "GlobalId",
    Model: "Model",
    Description: "Description",
    Elevation: "Elevation",
    LongName: "Long name",
    ObjectType: "Object type",
    OverallHeight: "Overall height",
    OverallWidth: "Overall width",
    PredefinedType: "Predefined type",
    TypeName: "Type"
  } as Readonly<Record<string, string>>,
  libraryGroups: { Project: "project", Model: "model" },
  roles: { Owner: "Owner", Contributor: "Contributor", User: "User" } as Readonly<Record<string, string>>
} as const

/** All texts of the shell. */
export const texts = inLanguage(words, (german) => german.shell)
