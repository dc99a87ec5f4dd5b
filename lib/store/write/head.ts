import { sha256Hex, utf8Size } from '@/lib/text/content'
import type { Memory } from '../model/model'
import { soundText } from '../model/sound'
import type { Change } from './change'

/** What a memory holds, or shall hold. */
export interface NewState {
  path: string
  content: string
  sha256: string
  size: number
}

export const stateOf = (path: string, content: string): NewState => ({
  path,
  content,
  sha256: sha256Hex(content),
  size: utf8Size(content),
})

/** The text of a memory within a change. Refuses `version_damaged`. */
export async function textIn({ tx }: Change, { id, sha256, versionId }: Memory): Promise<string> {
  const row = await tx.memory.findUnique({ where: { id }, select: { content: true } })
  return soundText({ content: row?.content ?? null, sha256 }, versionId) ?? ''
}

/** What becomes of one memory: `memory` null: it is new; `to` null: it is deleted. */
export interface HeadChange {
  /** as its row stands now, live or deleted */
  memory: Memory | null
  to: NewState | null
  /** a rule of the store lets it land */
  isPassed?: boolean
}
