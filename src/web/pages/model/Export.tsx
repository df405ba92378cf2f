import { useEffect, useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import { type Failure, failureOfOperation } from "../../api/Failure.ts"
import type { Operation } from "../../api/Views.ts"
import { texts } from "./ModelTexts.ts"
import { Dialog } from "../../ui/Dialog.tsx"
import { Problem } from "../../ui/Loaded.tsx"
import { ReportBody } from "../project/Report.tsx"

const pollMillis = 400

type State =
  | { readonly tag: "Asked" }
  | { readonly tag: "Busy"; readonly percent: number }
  | ({ readonly tag: "Ready" } & Links)
  | { readonly tag: "Failed"; readonly failure: Failure }

interface Links {
  readonly downloadUrl: string
  readonly reportUrl: string
}

const made = async (base: string, signal: AbortSignal, tell: (percent: number) => void): Promise<State> => {
  const started = await call<Operation>("POST", `${base}/export-ifc`, { signal })
  if ("failure" in started) return { tag: "Failed", failure: started.failure }
  const failed = (failure: Failure): State => ({
    tag: "Failed",
    failure: { ...failure, operationId: started.value.id }
  })
  for (let operation = started.value; ;) {
    if (operation.status === "Failed") return failed(failureOfOperation(operation))
    if (operation.status === "Ready") {
      // The header is needed because the response would otherwise be a redirect, which scripts cannot read.
      const headers = { prefer: "return=representation" }
      const links = await call<Links>("GET", `${base}/export-ifc/${operation.id}/result`, { headers, signal })
      return "failure" in links ? failed(links.failure) : { tag: "Ready", ...links.value }
    }
    tell(operation.percentageCompleted)
    await new Promise((resolve) => setTimeout(resolve, pollMillis))
    const answer = await call<Operation>("GET", `/operations/${operation.id}`, { signal })
    if ("failure" in answer) return failed(answer.failure)
    operation = answer.value
  }
}

/** Renders a dialog that exports the latest public version as an IFC file and shows what was written into it. */
export const ExportDialog = (properties: {
  readonly base: string
  readonly hasUnpublished: boolean
  readonly close: () => void
}) => {
  const { base, close, hasUnpublished } = properties
  const [state, setState] = useState<State>({ tag: "Asked" })
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (round === 0) return undefined
    const control = new AbortController()
    setState({ tag: "Busy", percent: 0 })
    void made(base, control.signal, (percent) => setState({ tag: "Busy", percent })).then((next) => {
      if (!control.signal.aborted) setState(next)
    })
    return () => control.abort()
  }, [base, round])
  return (
    <Dialog title={texts.export.title} close={close}>
      {state.tag === "Asked" && (
        <>
          <p>{texts.export.about}</p>
          {hasUnpublished && <p class="fault">{texts.export.unpublished}</p>}
          <footer>
            <button type="button" onClick={close}>
              {texts.cancel}
            </button>
            <button type="button" class="primary" onClick={() => setRound(1)}>
              {texts.export.start}
            </button>
          </footer>
        </>
      )}
      {state.tag === "Busy" && (
        <p role="status">
          {texts.export.busy(state.percent)}{" "}
          <progress max={100} value={state.percent} aria-label={texts.export.title} />
        </p>
      )}
      {state.tag === "Failed" && <Problem failure={state.failure} retry={() => setRound(round + 1)} />}
      {state.tag === "Ready" && (
        <>
          <p class="row" role="status">
            {texts.export.done}
            <a class="button primary" href={state.downloadUrl} download="">
              {texts.export.download}
            </a>
          </p>
          <section>
            <h3>{texts.export.report}</h3>
            <ReportBody url={state.reportUrl} />
          </section>
        </>
      )}
    </Dialog>
  )
}
