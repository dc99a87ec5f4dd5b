import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { createStore, deleteStore } from '@/lib/store/stores/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { newId } from '@/lib/text/prefixed-id'
import { openFile } from './open-source'
import { runSeed } from './seed-store'

/** A part of the working memory that coding agents kept in a public project; see samples/README.md. */
const SAMPLE = path.resolve('samples', 'memory-bank.jsonl.gz')

/** Its largest memories are larger than a store allows unless told. */
const MAX_CONTENT_BYTES = 262_144

export interface SampleInput {
  name: string
  description: string
  cause: Cause
}

/** Makes a store with the sample in it, its history included. If that fails there is no store. */
export async function openSample(db: Database, input: SampleInput): Promise<MemoryStore> {
  const { name, description, cause } = input
  const settings = { maxContentBytes: MAX_CONTENT_BYTES }
  const store = await createStore(db, { name, description, settings })
  const { signal } = new AbortController()
  try {
    const source = await openFile(SAMPLE, path.basename(SAMPLE), signal)
    const seed = { storeId: store.id, source, withHistory: true, cause }
    await runSeed(db, seed, { jobId: newId('job'), signal, report: () => undefined })
    return store
  } catch (error) {
    await deleteStore(db, { storeId: store.id, shown: { name }, cause })
    throw error
  }
}
