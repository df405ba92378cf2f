import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { ProjectToken } from "../../api/Views.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { dated, dayOf, texts } from "../TokenTexts.ts"
import { heading } from "./Library.tsx"

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
            <table class="list">
              <caption class="unseen">{texts.tokens.ofProject}</caption>
              <thead>
                <tr>
                  <th>{texts.tokens.name}</th>
                  <th>{texts.tokens.user}</th>
                  <th>{texts.tokens.scopes}</th>
                  <th>{texts.tokens.expires}</th>
                  <th>{texts.tokens.used}</th>
                  <th>
                    <span class="unseen">{texts.tokens.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {tokens.map((token) => (
                  <tr key={token.id}>
                    <td>{token.name}</td>
                    <td>
                      <code>{token.userId}</code>
                    </td>
                    <td>
                      <code>{token.scopes.join(" ")}</code>
                    </td>
                    <td>{dated(token.expiresAt)}</td>
                    <td>{token.lastUsedAt === undefined ? texts.tokens.never : dayOf(token.lastUsedAt)}</td>
                    <td>
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
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
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
