import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { ProjectToken } from "../../api/Views.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { Table } from "../../ui/Table.tsx"
import { dated, dayOf, texts } from "../TokenTexts.ts"
import { heading } from "./Library.tsx"

const usedOf = ({ lastUsedAt }: ProjectToken): string =>
  lastUsedAt === undefined ? texts.tokens.never : dayOf(lastUsedAt)

/** Renders the tokens for programs that reach a project, for its Owners. */
export const ProjectTokens = ({ projectId }: { readonly projectId: string }) => {
  const base = `/projects/${projectId}/tokens`
  const loading = useLoaded(
    (signal) => call<{ readonly tokens: ReadonlyArray<ProjectToken> }>("GET", base, { signal }),
    []
  )
  const [doomed, setDoomed] = useState<ProjectToken | null>(null)
  return (
    <>
      <h3>{texts.tokens.title}</h3>
      <Loaded of={loading}>
        {({ tokens }) =>
          tokens.length === 0 ? (
            <p class="soft">{texts.tokens.noneHere}</p>
          ) : (
            <Table
              caption={texts.tokens.ofProject}
              columns={[
                { label: texts.tokens.name, cell: ({ name }) => name },
                { label: texts.tokens.user, cell: ({ userId }) => <code>{userId}</code> },
                { label: texts.tokens.scopes, cell: ({ scopes }) => <code>{scopes.join(" ")}</code> },
                { label: texts.tokens.expires, cell: ({ expiresAt }) => dated(expiresAt) },
                { label: texts.tokens.used, cell: usedOf },
                {
                  label: texts.tokens.actions,
                  isUnseen: true,
                  cell: (token) => (
                    <span class="rowbuttons">
                      <button
                        type="button"
                        class="plain"
                        aria-label={`${texts.tokens.shutOut}: ${token.name}`}
                        onClick={() => setDoomed(token)}
                      >
                        {texts.tokens.shutOut}
                      </button>
                    </span>
                  )
                }
              ]}
              rows={tokens}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
      {doomed !== null && (
        <FormDialog
          title={texts.tokens.shuttingOut(doomed.name)}
          about={texts.tokens.shutOutAbout}
          button={texts.tokens.shutOut}
          isDangerous
          fields={[]}
          send={() => call("DELETE", `${base}/${doomed.id}`)}
          done={() => {
            setDoomed(null)
            loading.reload()
          }}
          close={() => setDoomed(null)}
          after={heading}
        />
      )}
    </>
  )
}
