import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { turns } from '@/lib/turns'
import { branchesReading, endSharing, withoutOwn, withoutOwnAfter } from './sql/shared-content'
import { lockedProgress } from './sql/compression'
import { insertIfNone } from './sql/stored-content'
import { readContents, readStored, type StoredContent, wholeContent } from './stored-content'

/**
 * A branch reads the contents of the changes that it shares from its origin. Before a content of the
 * origin changes or goes, the branches that read it get it as their own.
 */

const VERSIONS_AT_ONCE = 64

/** In the transaction that empties or rewrites versions of a store, before it does. */
export async function giveContents(
  tx: WriteSql,
  storeKey: number,
  sequences: readonly number[],
): Promise<void> {
  const branches = await branchesReading(tx, storeKey)
  for (const branch of branches) {
    const shared = sequences.filter((sequence) => sequence <= branch.sequence)
    // Who redacts the branch has it locked: what is emptied there gets nothing back.
    if (shared.length > 0) await lockedProgress(tx, branch.storeKey, 'wait')
    for (const some of chunked(shared, VERSIONS_AT_ONCE)) {
      for (const { sequence } of await withoutOwn(tx, branch.storeKey, some)) {
        const content = await readStored(tx, storeKey, sequence)
        await insertOwn(tx, branch.storeKey, { sequence, content })
      }
    }
  }
}

/** Before a store goes: its branches get all that they still read from it. */
export async function giveAllContents(db: Database, storeKey: number): Promise<void> {
  const maybeYield = turns()
  for (const branch of await branchesReading(db.read, storeKey)) {
    for (let after = 0; ;) {
      const page = {
        storeKey: branch.storeKey,
        after,
        upTo: branch.sequence,
        limit: VERSIONS_AT_ONCE,
      }
      const rows = await withoutOwnAfter(db.bulk, page)
      const sequences = rows.map(({ sequence }) => sequence)
      const contents = await readContents(db.bulk, storeKey, sequences, maybeYield)
      await db.write(async (tx) => {
        await lockedProgress(tx, branch.storeKey, 'wait')
        // Redacted meanwhile, or given already.
        for (const { sequence } of await withoutOwn(tx, branch.storeKey, sequences)) {
          await insertOwn(tx, branch.storeKey, {
            sequence,
            content: contents.get(sequence) ?? null,
          })
        }
      })
      const last = sequences.at(-1)
      if (last === undefined || rows.length < VERSIONS_AT_ONCE) break
      after = last
    }
    await db.write((tx) => endSharing(tx, branch.storeKey))
  }
}

/** Leaves out what is damaged: it is so in the branch, too. */
async function insertOwn(
  tx: WriteSql,
  storeKey: number,
  { sequence, content }: { sequence: number; content: StoredContent | null },
): Promise<void> {
  if (!Buffer.isBuffer(content)) return
  await insertIfNone(tx, storeKey, sequence, wholeContent(content))
}
