import type { SeedReason } from '@/lib/store/model/seed-reason'
import { redactedIn } from '@/lib/store/redaction/redacted-texts'
import { isWritten } from './memory-effects'
import type { Planned, Seeding } from './seeding'

/**
 * Warns if a source's text that a change writes may bring back what was redacted in the store: it
 * holds such a text, where the store keeps fingerprints; else one was redacted at its path, unless
 * the source was taken there since. Null: nothing is known.
 */
export async function redactedReason(
  seeding: Seeding,
  { change, action, steps }: Planned,
): Promise<SeedReason | null> {
  const { redacted, bases } = seeding
  if (!redacted || !isWritten(action) || action === 'delete') return null
  for (const step of steps) {
    if (!('content' in step) || step.content === undefined) continue
    const at = await redactedIn(redacted.texts, step.content)
    if (at !== null) return { code: 'holds_redacted', on: dayOf(at) }
  }
  const here = redacted.paths.get(change.path)
  const isTakenSince = (bases.get(change.path)?.sequence ?? 0) > (here?.sequence ?? 0)
  return here && !isTakenSince ? { code: 'redacted_here', on: dayOf(here.at) } : null
}

/** In UTC. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
