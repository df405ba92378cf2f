import { useRef, useState } from "preact/hooks"
import { call } from "../../api/Call.ts"
import type { GeometryLink, Model } from "../../api/Views.ts"
import { texts } from "./ModelTexts.ts"
import { useKeptFocus } from "../../ui/Focus.ts"
import { Loaded, useLoaded } from "../../ui/Loaded.tsx"
import { shapes } from "./edit/Editing.ts"
import type { Fields } from "./Fields.ts"
import { ofVersion, versionSeen } from "./Query.ts"
import { Shapes } from "./view/Shapes.tsx"
import { isSmall } from "./workspace/Layout.ts"
import { FullScreen } from "./workspace/FullScreen.tsx"
import { DockButtons } from "./workspace/Workspace.tsx"

/** Renders the model in 3D, to turn, cut and measure. The selection is shared with the table. */
export const View = ({
  base,
  fields,
  model
}: {
  readonly base: string
  readonly model: Model
  readonly fields: Fields | null
}) => {
  // Is among the inputs, so that a retry opens the shapes again even if their link is the same.
  const [round, setRound] = useState(0)
  const hasRetried = useRef(false)
  // Another version has shapes of its own, which replace those on the canvas.
  const link = useLoaded(
    (signal) => call<GeometryLink>("GET", ofVersion(`${base}/geometry?format=view`), { signal }),
    [base, shapes.value, round, versionSeen()],
    [base, shapes.value, round]
  )
  const section = useKeptFocus<HTMLElement>()
  return (
    <section class="view" aria-label={texts.view.title} tabIndex={-1} ref={section}>
      <Loaded of={link}>
        {(found) =>
          found.triangles === 0 ? (
            <p class="scene soft">{texts.view.none}</p>
          ) : (
            <Shapes
              base={base}
              fields={fields}
              link={found}
              model={model}
              again={() => setRound(round + 1)}
              hasRetried={hasRetried}
            />
          )
        }
      </Loaded>
      {/* The panels can be opened and folded even if the browser cannot show the model. */}
      <div class="docks" role="group" aria-label={texts.workspace.panels}>
        {!isSmall.value && <DockButtons left="places" />}
        <FullScreen />
      </div>
    </section>
  )
}
