import { signal } from "@preact/signals"
import { type Box, boxOf, boxText, mostSections, type Section, sectionsOf, sectionsText } from "./Sections.ts"
import { chosen, slide } from "./Sliders.ts"

export const sections = (): ReadonlyArray<Section> => sectionsOf(chosen("sections"))
export const setSections = (next: ReadonlyArray<Section>): void =>
  slide({ sections: sectionsText(next.slice(0, mostSections)) })

export const box = (): Box | null => boxOf(chosen("box"))
export const setBox = (next: Box | null): void => slide({ box: next === null ? null : boxText(next) })

/** Whether the next click in the view makes a section along the face that it hits. */
export const isTakingFace = signal(false)
