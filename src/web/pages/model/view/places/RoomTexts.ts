import { counted } from "../../../../Texts.ts"

/** Texts about rooms; part of those of the model's page. */
export const rooms = {
  title: "Rooms",
  none: "This model has no rooms",
  count: (count: number): string => (count === 1 ? "1 room" : `${counted(count)} rooms`),
  heads: { number: "Number", name: "Name", area: "Floor area", products: "Products" },
  noStorey: "Without storey",
  stated: (stated: number, all: number): string => `${counted(stated)} of ${counted(all)} with an area in the file`,
  show: (name: string): string => `Show room ${name}`,
  inside: (name: string): string => `Filter products in ${name}`,
  copy: "Copy table",
  colors: { "!rooms": "Rooms by name", "!room-areas": "Rooms by area" } as Readonly<Record<string, string>>
} as const
