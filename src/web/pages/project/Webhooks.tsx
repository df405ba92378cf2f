import { useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Answer } from "../../api/Failure.ts"
import type { ShownWebhook, Webhook } from "../../api/Views.ts"
import { FormDialog } from "../../ui/Dialog.tsx"
import { Empty, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { ShownOnce } from "../../ui/ShownOnce.tsx"
import { Table } from "../../ui/Table.tsx"
import { Bar, heading, MayNot } from "./Library.tsx"
import type { PartProperties } from "./Part.ts"
import { WebhookDeliveries } from "./WebhookDeliveries.tsx"
import { texts } from "./WebhookTexts.ts"

const words = texts.webhooks

/** Dialog that is open over the list. */
type Open =
  | { readonly kind: "new" }
  | { readonly kind: "made"; readonly secret: string }
  | { readonly kind: "delete" | "rotate" | "turn"; readonly webhook: Webhook }

interface WindowProperties {
  readonly base: string
  readonly open: Open
  readonly made: (secret: string) => void
  readonly close: () => void
  readonly closeAnew: () => void
}

/** Renders the dialog that is open. */
const Window = ({ base, close, closeAnew, made, open }: WindowProperties) => {
  const showing = (answer: Answer<ShownWebhook>) => {
    if ("value" in answer) made(answer.value.secret)
    return answer
  }
  if (open.kind === "made") return <ShownOnce words={words} secret={open.secret} close={closeAnew} />
  if (open.kind === "new") {
    return (
      <FormDialog
        title={words.new}
        button={texts.create}
        fields={[
          { name: "url", label: words.url, required: true },
          { name: "types", label: words.types, value: "*", required: true, hint: words.typesHint },
          { name: "description", label: words.description }
        ]}
        send={async ({ description = "", types = "", url = "" }) => {
          const body = {
            url: url.trim(),
            types: types.split(/[\s,]+/).filter((one) => one !== ""),
            ...(description === "" ? {} : { description })
          }
          return showing(await call<ShownWebhook>("POST", base, { body }))
        }}
        done={() => {}}
        close={closeAnew}
      />
    )
  }
  const { kind, webhook } = open
  const path = `${base}/${webhook.id}`
  if (kind === "rotate") {
    return (
      <FormDialog
        title={words.rotating(webhook.url)}
        about={words.rotateAbout}
        button={words.rotate}
        fields={[]}
        send={async () => showing(await call<ShownWebhook>("POST", `${path}/rotate`))}
        done={() => {}}
        close={close}
      />
    )
  }
  const isDeletion = kind === "delete"
  const turn = webhook.enabled ? words.turnOff : words.turnOn
  return (
    <FormDialog
      title={isDeletion ? words.deleting(webhook.url) : `${turn}: ${webhook.url}`}
      {...(isDeletion ? { about: words.deleteAbout } : {})}
      button={isDeletion ? texts.delete : turn}
      isDangerous={isDeletion}
      fields={[]}
      send={() => (isDeletion ? call("DELETE", path) : call("PUT", path, { body: { enabled: !webhook.enabled } }))}
      done={closeAnew}
      close={close}
      after={heading}
    />
  )
}

const stateOf = ({ disabledReason, enabled }: Webhook): string =>
  enabled ? words.on : disabledReason === undefined ? words.off : words.offBecause(disabledReason)

const List = (properties: {
  readonly webhooks: ReadonlyArray<Webhook>
  readonly open: (open: Open) => void
  readonly shown: string | null
  readonly show: (id: string | null) => void
}) => {
  const { open, show, shown, webhooks } = properties
  const buttonsOf = (webhook: Webhook) =>
    [
      [webhook.enabled ? words.turnOff : words.turnOn, () => open({ kind: "turn", webhook })],
      [words.rotate, () => open({ kind: "rotate", webhook })],
      [texts.delete, () => open({ kind: "delete", webhook })]
    ] as const
  return (
    <Table
      caption={words.list}
      columns={[
        {
          label: words.url,
          cell: ({ description, url }) => (
            <>
              <code>{url}</code>
              {description !== undefined && <div class="soft">{description}</div>}
            </>
          )
        },
        { label: words.types, cell: ({ types }) => <code>{types.join(" ")}</code> },
        { label: words.state, cell: stateOf },
        {
          label: words.actions,
          isUnseen: true,
          cell: (webhook) => (
            <span class="rowbuttons">
              <button
                type="button"
                class="plain"
                aria-pressed={shown === webhook.id}
                aria-label={`${words.deliveries}: ${webhook.url}`}
                onClick={() => show(shown === webhook.id ? null : webhook.id)}
              >
                {words.deliveries}
              </button>
              {buttonsOf(webhook).map(([label, click]) => (
                <button key={label} type="button" class="plain" aria-label={`${label}: ${webhook.url}`} onClick={click}>
                  {label}
                </button>
              ))}
            </span>
          )
        }
      ]}
      rows={webhooks}
      keyOf={({ id }) => id}
    />
  )
}

const Owned = ({ base }: { readonly base: string }) => {
  const loading = useLoaded(
    (signal) => call<{ readonly webhooks: ReadonlyArray<Webhook> }>("GET", base, { signal }),
    [base]
  )
  const [open, setOpen] = useState<Open | null>(null)
  const [shown, show] = useState<string | null>(null)
  const close = () => setOpen(null)
  // After a refusal too: a webhook may have been made whose answer was lost.
  const closeAnew = () => {
    close()
    loading.reload()
  }
  return (
    <>
      <Bar title={words.title}>
        <button type="button" class="primary" onClick={() => setOpen({ kind: "new" })}>
          {words.new}
        </button>
      </Bar>
      <p class="soft">{words.about}</p>
      <Loaded of={loading}>
        {({ webhooks }) => {
          const chosen = webhooks.find(({ id }) => id === shown)
          return webhooks.length === 0 ? (
            <Empty title={words.none}>
              <p>{words.noneHint}</p>
            </Empty>
          ) : (
            <>
              <List webhooks={webhooks} open={setOpen} shown={shown} show={show} />
              {chosen !== undefined && <WebhookDeliveries key={chosen.id} base={base} webhook={chosen} />}
            </>
          )
        }}
      </Loaded>
      {open !== null && (
        <Window
          base={base}
          open={open}
          made={(secret) => setOpen({ kind: "made", secret })}
          close={close}
          closeAnew={closeAnew}
        />
      )}
    </>
  )
}

/** Renders the webhooks of a project, for its Owners. */
export const Webhooks = ({ project }: PartProperties) =>
  project.role === "Owner" ? (
    <Owned base={`/projects/${project.id}/webhooks`} />
  ) : (
    <>
      <Bar title={words.title}>{null}</Bar>
      <MayNot why={words.mayNot} />
    </>
  )
