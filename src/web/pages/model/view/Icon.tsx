const paths = {
  eye: "M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8Zm7-2a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z",
  hidden: "M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8ZM2.5 13.5l11-11",
  alone: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M5.5 5.5h5v5h-5Z",
  cut: "M1 8h14M4 8V3h8v5M4 11v2h8v-2",
  home: "M1.5 8 8 2.5 14.5 8M3.5 6.5v7h9v-7M6.5 13.5v-4h3v4",
  fit: "M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3M8 5l2.7 1.5v3L8 11 5.3 9.5v-3Z",
  views: "M8 1.5 13.5 4.5v7L8 14.5l-5.5-3v-7ZM2.5 4.5 8 7.5l5.5-3M8 7.5v7",
  fade: "M2 2h8v8H2ZM6 6h8v8H6Z",
  undo: "M5 2.5 2 5.5l3 3M2 5.5h7a4 4 0 0 1 0 8H5.5",
  rooms: "M2 2h12v12H2ZM2 9h5M10 9h4M9 2v4",
  measure: "M1.5 10.5l9-9 4 4-9 9ZM4 8l1.5 1.5M6 6l1.5 1.5M8 4l1.5 1.5",
  section: "M8 1.5 13.5 4.5v7L8 14.5l-5.5-3v-7ZM1 10.5l14-5",
  color: "M8 1.5c3 3.7 4.5 6 4.5 8.3a4.5 4.5 0 0 1-9 0C3.5 7.5 5 5.2 8 1.5ZM8 12.3a2.5 2.5 0 0 0 2.5-2.5",
  full: "M10 2h4v4M14 2 9.5 6.5M6 14H2v-4M2 14l4.5-4.5",
  tools: "M2 4h12M2 8h12M2 12h12",
  places: "M2 2.5h5v3H2ZM9 6.5h5v3H9ZM9 11.5h5v3H9ZM4.5 5.5v7.5H9M4.5 8H9",
  models:
    "M1.5 5.5 5 3.5l3.5 2v4L5 11.5l-3.5-2ZM1.5 5.5 5 7.5l3.5-2M5 7.5v4M8.5 8 11 6.5l3.5 2v4l-3.5 2-3.5-2v-2M7.5 10.5 11 12.5l3.5-2",
  table: "M2 3h12v10H2ZM2 6.3h12M2 9.7h12M6.5 6.3V13",
  details: "M2 3h12v10H2ZM9.5 3v10M11 6h1.5M11 8h1.5M11 10h1.5",
  properties: "M2 4h2.5M7 4h7M2 8h2.5M7 8h7M2 12h2.5M7 12h7",
  quantities: "M12.5 4.5V2.5h-9l5 5.5-5 5.5h9v-2",
  versions: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 4.5V8l2.5 1.7",
  checks: "M2.5 2.5h11v11h-11ZM5 8l2.2 2.2L11 5.8",
  topics: "M2 3h12v8H7.5l-3 3v-3H2Z",
  changes: "M2.5 13.5l.7-3.2 7.6-7.6 2.5 2.5-7.6 7.6ZM9 4.5 11.5 7",
  close: "M4 4l8 8M12 4l-8 8"
} as const

export type IconName = keyof typeof paths

/** Renders an icon of 16 by 16 pixels in the colour of the text; its button has the label. */
export const Icon = ({ of }: { readonly of: IconName }) => (
  <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={paths[of]} fill="none" stroke="currentColor" stroke-width="1.3" stroke-linejoin="round" />
  </svg>
)
