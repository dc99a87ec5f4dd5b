import { DEFAULT_THRESHOLDS, DEFAULT_WINDOW } from '@/lib/context/context-thresholds'
import { gatherReminder } from '@/lib/context/gather-reminder'
import { reminderText } from '@/lib/context/reminder'
import type { Database } from '@/lib/db/database'
import { momentToResetTo, type ResetTo } from '@/lib/store/branches/reset-store'
import type { AttachedStore } from './session'
import type { SessionSettings } from './session-settings'
import { memoryPrompt, shownRoot } from './system-prompt'

/** The words that an agent gets before the first message of a session that is not open yet. */
export interface Opening {
  /** the memory part of its system prompt, unless a person writes another */
  prompt: string
  /** what is sent with the first message and the person did not write; null: nothing */
  reminder: string | null
}

export interface OpeningInput {
  settings: Pick<SessionSettings, 'toolSet' | 'keepTidy' | 'onlyTopic' | 'context'>
  /** as they would be attached; one that is only made with the session has no id and holds nothing */
  stores: readonly StoreToTell[]
}

interface StoreToTell extends Omit<AttachedStore, 'storeId'> {
  storeId: string | null
  /** the state that the session would find it in; left out: as it is */
  resetTo?: ResetTo | undefined
}

/**
 * Returns what a session with these settings and stores would tell its agent first, if it were opened
 * now. Refuses `moment_not_found` for a state that a store is no longer to be had in.
 */
export async function sessionOpening(
  db: Database,
  { settings, stores }: OpeningInput,
): Promise<Opening> {
  const attached = await Promise.all(
    stores.map(async ({ resetTo, storeId, ...store }) => ({
      ...store,
      storeId: storeId ?? '',
      at: storeId && resetTo ? await momentToResetTo(db, storeId, resetTo) : undefined,
    })),
  )
  const gathered = await gatherReminder(db, {
    sessionId: '',
    stores: attached
      .filter(({ storeId }) => storeId !== '')
      .map((store) => ({
        storeId: store.storeId,
        name: store.name,
        root: shownRoot({ settings, stores: attached }, store),
        isWritable: store.access === 'read_write',
        at: store.at,
      })),
    tells: settings.context.reminders,
    needsListing: true,
    seen: {},
    requested: {},
    size: {
      tokens: 0,
      window: DEFAULT_WINDOW,
      thresholds: DEFAULT_THRESHOLDS,
      toldLevel: 'below',
    },
  })
  return { prompt: memoryPrompt(settings, attached), reminder: reminderText(gathered.sections) }
}
