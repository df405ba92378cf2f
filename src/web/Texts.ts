const titles: Readonly<Record<number, string>> = {
  0: "The service does not answer",
  400: "The service cannot do this",
  403: "You may not do this",
  404: "This is not here",
  413: "This is too large"
}

const number = new Intl.NumberFormat()
const decimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })

/** A whole number as the reader's locale writes it. */
export const counted = (value: number): string => number.format(value)

/** A measure as the reader's locale writes it, to three places. */
export const measured = (value: number): string => decimal.format(value)

/** Every text that the shell shows: English; other languages take this module's place. */
export const texts = {
  name: "Plinth",
  loading: "Loading…",
  close: "Close",
  cancel: "Cancel",
  copied: "Copied",
  create: "Create",
  save: "Save",
  delete: "Delete",
  edit: "Edit",
  search: "Search",
  skip: "Skip to content",
  away: "The service does not answer. Trying again…",
  notFound: "There is no such page.",
  toProjects: "All projects",
  problem: {
    title: (status: number): string => titles[status] ?? "Something went wrong",
    code: "Code",
    requestId: "Request id",
    retry: "Try again"
  },
  signIn: {
    title: "Sign in",
    about: "Projects, models and their data, from the service that you run.",
    button: "Sign in",
    out: "Sign out",
    refused: "The sign-in was refused.",
    token: "Use a token",
    tokenHint: "From npm run --silent token -- --user NAME, for instance.",
    tokenLabel: "Token",
    tokenRefused: "The service refuses this token."
  },
  user: {
    menu: "Account",
    subject: "Your subject, by which others add you to projects",
    copy: "Copy",
    opaque: "Your token does not say who you are."
  },
  elsewhere: {
    title: "This page is somewhere else",
    about: (url: string): string =>
      `The service is reached at ${url}, and the page works there alone. Who runs it changes that by PUBLIC_URL.`,
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
  roles: { Owner: "Owner", Contributor: "Contributor", User: "User" } as Readonly<Record<string, string>>
} as const
