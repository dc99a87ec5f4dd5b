import type { Database } from '@/lib/db/database'
import type { LineRange } from '@/lib/text/line-range'
import { placeCommentsNow } from './place-comments'
import { openRequestsOfStore, openRequestsOn, requestById } from './sql/open-fix-requests'

/** A change that a reviewer requests from an agent. */
export interface FixRequest {
  /** of the comment */
  id: string
  /** grows with what it asks for */
  revision: number
  storeId: string
  /** null: deleted */
  path: string | null
  /** the present place of its lines; null: they are gone */
  lines: LineRange | null
  /** the lines as they were commented on */
  originalLines: LineRange
  text: string
  /** the last reply; null: none */
  reply: string | null
}

/**
 * The oldest open comments of stores that ask for a fix, that no agent answered, and whose present
 * words the agent does not know. Those on a memory in quarantine are left out: agents could not
 * change it. `known`: by comment, the revision that the agent was told.
 */
export async function fixRequests(
  db: Database,
  input: {
    storeIds: readonly string[]
    known: Readonly<Record<string, number>>
    limit: number
  },
): Promise<FixRequest[]> {
  const requests: FixRequest[] = []
  for (const storeId of input.storeIds) {
    if (requests.length >= input.limit) break
    const open = await openRequestsOfStore(db.read, storeId)
    const pending = open
      .filter(({ id, revision }) => input.known[id] !== revision)
      .slice(0, input.limit - requests.length)
    requests.push(...(await requestsOf(db, pending)))
  }
  return requests
}

/**
 * The oldest open comments on one memory that ask for a fix and that no agent answered; of a memory
 * in quarantine none.
 */
export async function fixRequestsOn(
  db: Database,
  wanted: { storeId: string; path: string; limit: number },
): Promise<FixRequest[]> {
  return requestsOf(db, await openRequestsOn(db.read, wanted))
}

async function requestsOf(db: Database, open: readonly { id: string }[]): Promise<FixRequest[]> {
  const found = await Promise.all(open.map(({ id }) => requestById(db.read, id)))
  const requests = found.filter((each) => each !== undefined)
  const asked = requests.map(({ fromLine: from, toLine: to, ...each }) => ({
    ...each,
    lines: { from, to },
  }))
  const placed = await placeCommentsNow(db, asked)
  return asked.map(({ id, revision, storeId, path, lines, text, reply }) => ({
    id,
    revision,
    storeId,
    path,
    lines: placed.get(id)?.lines ?? null,
    originalLines: lines,
    text,
    reply,
  }))
}
