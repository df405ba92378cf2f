import { replacedRest, restKey } from "../../../src/domain/topics/Rest.ts"
import { replacedFiles } from "../../../src/domain/topics/TopicParts.ts"
import type { NewTopic } from "../../../src/ports/topics/TopicFileRepository.ts"
import type { TopicMore } from "../../../src/ports/topics/TopicRepository.ts"

/**
 * Returns the parts of a topic after a file has changed it. Files of models that are not among `models` stay as they
 * are, and so do unknown elements of comments and viewpoints that the file does not have.
 *
 * @param foreign the guids of comments that the sender of the file may not change
 */
export const broughtMore = (
  projectId: string,
  models: ReadonlySet<string>,
  before: TopicMore,
  { comments, more, viewpoints }: NewTopic,
  foreign: ReadonlySet<string>
): TopicMore => {
  const kept = new Set(Array.from(foreign, (guid) => restKey("Comment", guid)))
  const parts = new Set([
    ...comments.map(({ guid }) => restKey("Comment", guid)).filter((key) => !kept.has(key)),
    ...viewpoints.map(({ viewpoint }) => restKey("Viewpoint", viewpoint.guid))
  ])
  return {
    ...more,
    files: replacedFiles(before.files, more.files, projectId, models),
    rest: replacedRest(
      before.rest,
      Object.fromEntries(Object.entries(more.rest).filter(([key]) => !kept.has(key))),
      parts
    )
  }
}
