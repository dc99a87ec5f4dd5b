import type { Database } from '@/lib/db/database'
import { listMemories } from '@/lib/store/memories/read-memories'
import { searchStore } from '@/lib/store/search/search-store'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { numbers, pathOf, words, write } from './fill'
import { askedInTurns, clocked, type Subject } from './measure'
import { part } from './part'
import { counted } from './row'

const FOLDER = 100

/**
 * Measures the same queries on stores of different sizes: the cost of a folder or a page must not
 * grow with the store.
 */
export const storeSizePart = part(
  {
    /** memories of each store */
    sizes: [
      [1_000, 100_000, 1_000_000],
      [200, 1_000],
    ],
    rounds: [5, 1],
    runs: [60, 2],
    warmUp: [20, 2],
  },
  async ({ sizes, ...often }, ground) => {
    const stores: Subject[] = []
    for (const size of sizes) {
      const db = await ground.database()
      const storeId = await storeWith(db, size)
      process.stderr.write(`filled a store of ${size} memories\n`)
      stores.push({ name: counted(size, 'memories'), questions: questions(db, storeId, size) })
    }
    return askedInTurns(stores, often)
  },
)

function questions(db: Database, storeId: string, size: number): Subject['questions'] {
  const folders = size / FOLDER
  const half = { sequence: Math.floor(size / 2) }
  const list = (turn: number, among: number) => ({
    ...{ storeId, depth: 'children' as const, limit: FOLDER },
    directory: `/folder-${(turn * 7919) % among}`,
  })
  return {
    'one folder of 100 listed': clocked((turn: number) => listMemories(db, list(turn, folders))),
    'the newest 20 versions': clocked(() => listVersions(db, { storeId, limit: 20 })),
    'one folder as it was half-way': clocked((turn: number) =>
      listMemories(db, { ...list(turn, Math.floor(folders / 2)), at: half }),
    ),
    'a phrase of 5 memories searched': clocked(() =>
      searchStore(db, { storeId, query: NEEDLE, limit: 20 }),
    ),
  }
}

/** A text that is in five memories of a store. */
export const NEEDLE = 'needle-in-the-hay'

/** Makes a store with `size` memories of some 90 bytes in folders of a hundred; returns its id. */
export async function storeWith(db: Database, size: number): Promise<string> {
  const { id: storeId } = await createStore(db, { name: `of ${size}` })
  await write(db, storeId, numbers(size), (number) => {
    const isNeedle = number % Math.floor(size / 5) === 3
    const text = [...words(number, 12), number, ...(isNeedle ? [NEEDLE] : [])].join(' ')
    return { path: pathOf(number), content: `${text}\n` }
  })
  return storeId
}
