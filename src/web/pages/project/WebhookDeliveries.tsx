import { useEffect, useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { Failure } from "../../api/Failure.ts"
import type { Webhook, WebhookDelivery } from "../../api/Views.ts"
import { Fault, Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { milliseconds } from "../../words/Format.ts"
import { texts, timed } from "./WebhookTexts.ts"

const shown = 20

/** Time in milliseconds until deliveries are read again, while one of them waits. */
const pause = 2000

const Tries = ({ tries }: Pick<WebhookDelivery, "tries">) => (
  <>
    {tries.map(({ answer, at, ms, status }) => (
      <div key={at}>
        {timed(at)}: <code>{status ?? texts.webhooks.noAnswer}</code> <small>{milliseconds(ms)}</small>
        {answer !== "" && (
          <>
            {" "}
            <code>{answer}</code>
          </>
        )}
      </div>
    ))}
  </>
)

const Row = ({ delivery, retry }: { readonly delivery: WebhookDelivery; readonly retry: () => void }) => {
  const { eventId, nextAt, status, tries, type } = delivery
  return (
    <tr>
      <td>
        <code>{type}</code> {eventId}
      </td>
      <td>
        {texts.webhooks.status(status)}
        {nextAt !== undefined && tries.length > 0 && <small> {texts.webhooks.next(timed(nextAt))}</small>}
      </td>
      <td>
        <Tries tries={tries} />
      </td>
      <td>
        <span class="rowbuttons">
          <button type="button" class="plain" aria-label={`${texts.webhooks.retry}: ${type}`} onClick={retry}>
            {texts.webhooks.retry}
          </button>
        </span>
      </td>
    </tr>
  )
}

/** Renders the latest deliveries of a webhook with their tries, and sends them or a test again. */
export const WebhookDeliveries = ({ base, webhook }: { readonly base: string; readonly webhook: Webhook }) => {
  const path = `${base}/${webhook.id}`
  const loading = useLoaded(
    (signal) =>
      call<{ readonly deliveries: ReadonlyArray<WebhookDelivery>; readonly totalCount: number }>(
        "GET",
        `${path}/deliveries?pageSize=${shown}`,
        { signal }
      ),
    [path]
  )
  const [failure, setFailure] = useState<Failure | null>(null)
  const { state } = loading
  useEffect(() => {
    const waits = state.tag === "Ready" && state.value.deliveries.some(({ status }) => status === "Pending")
    if (!waits) return undefined
    const timer = setTimeout(loading.reload, pause)
    return () => clearTimeout(timer)
  }, [state])
  const ask = async (below: string) => {
    const answer = await call("POST", `${path}${below}`)
    setFailure("failure" in answer ? answer.failure : null)
    loading.reload()
  }
  return (
    <section>
      <h3>{texts.webhooks.deliveriesTo(webhook.url)}</h3>
      <p>
        <button type="button" onClick={() => void ask("/test")}>
          {texts.webhooks.test}
        </button>{" "}
        {failure !== null && <Fault failure={failure} />}
      </p>
      <Loaded of={loading}>
        {({ deliveries, totalCount }) =>
          deliveries.length === 0 ? (
            <p class="soft">{texts.webhooks.noDeliveries}</p>
          ) : (
            <table class="list">
              <caption class="soft">{texts.webhooks.latest(deliveries.length, totalCount)}</caption>
              <thead>
                <tr>
                  <th>{texts.webhooks.event}</th>
                  <th>{texts.webhooks.state}</th>
                  <th>{texts.webhooks.tries}</th>
                  <th>
                    <span class="unseen">{texts.webhooks.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {deliveries.map((delivery) => (
                  <Row
                    key={delivery.id}
                    delivery={delivery}
                    retry={() => void ask(`/deliveries/${delivery.id}/retry`)}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
    </section>
  )
}
