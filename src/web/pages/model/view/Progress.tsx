import type { ReadonlySignal } from "@preact/signals"
import { counted, inPercent } from "../../../Texts.ts"
import { texts } from "../ModelTexts.ts"

/** Renders how much of the shapes has arrived, or that they are being unpacked. */
export const LoadingShapes = ({ all, bytes }: { readonly bytes: number; readonly all: number }) => {
  const text = bytes < all ? texts.view.loading(bytes, all) : texts.stage.unpacking
  return (
    <div class="over loading">
      <p role="status">{text}</p>
      <progress max={all} value={bytes} aria-label={texts.stage.loadingShapes} />
    </div>
  )
}

/** Renders how much of the picture is drawn, as long as it is not all: a part of a model looks like a whole one. */
export const Drawing = ({ drawn, products }: { readonly drawn: ReadonlySignal<number>; readonly products: number }) =>
  drawn.value >= 1 ? null : (
    <div class="over drawing">
      <span>{texts.stage.drawing(counted(products), inPercent(Math.floor(100 * drawn.value)))}</span>
      <progress max={1} value={drawn.value} aria-label={texts.stage.drawingShapes} />
    </div>
  )
