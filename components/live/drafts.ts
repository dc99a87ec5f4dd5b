import { followed } from './followed'

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
  const drafts = followed<ReadonlyMap<string, Draft>>(new Map())
  const warn = (event: BeforeUnloadEvent) => event.preventDefault()
  return {
    draftOf: (id) => drafts.now().get(id) ?? null,
    keep: (id, draft) => {
      if (draft === null && !drafts.now().has(id)) return
      const others = [...drafts.now()].filter(([each]) => each !== id)
      const next = new Map(draft === null ? others : [...others, [id, draft]])
      if (next.size > 0) window.addEventListener('beforeunload', warn)
      else window.removeEventListener('beforeunload', warn)
      drafts.set(next)
    },
    useDraft: (id) => drafts.useValue().get(id) ?? null,
    useDrafts: drafts.useValue,
  }
}
