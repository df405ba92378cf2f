/** Texts of the panels around the view; part of those of the model's page. */
export const workspace = {
  panels: "Panels",
  docks: { places: "Locations", models: "Models", table: "Table", details: "Details" },
  resize: (name: string): string => `Size of ${name}`,
  resizeAbout: "Drag, or press the arrow keys; Enter folds the panel, a double click restores its size",
  full: "Full screen",
  fullEnd: "Leave full screen"
}
