import type { CheckResult, SpecificationResult } from "./CheckCalls.ts"

/** Returns the guids of the topics about a specification and its requirements. */
const guidsIn = ({ requirements, topicGuid }: SpecificationResult): ReadonlyArray<string> =>
  [topicGuid, ...requirements.map((requirement) => requirement.topicGuid)].flatMap((guid) => guid ?? [])

/** Returns the guids of the topics that the BCF file of a result has. */
export const checkTopicsOf = ({ specifications }: Pick<CheckResult, "specifications">): ReadonlyArray<string> =>
  specifications.flatMap(guidsIn)
