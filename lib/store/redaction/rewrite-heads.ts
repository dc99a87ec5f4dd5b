import type { Database } from '@/lib/db/database'
import { utf8Bytes } from '@/lib/text/content'
import { redactedPaths } from '@/lib/text/redacted-paths'
import { strangerTo, withoutText } from '@/lib/text/without-text'
import type { Cause } from '../model/actor'
import { StoreError } from '../model/problems'
import { beginBatch, changeStore, type StoreTransaction } from '../write/store-transaction'
import { isLive } from '../write/memory-of'
import type { LiveMemoryRow } from '../write/sql/heads'
import { DamagedContent, readStoredText } from '../contents/stored-content'
import { requireFreePath } from '../tree/tree'
import { stateOf } from '../write/memory-state'
import { updateLiveMemory } from '../write/write-memory'
import { memoryOfKey } from './sql/versions'

/** Removes a text from the content and path of live memories: each gets a new version without it. */

export interface RewriteHeadsInput {
  storeId: string
  memoryKeys: readonly number[]
  text: string
  replacement: string
  cause: Cause
  /** called with how many memories were rewritten, and how many of the requested ones were checked */
  onRewritten: (rewritten: number, looked: number) => void
  maybeYield: () => Promise<void>
}

/** Memories rewritten per transaction. */
const MEMORIES_PER_TRANSACTION = 16

/**
 * Memories that no longer contain the text, and those that are damaged, stay as they are. All new
 * versions of a store share a batch.
 */
export async function rewriteHeads(db: Database, input: RewriteHeadsInput): Promise<void> {
  let batchKey: number | null = null
  const { memoryKeys } = input
  for (let from = 0; from < memoryKeys.length; from += MEMORIES_PER_TRANSACTION) {
    await input.maybeYield()
    const some = memoryKeys.slice(from, from + MEMORIES_PER_TRANSACTION)
    const { rewritten, batch } = await changeStore(
      db,
      input.storeId,
      input.cause,
      async (transaction) => {
        transaction.batchKey = batchKey
        let rewritten = 0
        for (const key of some) rewritten += Number(await rewriteHead(transaction, key, input))
        return { rewritten, batch: transaction.batchKey }
      },
      { whenArchived: 'allow', review: 'exempt' },
    )
    batchKey = batch
    input.onRewritten(rewritten, some.length)
  }
}

async function rewriteHead(
  transaction: StoreTransaction,
  memoryKey: number,
  input: RewriteHeadsInput,
): Promise<boolean> {
  const memory = await memoryOfKey(transaction.sql, memoryKey)
  if (!memory || !isLive(memory)) return false
  const { sql, storeKey } = transaction
  const before = (await readStoredText(sql, storeKey, memory.headSequence)) ?? ''
  if (before instanceof DamagedContent) return false
  const content = contentWithout(transaction, memory, before, input)
  const isNamed = memory.path.includes(input.text)
  if (content === before && !isNamed) return false
  const path = isNamed ? await freePath(transaction, memory.path, input) : memory.path
  if (transaction.batchKey === null) await beginBatch(transaction, 'redact')
  await updateLiveMemory(transaction, memory, stateOf(path, content))
  return true
}

/** If the replacement is longer than the text, a content may exceed the store's limit. */
function contentWithout(
  transaction: StoreTransaction,
  memory: LiveMemoryRow,
  content: string,
  { text, replacement }: RewriteHeadsInput,
): string {
  const wanted = withoutText(content, text, replacement)
  const limit = Math.max(transaction.settings.maxContentBytes, memory.size)
  if (utf8Bytes(wanted).length <= limit) return wanted
  return content.replaceAll(text, () => strangerTo(text))
}

async function freePath(
  transaction: StoreTransaction,
  path: string,
  { text, replacement }: RewriteHeadsInput,
): Promise<string> {
  for (const wanted of redactedPaths(path, text, replacement)) {
    if (await isFree(transaction, wanted)) return wanted
  }
  throw new Error('there is always another path')
}

async function isFree(transaction: StoreTransaction, path: string): Promise<boolean> {
  try {
    await requireFreePath(transaction, path)
    return true
  } catch (error) {
    if (error instanceof StoreError && error.problem.kind === 'path_conflict') return false
    throw error
  }
}
