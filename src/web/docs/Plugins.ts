import type { Arrangement, Tags } from "./Library.ts"
import { found, matches } from "./Search.ts"

/** The plugin that searches by words in place of the library's own filter, whose box this page has elsewhere. */
export const searching = {
  components: { FilterContainer: () => null },
  fn: {
    opsFilter: (tags: Tags, sought: string): Tags => {
      const left = tags
        .map((entry, tag) =>
          entry.set(
            "operations",
            entry.get("operations").filter((operation) => matches(sought, tag, operation))
          )
        )
        .filter((entry) => entry.get("operations").size > 0)
      found.value = left.reduce((sum, entry) => sum + entry.get("operations").size, 0)
      return left
    }
  }
}

/**
 * The plugin that arranges the parts of the library within this page, which has one main landmark and one server. Names
 * of operations are texts: the library nests links in the buttons that open operations, which screen readers cannot tell
 * apart. An open operation is in the address. The box of a request's body gets a name, which the library does not give.
 */
export const arranged = ({ React: { createElement } }: Arrangement) => ({
  components: {
    TextArea: (properties: object) =>
      createElement("textarea", {
        "aria-label": document.getElementById("reference")!.dataset["body"],
        ...properties
      }),
    DeepLink: ({ text }: { readonly text: unknown }) => createElement("span", null, text),
    Arranged: ({ getComponent }: { readonly getComponent: Arrangement["getComponent"] }) =>
      createElement(
        "div",
        { className: "swagger-ui" },
        createElement(getComponent("SvgAssets"), null),
        createElement(getComponent("errors", true), null),
        createElement(getComponent("InfoContainer", true), null),
        createElement(getComponent("AuthorizeBtnContainer", true), null),
        createElement("h2", { className: "unseen" }, document.querySelector("#endpoints")!.textContent),
        createElement(getComponent("operations", true), null),
        createElement(getComponent("Models", true), null)
      )
  }
})
