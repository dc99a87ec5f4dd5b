import type { Database } from '@/lib/db/database'
import { ScratchStore } from '@/lib/replay/scratch/scratch-store'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import type { Ground } from './ground'
import { askedInTurns, clocked, type Often, type Subject } from './measure'
import { counted, type Row } from './row'
import { storeWith } from './store-size'

/** The share of its changes after which a store is copied: what came later is to be left out. */
const COPIED_AT = 0.9

/** Milliseconds until a sample has a store to itself, by what it does first there. */
export async function scratchCopyRows(
  ground: Ground,
  { sizes, ...often }: Often & { sizes: readonly number[] },
): Promise<Row[]> {
  const stores: Subject[] = []
  for (const size of sizes) {
    const db = await ground.database()
    stores.push({ name: counted(size, 'memories'), questions: await questionsOf(db, size) })
  }
  return askedInTurns(stores, often)
}

async function questionsOf(db: Database, size: number): Promise<Subject['questions']> {
  const storeId = await storeWith(db, size)
  const sequence = Math.floor(size * COPIED_AT)
  const copied = () => new ScratchStore(new StoreSnapshot(db, storeId, sequence), new Map())
  const path = '/folder-1/memory-1.md'
  return {
    'a scratch copy, until one memory is read and changed': clocked(async () => {
      const copy = copied()
      await copy.contentAt(path)
      await copy.put(path, 'changed\n')
    }),
    'a scratch copy, until all of it is listed': clocked(() => copied().children('')),
  }
}
