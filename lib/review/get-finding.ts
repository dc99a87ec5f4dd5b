import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import type { Audience } from '@/lib/store/model/audience'
import { findingOf, type FindingRow, SELECT_FINDINGS, servedTo } from './core/finding-rows'
import type { Finding } from './model/finding'
import { refuseReview } from './model/review-problems'

export interface GetFindingInput {
  storeId: string
  findingId: string
  /** agents are told nothing of what is in quarantine; people if left out */
  audience?: Audience | undefined
}

/** A finding of a store. Refuses `finding_not_found`. */
export async function getFinding(
  db: { read: Sql },
  { storeId, findingId, audience }: GetFindingInput,
): Promise<Finding> {
  const row = await db.read.get<FindingRow>(
    `${SELECT_FINDINGS} AND f.id = ? AND s.id = ?${servedTo(audience)}`,
    [Date.now(), findingId, storeId],
  )
  return (row && findingOf(row)) ?? refuseReview({ kind: 'finding_not_found', findingId })
}

const FINDINGS_PER_QUERY = 500

/** Those of these findings that are there, by their ids; of any store. */
export async function findingsById(
  db: Database,
  ids: readonly string[],
): Promise<Map<string, Finding>> {
  const found = new Map<string, Finding>()
  for (let from = 0; from < ids.length; from += FINDINGS_PER_QUERY) {
    const part = ids.slice(from, from + FINDINGS_PER_QUERY)
    const rows = await db.read.all<FindingRow>(
      `${SELECT_FINDINGS} AND f.id IN (${part.map(() => '?').join(', ')})`,
      [Date.now(), ...part],
    )
    for (const row of rows) {
      const finding = findingOf(row)
      if (finding) found.set(finding.id, finding)
    }
  }
  return found
}
