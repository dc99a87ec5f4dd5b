import { useSyncExternalStore } from 'react'

export interface Drafts<Draft> {
  /** null: there is none */
  draftOf: (id: string) => Draft | null
  /** keeps it in place of what was kept before; null: nothing any more */
  keep: (id: string, draft: Draft | null) => void
  useDraft: (id: string) => Draft | null
  /** all of them */
  useDrafts: () => ReadonlyMap<string, Draft>
}

/**
 * What was typed and is not saved or sent, by what it is about. In the memory of this tab only: on a disk a
 * text would outlive its redaction. Before the tab is closed or loads another page the browser asks.
 */
export function draftsKept<Draft>(): Drafts<Draft> {
  const none: ReadonlyMap<string, Draft> = new Map()
  let drafts = none
  const listeners = new Set<() => void>()
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const draftOf = (id: string) => drafts.get(id) ?? null
  return {
    draftOf,
    keep: (id, draft) => {
      if (draft === null && !drafts.has(id)) return
      const others = [...drafts].filter(([each]) => each !== id)
      drafts = new Map(draft === null ? others : [...others, [id, draft]])
      if (drafts.size > 0) window.addEventListener('beforeunload', warn)
      else window.removeEventListener('beforeunload', warn)
      for (const listener of listeners) listener()
    },
    useDraft: (id) =>
      useSyncExternalStore(
        subscribe,
        () => draftOf(id),
        () => null,
      ),
    useDrafts: () =>
      useSyncExternalStore(
        subscribe,
        () => drafts,
        () => none,
      ),
  }
}
