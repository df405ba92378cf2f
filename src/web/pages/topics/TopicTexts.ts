import { texts as shared } from "../../Texts.ts"
import { counted } from "../../words/Format.ts"
import { inLanguage } from "../../words/Words.ts"

export { dayOf, timed } from "../../words/Format.ts"

/** English texts about topics. */
export const words = {
  /** Returns a word that every project offers for states and kinds; other words are as they are written. */
  wordOf: (word: string): string => word,
  title: "Topics",
  about:
    "Topics are issues and questions about the models, each with views of them. Other programs exchange them as BCF.",
  none: "No topics yet",
  noneHint: "Make one from the view of a model, or import a BCF file of another program.",
  noneMatch: "No topic matches these filters.",
  list: "List of topics",
  filters: "Filters of the topics",
  text: "Text",
  status: "Status",
  anyStatus: "Any status",
  assigned: "Assigned to",
  anybody: "Anybody",
  nobody: "Nobody",
  noStatus: "No status",
  first: (most: number): string => `Only the newest ${counted(most)} topics are listed.`,
  forPerson: (name: string): string => `for ${name}`,
  due: (day: string): string => `due ${day}`,
  made: (name: string, time: string): string => `by ${name}, ${time}`,
  import: "Import .bcfzip",
  export: "Export .bcfzip",
  imported: (created: number, changed: number): string =>
    `Imported: ${counted(created)} new, ${counted(changed)} changed.`,
  back: "All topics",
  new: "New topic from this view",
  newAbout: "Camera, selection, hidden products, sections and a picture of the view are kept with the topic.",
  newBare: "The view is not open, so the topic has no view.",
  name: "Title",
  description: "Description",
  type: "Type",
  noType: "No type",
  dueDate: "Due date",
  edit: "Edit topic",
  remove: "Delete topic",
  removeAbout: "Its comments and views are deleted too. This cannot be undone.",
  picture: (n: number): string => `Picture of view ${n}`,
  show: "Show this view",
  shown: "The view is shown.",
  colors: "Colours of this view",
  openIn: "Open in a model",
  losses: {
    roll: "The camera of this view is tilted sideways; here it is level.",
    fieldOfView: "This view has another angle of view.",
    orthogonal: "This view is a parallel projection; here it is shown in perspective.",
    planes: "This view has more sections than can be shown.",
    transparency: "Colours of this view are transparent; here they are not.",
    drawings: "Lines and pictures in this view are not shown.",
    products: "Some products of this view are not in this model."
  },
  comments: "Comments",
  noComments: "No comments yet",
  comment: "Comment",
  send: "Add comment"
} as const

const own = inLanguage(words, (german) => german.topics)

/** All texts about topics, with those of the shell. */
export const texts = { ...shared, topics: own }
