import { signal } from "@preact/signals"

/** Whether the window is on screen, and not behind another tab. */
export const isVisible = signal(document.visibilityState !== "hidden")

document.addEventListener("visibilitychange", () => (isVisible.value = document.visibilityState !== "hidden"))
