import { draftsKept } from '@/components/live/drafts'

/** A text that somebody edits and has not saved. */
export interface Draft {
  /** the version with which the edit began, and its text */
  versionId: string
  base: string
  text: string
}

/** The unsaved texts of memories, by id. */
export const edits = draftsKept<Draft>()
