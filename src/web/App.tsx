import type { ComponentType } from "preact"
import { useState } from "preact/hooks"
import { type Identifiers, isHere, place, publicUrl } from "./address/Address.ts"
import { Link } from "./address/Link.tsx"
import { isAway } from "./api/Call.ts"
import { Projects } from "./pages/Projects.tsx"
import { SignInPage } from "./pages/SignInPage.tsx"
import { nameOf, session } from "./signin/Session.ts"
import { texts } from "./Texts.ts"
import { lazy } from "./ui/Lazy.tsx"
import { Empty } from "./ui/Loaded.tsx"
import { workStyles } from "./ui/Styles.ts"

const AccountMenu = lazy(async () => (await import("./pages/AccountMenu.tsx")).AccountMenu)

/** Renders the menu of the header; its content is loaded when it is first opened. Escape closes it. */
const Menu = ({ access }: { readonly access: string | null }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="account"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.currentTarget.open = false
        event.currentTarget.querySelector("summary")?.focus()
      }}
    >
      <summary>{access === null ? texts.preferences.menu : (nameOf(access) ?? texts.user.menu)}</summary>
      <div>{isOpen && <AccountMenu isKnown={access !== null} />}</div>
    </details>
  )
}

/** Page that also serves users who are not signed in. */
export const invitationPath = "/invitations"
const InvitationPage = lazy(async () => (await import("./pages/InvitationPage.tsx")).InvitationPage)

type Page = ComponentType<{ readonly of: Identifiers }>

const pages: ReadonlyArray<readonly [path: RegExp, page: Page]> = [
  [/^\/$/, Projects],
  // It comes with the project's page, whose parts it uses: parts of the bundle for it alone would make the first load larger.
  [
    /^\/tokens$/,
    lazy(async () => {
      const [{ TokensPage }] = await Promise.all([import("./pages/Project.tsx"), workStyles()])
      return TokensPage
    })
  ],
  [
    /^\/projects\/(?<project>\d+)$/,
    lazy(async () => {
      const [{ ProjectPage }] = await Promise.all([import("./pages/Project.tsx"), workStyles()])
      return ProjectPage
    })
  ],
  [
    /^\/admin$/,
    lazy(async () => {
      const [{ AdminPage }] = await Promise.all([import("./pages/Admin.tsx"), workStyles()])
      return AdminPage
    })
  ],
  [
    /^\/projects\/(?<project>\d+)\/models\/(?<model>\d+)$/,
    lazy(async () => {
      const [{ ModelPage }] = await Promise.all([import("./pages/Model.tsx"), workStyles()])
      return ModelPage
    })
  ],
  [
    /^\/projects\/(?<project>\d+)\/scene$/,
    lazy(async () => {
      const [{ ScenePage }] = await Promise.all([import("./pages/Scene.tsx"), workStyles()])
      return ScenePage
    })
  ]
]

const Content = () => {
  const { path } = place.value
  for (const [pattern, Page] of pages) {
    const found = pattern.exec(path)
    if (found !== null) return <Page key={path} of={found.groups ?? {}} />
  }
  return (
    <>
      <h1 class="unseen">{texts.name}</h1>
      <Empty title={texts.notFound}>
        <Link to="/">{texts.toProjects}</Link>
      </Empty>
    </>
  )
}

const Elsewhere = () => (
  <>
    <h1 class="unseen">{texts.name}</h1>
    <Empty title={texts.elsewhere.title}>
      <p>{texts.elsewhere.about(publicUrl)}</p>
      <a href={`${publicUrl}/app/`}>{texts.elsewhere.link(`${publicUrl}/app/`)}</a>
    </Empty>
  </>
)

const Main = ({ isKnown }: { readonly isKnown: boolean }) =>
  place.value.path === invitationPath ? <InvitationPage /> : isKnown ? <Content /> : <SignInPage />

/** Renders the application: the header, and the page that the address names. */
export const App = () => {
  const known = session.value
  return (
    <>
      <a class="skip" href="#content">
        {texts.skip}
      </a>
      <header class="top">
        <Link to="/" class="brand">
          {texts.name}
        </Link>
        {/* A new key makes a new, closed menu after each step to another page and after signing in or out. */}
        <Menu key={`${place.value.path} ${known === null}`} access={known?.access ?? null} />
      </header>
      {isAway.value && (
        <p class="away" role="status">
          {texts.away}
        </p>
      )}
      <main id="content" tabIndex={-1}>
        {isHere ? <Main isKnown={known !== null} /> : <Elsewhere />}
      </main>
    </>
  )
}
