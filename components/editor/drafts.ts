import { useMemo } from 'react'
import { draftsKept } from '@/components/live/drafts'

/** A text that somebody edits and has not saved. */
export interface Draft {
  storeId: string
  path: string
  /** the version with which the edit began, and its text */
  versionId: string
  base: string
  text: string
}

/** The unsaved texts of memories, by id. */
export const edits = draftsKept<Draft>()

/** The paths in a store whose memories have an unsaved text. */
export function useDraftPaths(storeId: string): ReadonlySet<string> {
  const drafts = edits.useDrafts()
  return useMemo(() => {
    const here = [...drafts.values()].filter((draft) => draft.storeId === storeId)
    return new Set(here.map(({ path }) => path))
  }, [drafts, storeId])
}
