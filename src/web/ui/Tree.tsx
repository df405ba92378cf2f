import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { counted, texts } from "../Texts.ts"

/** A node of a tree, with its children. */
export interface Node {
  readonly id: string
  readonly label: ComponentChildren
  readonly buttons?: ComponentChildren
  readonly children: ReadonlyArray<Node>
}

interface Flat {
  readonly node: Node
  readonly level: number
  readonly parent: string | null
}

const flattened = (
  nodes: ReadonlyArray<Node>,
  isOpen: (id: string) => boolean,
  level = 1,
  parent: string | null = null
): ReadonlyArray<Flat> =>
  nodes.flatMap((node) => [
    { node, level, parent },
    ...(isOpen(node.id) ? flattened(node.children, isOpen, level + 1, node.id) : [])
  ])

/** Largest number of rows that are drawn; longer trees need a search. */
const mostRows = 2000

const none: ReadonlySet<string> = new Set()

/**
 * Renders a tree with one tab stop. Up and down move through it, right opens, left closes or goes to the parent, and
 * Enter activates the label. Tab goes on to the buttons of the current row only.
 */
export const Tree = ({
  label,
  nodes,
  opened
}: {
  readonly label: string
  readonly nodes: ReadonlyArray<Node>
  readonly opened: boolean
}) => {
  const [byHand, setByHand] = useState({ opened: none, closed: none })
  const [current, setCurrent] = useState<string | null>(null)
  const rows = useRef(new Map<string, HTMLElement>())
  // During a search all branches are open; afterwards those that were open before are open again.
  const changed = opened ? "closed" : "opened"
  const isOpen = (id: string) => opened !== byHand[changed].has(id)
  const toggle = (id: string) => {
    const next = new Set(byHand[changed])
    if (!next.delete(id)) next.add(id)
    setByHand({ ...byHand, [changed]: next })
  }
  const all = flattened(nodes, isOpen)
  const flat = all.slice(0, mostRows)
  const at = Math.max(
    0,
    flat.findIndex(({ node }) => node.id === current)
  )
  const move = (id: string | undefined | null) => {
    if (id === undefined || id === null) return
    setCurrent(id)
    rows.current.get(id)?.focus()
  }
  useLayoutEffect(() => {
    for (const [id, row] of rows.current) {
      for (const button of row.querySelectorAll("button")) button.tabIndex = id === flat[at]?.node.id ? 0 : -1
    }
  })
  const press = (event: KeyboardEvent, { node, parent }: Flat) => {
    const row = event.currentTarget as HTMLElement
    const hasChildren = node.children.length > 0
    const everywhere: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(flat[at + 1]?.node.id),
      ArrowUp: () => move(flat[at - 1]?.node.id),
      Home: () => move(flat[0]?.node.id),
      End: () => move(flat.at(-1)?.node.id)
    }
    const onRow: Readonly<Record<string, () => void>> = {
      ArrowRight: () => (hasChildren && !isOpen(node.id) ? toggle(node.id) : move(node.children[0]?.id)),
      ArrowLeft: () => (hasChildren && isOpen(node.id) ? toggle(node.id) : move(parent)),
      Enter: () => (row.querySelector<HTMLElement>(".grow button") ?? row.querySelector<HTMLElement>(".grow"))?.click()
    }
    const onButton: Readonly<Record<string, () => void>> = { ArrowLeft: () => row.focus() }
    const action = (event.target === row ? onRow : onButton)[event.key] ?? everywhere[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  const list = (
    <ul class="tree" role="tree" aria-label={label}>
      {flat.map((row, n) => (
        <li
          key={row.node.id}
          ref={(element) =>
            void (element === null ? rows.current.delete(row.node.id) : rows.current.set(row.node.id, element))
          }
          role="treeitem"
          aria-level={row.level}
          aria-expanded={row.node.children.length > 0 ? isOpen(row.node.id) : undefined}
          tabIndex={n === at ? 0 : -1}
          class={`level${Math.min(row.level, 12)}`}
          onFocusIn={() => setCurrent(row.node.id)}
          onKeyDown={(event) => press(event, row)}
        >
          <span class="twist" aria-hidden="true" onClick={() => toggle(row.node.id)}>
            {row.node.children.length === 0 ? "" : isOpen(row.node.id) ? "▾" : "▸"}
          </span>
          <span
            class="grow"
            onClick={({ target }) => {
              if (row.node.children.length > 0 && (target as Element).closest("button") === null) toggle(row.node.id)
            }}
          >
            {row.node.label}
          </span>
          {row.node.buttons}
        </li>
      ))}
    </ul>
  )
  if (all.length === flat.length) return list
  return (
    <>
      {list}
      <p class="soft">{texts.more(counted(all.length - flat.length))}</p>
    </>
  )
}
