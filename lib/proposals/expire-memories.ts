import type { Database } from '@/lib/db/database'
import { addProposal } from '@/lib/store/proposals/proposals'
import type { Actor } from '@/lib/store/model/actor'
import type { Proposal } from '@/lib/store/model/proposal'
import { parseStoreSettings, type StoreSettings } from '@/lib/store/model/store-settings'
import { introduceActor } from '@/lib/store/stores/name-actor'
import { flushReads } from '@/lib/store/reads/reads'
import { isUnused, unusedMemories } from '@/lib/store/reads/reading-habits'
import { DAY_MS } from '@/lib/text/day-ms'
import type { HeldCommand } from './held-command'
import { lockedStoreInUse, storeInUse, storesThatExpire } from './sql/stores'

/** Time that people have to decide before an expired memory is deleted by itself. */
const DECIDE_MS = 14 * DAY_MS

/** Deletions that are proposed in one transaction; the next ones follow the next time. */
const MAX_AT_ONCE = 200

/** The actor that proposes to delete unused memories. */
export const EXPIRY_ACTOR: Actor = { type: 'service_account', id: 'svac_1111111111111111Expiry' }

/**
 * Proposes to delete what nobody read or wrote for as long as its store says (review page, Limits
 * and expiry). The deletions wait in a changeset. Of two processes at it, the second finds what the
 * first proposed: each store is one transaction that locks its row. `now`: milliseconds since 1970.
 */
export async function proposeExpired(db: Database, now: number): Promise<void> {
  const stores = await storesThatExpire(db.read)
  const due = stores.filter(({ settings }) => hasBegun(parseStoreSettings(settings), now))
  if (due.length === 0) return
  await flushReads(db)
  await introduceActor(db, EXPIRY_ACTOR, 'Expiry')
  for (const { id } of due) await proposeIn(db, id, now)
}

/** Returns whether expiry has been on for as long as a memory must be unused. */
function hasBegun({ expireAfterDays, expirySince }: StoreSettings, now: number): boolean {
  if (expireAfterDays === null || expirySince === null) return false
  return expirySince + expireAfterDays * DAY_MS <= now
}

async function proposeIn(db: Database, storeId: string, now: number): Promise<void> {
  await db.write(async (tx) => {
    const store = await lockedStoreInUse(tx, storeId)
    const settings = store && parseStoreSettings(store.settings)
    if (!settings || !hasBegun(settings, now)) return
    const unused = await unusedMemories(tx, {
      storeKey: store.key,
      since: sinceOf(settings, now),
      actorId: EXPIRY_ACTOR.id,
      limit: MAX_AT_ONCE,
    })
    for (const { id: memoryId, path, sha256 } of unused) {
      const command: HeldCommand = { kind: 'delete', memoryId, contentSha256: sha256 }
      await addProposal(tx, {
        storeId,
        command,
        path,
        kind: 'deleted',
        cause: { actor: EXPIRY_ACTOR },
        lapsesAt: settings.expiryDeletes ? now + DECIDE_MS : null,
      })
    }
  })
}

const sinceOf = ({ expireAfterDays }: StoreSettings, now: number) =>
  now - (expireAfterDays ?? 0) * DAY_MS

/** Returns whether a proposed deletion that nobody decided about is still due. */
export async function isStillExpired(
  db: Database,
  { storeId, path }: Proposal,
  now: number,
): Promise<boolean> {
  await flushReads(db)
  const store = await storeInUse(db.read, storeId)
  const settings = store && parseStoreSettings(store.settings)
  if (!store || !settings?.expiryDeletes || !hasBegun(settings, now)) return false
  return isUnused(db.read, { storeKey: store.key, path, since: sinceOf(settings, now) })
}
