import 'server-only'
import { cache } from 'react'
import { database } from '@/lib/db/open-database'
import type { ReviewedMemory } from '@/lib/review/changesets/changeset-memories'
import { findingsById } from '@/lib/review/findings/read-findings'
import type { HunkFinding } from '@/lib/review/model/changeset'
import type { Finding } from '@/lib/review/model/finding'

/** A finding with where it is in the lines of a hunk. */
export interface ShownFinding {
  finding: Finding
  at: HunkFinding
}

/** One query a memory and request; those that a redaction took are not there any more. */
const foundInMemory = cache(
  async (memory: ReviewedMemory): Promise<ReadonlyMap<string, Finding>> => {
    const ids = memory.hunks.flatMap((hunk) => hunk.findings.map(({ id }) => id))
    return ids.length === 0 ? new Map() : findingsById(database(), ids)
  },
)

/** Returns the findings in some lines of a memory, in the order of `found`, as they stand now. */
export async function shownFindings(
  memory: ReviewedMemory,
  found: readonly HunkFinding[],
): Promise<ShownFinding[]> {
  if (found.length === 0) return []
  const findings = await foundInMemory(memory)
  return found.flatMap((at) => {
    const finding = findings.get(at.id)
    return finding ? [{ finding, at }] : []
  })
}

/** Returns whether a finding still needs a person. */
export function needsPerson({ status, exceptedUntil }: Finding): boolean {
  return status === 'open' && exceptedUntil === null
}
