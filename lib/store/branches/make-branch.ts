import type { Database } from '@/lib/db/database'
import { mountStem } from '@/lib/text/mount-name'
import { newId } from '@/lib/text/prefixed-id'
import type { Cause } from '../model/actor'
import type { MemoryStore } from '../model/memory-store'
import type { Moment } from '../model/moment'
import { refuse } from '../model/problems'
import { storeNameSchema } from '../model/store-fields'
import { purgeDeletedStores } from '../stores/change-stores'
import { getStore } from '../stores/read-stores'
import { insertStore, lockedStore, noteDeleted, type StoreRow } from '../stores/sql/stores'
import { sequenceAt } from '../time/store-moment'
import { parseField } from '../write/refusals'
import { findStore } from '../write/store-transaction'
import { copyStore } from './copy-store'
import { abandonFilling, insertBranch, publishBranch } from './sql/branches'
import { hasRedactionsAfter } from './sql/copying'

export interface MakeBranchInput {
  /** the origin */
  storeId: string
  /** 1 to 255 characters; need not be unique */
  name: string
  /** the moment of the origin that it starts from; left out: now */
  at?: Moment | undefined
  /** the session that it is made for: it goes with it if nothing is changed */
  sessionId?: string | undefined
  cause: Cause
  /** stops it when the caller leaves; nothing is left then */
  signal?: AbortSignal | undefined
}

/** A redaction meanwhile may have passed what was copied already: then it is copied again. */
const MAX_ATTEMPTS = 5

/**
 * Makes a store from another as it was at a moment. It has that store's changes up to there, under
 * the same numbers, with their authors and times; what is in quarantine there is so here. Its
 * contents are read from the origin and not written again. It has no policy: what reaches the origin
 * is judged when it is merged. Nobody sees it before it is whole. Refuses `store_not_found`,
 * `moment_before_store`, `invalid_input`, `store_changed` if it is redacted again and again.
 */
export async function makeBranch(db: Database, input: MakeBranchInput): Promise<MemoryStore> {
  const name = parseField('name', storeNameSchema, input.name)
  for (let attempt = 1; ; attempt++) {
    const begun = await begin(db, name, input)
    try {
      const totals = await copyStore(db, begun, input.signal)
      const isRight = await db.write(async (tx) => {
        const origin = await lockedStore(tx, input.storeId)
        if (!origin) return refuse({ kind: 'store_not_found', storeId: input.storeId })
        const after = { storeKey: origin.key, after: begun.seen }
        if (await hasRedactionsAfter(tx, after)) {
          if (attempt < MAX_ATTEMPTS) return false
          refuse({ kind: 'store_changed', storeId: input.storeId })
        }
        await publishBranch(tx, totals)
        tx.touch(begun.storeKey)
        return true
      })
      if (isRight) return await getStore(db, begun.storeId)
    } catch (error) {
      await abandon(db, begun.storeKey)
      throw error
    }
    await abandon(db, begun.storeKey)
  }
}

interface Begun {
  originKey: number
  storeKey: number
  storeId: string
  sequence: number
  /** the origin's last change when it began */
  seen: number
}

async function begin(db: Database, name: string, input: MakeBranchInput): Promise<Begun> {
  const { storeId, cause } = input
  const sequence = await startOf(db, await findStore(db.read, storeId), input.at)
  const now = Date.now()
  return db.write(async (tx) => {
    const origin = await lockedStore(tx, storeId)
    if (!origin) return refuse({ kind: 'store_not_found', storeId })
    const { description, metadata, settings } = origin
    const own = { id: newId('memstore', now), name, mountStem: mountStem(name), createdAt: now }
    const row = await insertStore(tx, { ...own, description, metadata, settings })
    if (!row) throw new Error('an inserted store has no row')
    await noteDeleted(tx, row.key, now)
    await insertBranch(tx, {
      storeKey: row.key,
      originKey: origin.key,
      originId: storeId,
      sequence,
      sessionId: input.sessionId ?? null,
      actor: cause.actor,
      now,
    })
    const { key: originKey, lastSequence: seen } = origin
    return { originKey, storeKey: row.key, storeId: row.id, sequence, seen }
  })
}

/** Also before a store's first change it was there; before that there was nothing to start from. */
async function startOf(db: Database, store: StoreRow, at: Moment | undefined): Promise<number> {
  if (at === undefined) return store.lastSequence
  if ('time' in at && at.time < store.createdAt && store.lastSequence > 0) {
    const sequence = await sequenceAt(db.read, store.key, at)
    if (sequence > 0) return sequence
    return refuse({ kind: 'moment_before_store', storeId: store.id, since: store.createdAt })
  }
  return Math.min(await sequenceAt(db.read, store.key, at), store.lastSequence)
}

async function abandon(db: Database, storeKey: number): Promise<void> {
  await db.write((tx) => abandonFilling(tx, storeKey))
  await purgeDeletedStores(db)
}
