import { z } from 'zod'
import { callOf } from '@/lib/agent/call-changes'
import type { Database } from '@/lib/db/database'
import { commandOfProposal } from '@/lib/store/proposals/proposals'
import type { Proposal } from '@/lib/store/model/proposal'

/** The text that a waiting write asks for, whether or not it can be done. */
export interface WantedText {
  /** the text to be replaced; empty: it is a whole text, or comes between others */
  before: string
  after: string
}

/** The texts of what is kept of a write over the API, and of the calls of all tools that write. */
const texts = z.object({
  content: z.string().optional(),
  file_text: z.string().optional(),
  insert_text: z.string().optional(),
  old_str: z.string().optional(),
  new_str: z.string().optional(),
})

const throughTool = z.object({ input: texts }).transform(({ input }) => input)

/** The text that a waiting write is about; null: it deletes or renames, or is not kept any more. */
export async function wantedText(db: Database, proposal: Proposal): Promise<WantedText | null> {
  const { sessionId, toolUseId } = proposal
  const asked =
    sessionId !== null && toolUseId !== null
      ? (await callOf(db, { sessionId, eventId: toolUseId })).input
      : await commandOfProposal(db, proposal.id)
  const { data } = z.union([throughTool, texts]).safeParse(asked)
  if (!data) return null
  const { old_str: before = '', new_str: instead } = data
  const after = data.content ?? data.file_text ?? data.insert_text ?? instead
  if (after !== undefined) return { before, after }
  return before === '' ? null : { before, after: '' }
}
