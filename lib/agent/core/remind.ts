import { totalOf } from '@/lib/context/context-size'
import { gatherReminder } from '@/lib/context/gather-reminder'
import { levelOf } from '@/lib/context/context-thresholds'
import { reminderText, sectionTokens } from '@/lib/context/reminder'
import { shownRoot } from '../system-prompt'
import type { NewEvent } from './append-events'
import type { RunState } from './run-state'

/**
 * Builds a reminder of what the agent may need to know and no person says; null if there is
 * nothing.
 */
export async function reminder(run: RunState): Promise<NewEvent | null> {
  const { session } = run
  const { thresholds, window } = run.context
  const tokens = totalOf(session.context)
  const gathered = await gatherReminder(run.db, {
    sessionId: session.id,
    stores: session.stores.map((store) => ({
      storeId: store.storeId,
      name: store.name,
      root: shownRoot(session, store),
      isWritable: store.access === 'read_write',
    })),
    tells: session.settings.context.reminders,
    needsListing: !session.context.wasAsked,
    seen: session.context.seen,
    requested: session.context.requested,
    size: { tokens, window, thresholds, toldLevel: session.context.toldLevel },
  })
  run.context.seen = gathered.seen
  const text = reminderText(gathered.sections)
  if (text === null) return null
  const tellsSize = gathered.sections.some(({ kind }) => kind === 'size')
  return {
    type: 'context.reminder',
    isMeta: true,
    text,
    sections: gathered.sections.map((section) => ({
      kind: section.kind,
      tokens: sectionTokens(section),
    })),
    ...(Object.keys(gathered.requested).length > 0 ? { requested: gathered.requested } : {}),
    level: tellsSize ? levelOf(tokens, window, thresholds) : null,
    late: gathered.late,
    durationMs: gathered.durationMs,
  }
}
