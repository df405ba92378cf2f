import type { Check, CheckStatus, RequirementsSpecification } from "../../../sdk/plinth.ts"
import { counted, inPercent, texts as shared } from "../Texts.ts"
import { inLanguage } from "../words/Words.ts"

const necessities: Readonly<Record<RequirementsSpecification["necessity"], string>> = {
  required: "required",
  optional: "optional",
  prohibited: "prohibited"
}

const results: Readonly<Record<CheckStatus, string>> = {
  Passed: "Passed",
  Failed: "Failed",
  NotApplicable: "Nothing applies"
}

const states: Readonly<Record<Check["status"], string>> = {
  Queued: "Waiting",
  InProgress: "Running",
  Ready: "Ready",
  Failed: "Could not be checked"
}

/** English texts about requirements and checks. */
export const words = {
  requirements: {
    title: "Requirements",
    about:
      "Documents of the Information Delivery Specification (IDS) say what models must contain. The page of a model checks it against them.",
    none: "No requirements yet",
    noneHint: "Add an .ids file. Models can then be checked against it, by hand or after each publication.",
    mayNot: "You read these requirements: Owners and Contributors of the project change them.",
    add: "Add .ids file",
    list: "Documents of requirements",
    document: "Document",
    specifications: "Specifications",
    auto: "Automatic checks",
    actions: "Actions",
    on: "On",
    off: "Off",
    turnOn: "Check automatically",
    turnOff: "Do not check automatically",
    ofSome: "of some models",
    look: "Look at",
    deleting: (title: string): string => `Delete ${title}?`,
    deleteAbout: "Models are not checked against it any more. The results of earlier checks stay.",
    by: (author: string): string => `by ${author}`,
    warnings: (count: number): string =>
      count === 1 ? "1 part is invalid by the standard" : `${counted(count)} parts are invalid by the standard`,
    necessity: (of: RequirementsSpecification["necessity"]): string => necessities[of]
  },
  checks: {
    about: "A check compares what you see, unpublished changes included, with a document of requirements.",
    none: "The project has no requirements. Add an .ids file on its page, and check the model here.",
    toRequirements: "Requirements of the project",
    document: "Requirements",
    start: "Check now",
    again: "Check again",
    running: (percent: number): string => `Checking: ${inPercent(percent)}`,
    earlier: "Earlier checks",
    noEarlier: "This model was not checked yet.",
    when: "When",
    result: "Result",
    failures: "Failures",
    automatic: "automatic",
    own: "yours",
    show: (title: string, time: string): string => `Show the check ${title} of ${time}`,
    status: (status: Check["status"]): string => states[status],
    of: (result: CheckStatus): string => results[result],
    trend: "Failures by version",
    trendAbout: (time: string, count: number): string =>
      `${time}: ${count === 1 ? "1 failure" : `${counted(count)} failures`}`,
    counts: (passed: number, applicable: number): string => `${counted(passed)} of ${counted(applicable)} pass`,
    nothing: "nothing applies",
    failing: (count: number): string => (count === 1 ? "1 fails" : `${counted(count)} fail`),
    listed: (shown: number, all: number): string => `The first ${counted(shown)} of ${counted(all)}`,
    product: (ifcClass: string, name: string): string => `${ifcClass} ${name}`,
    unnamed: (step: number): string => `#${step}`,
    fix: "Fix here",
    fixing: (name: string): string => `Fix here: ${name}`,
    selectAll: "Select them",
    color: "Colour failing products",
    csv: "Save as CSV",
    bcf: "Save as BCF",
    more: "Show more",
    topic: {
      makeAll: (count: number): string =>
        count === 1 ? "Make a topic of the failure" : `Make topics of all ${counted(count)} failures`,
      updateAll: (count: number): string => (count === 1 ? "Update the topic" : `Update the ${counted(count)} topics`),
      open: "Open topic",
      opening: (name: string): string => `Open topic: ${name}`,
      made: (made: number, changed: number): string =>
        `${made === 1 ? "1 topic was made" : `${counted(made)} topics were made`}${
          changed === 0 ? "." : `; ${changed === 1 ? "1 was" : `${counted(changed)} were`} updated.`
        }`
    }
  }
} as const

/** All texts about requirements and checks, with those of the shell. */
export const texts = { ...shared, ...inLanguage(words, (german) => german.checks) }
