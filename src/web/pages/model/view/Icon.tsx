const paths = {
  eye: "M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8Zm7-2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  hidden: "M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8ZM2.5 13.5l11-11",
  alone: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M5.5 5.5h5v5h-5Z",
  cut: "M1 8h14M4 8V3h8v5M4 11v2h8v-2"
} as const

/** Renders an icon of 16 by 16 pixels in the colour of the text; its button has the label. */
export const Icon = ({ of }: { readonly of: keyof typeof paths }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={paths[of]} fill="none" stroke="currentColor" stroke-width="1.3" stroke-linejoin="round" />
  </svg>
)
