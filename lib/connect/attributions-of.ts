import type { Database } from '@/lib/db/database'
import { CLAUDE_CODE } from './core/attribute'
import { ON_THIS_COMPUTER } from './core/watched-folder'

/** How sure it is who wrote a version that was taken in from a folder. */
export interface Attribution {
  confidence: 'exact' | 'likely'
  /** the tool by which it was written; null: only its session is known */
  tool: string | null
  /** what its session had been asked, and said before the call; null: not kept (TRANSCRIPTS) */
  prompt: string | null
  said: string | null
}

/** What attributing needs of a version. */
interface TakenIn {
  storeId: string
  sequence: number
  createdBy: { id: string }
}

const WRITERS: readonly string[] = [CLAUDE_CODE.id, ON_THIS_COMPUTER.id]

/** Of these versions of one store those whose writer is known, by their sequences. */
export async function attributionsOf(
  db: Database,
  versions: readonly TakenIn[],
): Promise<Map<number, Attribution>> {
  const taken = versions.filter(({ createdBy }) => WRITERS.includes(createdBy.id))
  const [first] = taken
  if (!first) return new Map()
  const rows = await db.read.all<{
    sequence: number
    confidence: Attribution['confidence']
    tool: string | null
    prompt: string | null
    said: string | null
  }>(
    `SELECT a.sequence, a.confidence, a.tool, a.prompt, a.said FROM attributions a
     JOIN memory_stores s ON s.key = a.store_key
     WHERE s.id = ? AND a.sequence IN (?${', ?'.repeat(taken.length - 1)})`,
    [first.storeId, ...taken.map(({ sequence }) => sequence)],
  )
  return new Map(
    rows.map(({ sequence, tool, ...rest }) => [sequence, { ...rest, tool: tool || null }]),
  )
}
