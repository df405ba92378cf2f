import type { ComponentType } from "preact"
import { choose, place } from "../address/Address.ts"
import { Link } from "../address/Link.tsx"
import { isOperator } from "../signin/Session.ts"
import { Empty } from "../ui/Loaded.tsx"
import { Tabs } from "../ui/Tabs.tsx"
import { useTitle } from "../ui/Title.ts"
import { texts } from "./admin/AdminTexts.ts"
import { AllOperations } from "./admin/AllOperations.tsx"
import { Audit } from "./admin/Audit.tsx"
import { Clients } from "./admin/Clients.tsx"
import { Health } from "./admin/Health.tsx"
import { Storage } from "./admin/Storage.tsx"
import { Users } from "./admin/Users.tsx"

const tabs = {
  users: Users,
  clients: Clients,
  storage: Storage,
  operations: AllOperations,
  audit: Audit,
  health: Health
} as const satisfies Readonly<Record<string, ComponentType>>

type Tab = keyof typeof tabs

/** Renders the administration of the service, for operators. Others get a sentence, and the service is not asked. */
export const AdminPage = () => {
  useTitle(texts.admin.title)
  const asked = place.value.query.get("tab") ?? "users"
  const shown = asked in tabs ? (asked as Tab) : "users"
  const Part = tabs[shown]
  return (
    <>
      <h1>{texts.admin.title}</h1>
      {isOperator() ? (
        <>
          <Tabs
            label={texts.admin.parts}
            tabs={Object.keys(tabs) as ReadonlyArray<Tab>}
            shown={shown}
            titleOf={(tab) => texts.admin.tabs[tab]}
            choose={(tab) => choose({ tab: tab === "users" ? null : tab, page: null }, { replace: false })}
          />
          <Part key={shown} />
        </>
      ) : (
        <Empty title={texts.admin.not}>
          <p>{texts.admin.notHint}</p>
          <Link to="/">{texts.toProjects}</Link>
        </Empty>
      )}
    </>
  )
}
