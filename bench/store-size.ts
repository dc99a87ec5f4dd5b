import type { Database } from '@/lib/db/database'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import type { HistoryStep } from '@/lib/store/model/history-step'
import type { Cause } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { listMemories } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { searchStore } from '@/lib/store/search/search-store'
import { compressAll } from '@/lib/store/background/version-compressor'
import { percentile, type Row, timesOf, withRatios } from './measure'
import { part } from './part'
import { scratchDatabase, scratchFolder } from './scratch'

const CHILDREN = 100
const cause: Cause = { actor: { type: 'api_key', id: 'apikey_bench' } }

interface Sizes {
  /** memories of each store */
  stores: readonly number[]
  runs: number
}

/**
 * The same queries on stores of different sizes: the cost of a folder or a page must not grow with
 * the store.
 */
export const storeSizePart = (stores: readonly number[]) =>
  part<Sizes>(
    { full: { stores, runs: 300 }, smoke: { stores: [200, 1_000], runs: 2 } },
    storeSizeRows,
  )

async function storeSizeRows({ stores: sizes, runs }: Sizes): Promise<Row[]> {
  const { folder, discard } = scratchFolder()
  const asked: Record<string, Row[]> = {}
  for (const size of sizes) {
    const db = await scratchDatabase(folder, `size-${size}`)
    const started = performance.now()
    const storeId = await fill(db, size)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    process.stderr.write(`filled a store of ${size} memories in ${seconds} s\n`)
    const name = `${size.toLocaleString('en')} memories`
    for (const [what, ask] of Object.entries(questions(db, storeId, size))) {
      const times = await timesOf(runs, ask)
      const rows = (asked[what] ??= [])
      rows.push({ group: what, name, p50: percentile(times, 0.5), p99: percentile(times, 0.99) })
    }
    await db.close()
  }
  discard()
  const smallest = `${(sizes[0] ?? 0).toLocaleString('en')} memories`
  return Object.values(asked).flatMap((rows) => withRatios(rows, smallest, 'p50'))
}

function questions(
  db: Database,
  storeId: string,
  size: number,
): Record<string, (turn: number) => Promise<unknown>> {
  const folders = size / CHILDREN
  const folderOf = (turn: number, among: number) => `/folder-${(turn * 7919) % among}`
  const children = { storeId, depth: 'children' as const, limit: CHILDREN }
  return {
    'one folder of 100 listed': (turn) =>
      listMemories(db, { ...children, directory: folderOf(turn, folders) }),
    'the newest 20 versions': () => listVersions(db, { storeId, limit: 20 }),
    'one folder as it was half-way': (turn) =>
      listMemories(db, {
        ...children,
        directory: folderOf(turn, Math.floor(folders / 2)),
        at: { sequence: Math.floor(size / 2) },
      }),
    'a phrase of 5 memories searched': () =>
      searchStore(db, { storeId, query: 'needle-in-the-hay', limit: 20 }),
  }
}

const WORDS =
  'deploy staging cluster postgres migration agent memory review token budget retry queue cache index user login session export import archive restore version branch merge conflict latency alert runbook owner'.split(
    ' ',
  )

/** About 90 bytes of words, generated deterministically. */
function contentOf(number: number, size: number): string {
  let seed = number * 2_654_435_761
  const words = Array.from({ length: 12 }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return WORDS[seed % WORDS.length]
  })
  const isNeedle = number % Math.floor(size / 5) === 3
  return `${words.join(' ')} ${number}${isNeedle ? ' needle-in-the-hay' : ''}\n`
}

/** A store with so many memories in folders of a hundred. */
export async function fill(db: Database, size: number): Promise<string> {
  const { id: storeId } = await createStore(db, { name: `of ${size}` })
  const folders = size / CHILDREN
  for (let folder = 0; folder < folders; folder += 10) {
    const steps: HistoryStep[] = []
    for (let each = folder; each < Math.min(folder + 10, folders); each++) {
      for (let child = 0; child < CHILDREN; child++) {
        const number = each * CHILDREN + child
        steps.push({
          op: 'write',
          path: `/folder-${each}/memory-${child}.md`,
          content: contentOf(number, size),
        })
      }
    }
    await applyMoment(db, { storeId, batch: { kind: 'seed' }, steps, cause })
  }
  await compressAll(db)
  return storeId
}
