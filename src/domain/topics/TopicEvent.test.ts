import { expect, test } from "bun:test"
import { commentActions, topicActions } from "./TopicEvent.ts"

const topic = {
  guid: "a",
  title: "Wall",
  labels: ["x", "y"],
  reference_links: [],
  priority: "High",
  creation_date: "2026-04-28",
  creation_author: "ada"
}

test("the event of a topic lists updated, removed and added members", () => {
  const { priority: _, ...rest } = topic
  expect(topicActions(topic, { ...rest, title: "Door", topic_status: "Closed", labels: ["y", "z"] })).toEqual([
    { type: "title_updated", value: "Door" },
    { type: "status_updated", value: "Closed" },
    { type: "priority_removed" },
    { type: "label_added", value: "z" },
    { type: "label_removed", value: "x" }
  ])
  expect(topicActions(topic, topic)).toEqual([])
  expect(topicActions(null, topic)).toEqual([{ type: "topic_created" }])
})

test("long values are cut", () => {
  const [action] = topicActions(topic, { ...topic, description: "x".repeat(4000) })
  expect(action!.value!.length).toBe(255)
})

test("the event of a comment mentions its text and its viewpoint", () => {
  const comment = {
    guid: "b",
    topic_guid: "a",
    date: "2026-04-28",
    author: "ada",
    comment: "Look",
    viewpoint_guid: "v"
  }
  const { viewpoint_guid: _, ...rest } = comment
  expect(commentActions(null, comment)).toEqual([{ type: "comment_created" }])
  expect(commentActions(comment, { ...rest, comment: "Look again" })).toEqual([
    { type: "comment_text_updated", value: "Look again" },
    { type: "viewpoint_removed" }
  ])
  expect(commentActions(rest, comment)).toEqual([{ type: "viewpoint_updated", value: "v" }])
})
