import { expect, test } from "bun:test"
import type { BcfTopic } from "../../../../sdk/plinth.ts"
import { filtered, noFilter, nobody } from "./TopicFilter.ts"

const topic = (title: string, more: Partial<BcfTopic> = {}): BcfTopic => ({
  guid: title,
  server_assigned_id: "7",
  title,
  labels: [],
  reference_links: [],
  creation_date: "2026-01-01T00:00:00Z",
  creation_author: "ada",
  ...more
})

const topics = [
  topic("Door", { topic_status: "Open", assigned_to: "ada", labels: ["Fire"] }),
  topic("Wall", { topic_status: "Closed", assigned_to: "grace", description: "Beside the DOOR" }),
  topic("Roof", { topic_status: "Open", server_assigned_id: "12" })
]

test.each([
  [noFilter, "Door Wall Roof"],
  [{ ...noFilter, text: " door" }, "Door Wall"],
  [{ ...noFilter, text: "fire" }, "Door"],
  [{ ...noFilter, text: "#12" }, "Roof"],
  [{ ...noFilter, status: "Open" }, "Door Roof"],
  [{ ...noFilter, status: "Open", assigned: "ada" }, "Door"],
  [{ ...noFilter, assigned: nobody }, "Roof"],
  [{ text: "wall", status: "Open", assigned: "" }, ""]
])("the filter %p leaves: %s", (filter, left) => {
  expect(
    filtered(topics, filter)
      .map(({ title }) => title)
      .join(" ")
  ).toBe(left)
})
