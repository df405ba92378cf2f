import * as Examples from "./Examples.ts"
import * as GeneratedClient from "./GeneratedClient.ts"
import * as Readme from "./Readme.ts"
import * as Sdk from "./Sdk.ts"
import type { Story } from "./Story.ts"

/** Every story, in the order in which they run. */
export const stories: ReadonlyArray<Story> = [
  Readme.story,
  ...Examples.stories,
  GeneratedClient.story,
  Sdk.bun,
  Sdk.node
]
