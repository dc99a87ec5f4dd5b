import type { Database } from '@/lib/db/database'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { type ApiKey, findKeysByHash, hashOf } from './api-keys'
import { type Caller, callerWith } from './caller'
import { presentedKey } from './presented-key'

/**
 * The calls with a key that are under way. A key is checked when its call begins; what goes on for
 * longer (a stream, an export, a body that comes slowly) is checked again as long as it lasts,
 * whichever process ended the key.
 */

const CHECK_EVERY_MS = 500

/** A check that takes longer counts as failed. */
const CHECK_TIMEOUT_MS = 4_000

export interface OpenCall {
  /** as the key made it when the call began */
  caller: Caller
  /** with the key */
  headers: Pick<Headers, 'get'>
  /** Ends the call. */
  cutOff: () => void
}

const watchesOf = perProcess('calls with keys', () => new WeakMap<Database, KeyWatch>())

/**
 * Cuts a call off once its key is revoked, has expired, or allows something else than when it began;
 * and where that cannot be found out. Returns what ends the watch.
 */
export function watchKey(db: Database, call: OpenCall): () => void {
  const presented = presentedKey(call.headers)
  if (presented.kind !== 'secret') return () => {}
  const watch = watchesOf.get(db) ?? new KeyWatch(db)
  watchesOf.set(db, watch)
  return watch.add(hashOf(presented.secret), call)
}

class KeyWatch {
  /** by the hash of the secret with which they were made */
  private readonly calls = new Map<string, Set<OpenCall>>()
  private timer: NodeJS.Timeout | null = null

  constructor(private readonly db: Database) {}

  add(hash: string, call: OpenCall): () => void {
    const calls = this.calls.get(hash) ?? new Set()
    this.calls.set(hash, calls.add(call))
    this.checkLater()
    return () => {
      calls.delete(call)
      if (calls.size === 0 && this.calls.get(hash) === calls) this.calls.delete(hash)
    }
  }

  private checkLater(): void {
    this.timer ??= setTimeout(() => void this.check(), CHECK_EVERY_MS).unref()
  }

  private async check(): Promise<void> {
    const checked = [...this.calls].map(([hash, calls]) => ({ hash, calls: [...calls] }))
    const hashes = checked.map(({ hash }) => hash)
    const keys = hashes.length === 0 ? new Map<string, ApiKey>() : await this.findKeys(hashes)
    for (const { hash, calls } of checked) {
      const key = keys.get(hash)
      const now = key ? rightsOf(callerWith(key)) : null
      for (const call of calls) if (rightsOf(call.caller) !== now) call.cutOff()
    }
    this.timer = null
    if (this.calls.size > 0) this.checkLater()
  }

  /** Empty if it cannot be found out: an old answer decides nothing. */
  private async findKeys(hashes: readonly string[]): Promise<ReadonlyMap<string, ApiKey>> {
    try {
      return await Promise.race([findKeysByHash(this.db, hashes), timeUp()])
    } catch (error) {
      log.warn('calls were cut off: their keys could not be checked', causeOf(error))
      return new Map()
    }
  }
}

function timeUp(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(reject, CHECK_TIMEOUT_MS, new Error('keys were not found in time')).unref()
  })
}

const rightsOf = ({ keyId, access, purpose, storeIds }: Caller) =>
  JSON.stringify([keyId, access, purpose, storeIds])
