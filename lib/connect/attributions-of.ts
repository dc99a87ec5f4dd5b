import type { Database } from '@/lib/db/database'
import { CLAUDE_CODE, ON_THIS_COMPUTER } from './model/writers'
import type { Confidence } from './model/attribution'

/** The attribution of a version that was taken in from a folder, and how sure it is. */
export interface Attribution {
  confidence: Confidence
  /** the tool by which it was written; null: only its session is known */
  tool: string | null
  /** what its session had been asked, and said before the call; null: not kept (TRANSCRIPTS) */
  prompt: string | null
  said: string | null
}

/** The parts of a version that attributing needs. */
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
  const sequences = taken.map(({ sequence }) => sequence)
  const rows = await db.prisma.attribution.findMany({
    where: { store: { id: first.storeId }, sequence: { in: sequences } },
    select: { sequence: true, confidence: true, tool: true, prompt: true, said: true },
  })
  return new Map(
    rows.map(({ sequence, tool, ...rest }) => [sequence, { ...rest, tool: tool || null }]),
  )
}
