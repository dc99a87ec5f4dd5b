import 'server-only'
import { standingOf } from '@/components/findings/finding-standing'
import { database } from '@/lib/db/open-database'
import type { ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import { findingsById } from '@/lib/review/findings/read-findings'
import { groupedBy } from '@/lib/text/grouped-by'
import { needsPerson } from './found-in-memory'

/** What one act redacts. */
const MAX_TOGETHER = 100

/** Ids of findings that are redacted by one act, by the id of each of them. */
export type RedactedTogether = ReadonlyMap<string, readonly string[]>

/**
 * The secrets of a changeset of which a rule found several: who writes two tokens of a kind has to
 * have both of them redacted.
 */
export async function redactedTogether(
  memories: readonly ReviewedMemory[],
): Promise<RedactedTogether> {
  const found = memories.flatMap(({ hunks }) => hunks.flatMap(({ findings }) => findings))
  const several = [...groupedBy(found, ({ rule }) => rule).values()].filter(
    ({ length }) => length > 1 && length <= MAX_TOGETHER,
  )
  const ids = several.flat().map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const findings = [...(await findingsById(database(), ids)).values()].filter(
    (finding) =>
      finding.category === 'secret' && needsPerson(finding) && standingOf(finding).mayBeRedacted,
  )
  const together = new Map<string, readonly string[]>()
  for (const ofRule of groupedBy(findings, ({ rule }) => rule).values()) {
    if (ofRule.length < 2) continue
    const all = ofRule.map(({ id }) => id)
    for (const id of all) together.set(id, [id, ...all.filter((other) => other !== id)])
  }
  return together
}
