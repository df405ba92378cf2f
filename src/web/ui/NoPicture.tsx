import type { Ref } from "preact"

/** Renders the outline of a house in place of a picture that is missing. */
export const NoPicture = ({ place }: { readonly place?: Ref<HTMLSpanElement> }) => (
  <span ref={place ?? null} class="picture">
    <svg viewBox="0 0 48 36" aria-hidden="true">
      <path d="M10 18 24 7l14 11M14 15v15h20V15M21 30v-9h6v9M6 30h36" />
    </svg>
  </span>
)
