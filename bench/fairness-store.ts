import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import type { HistoryStep } from '@/lib/store/model/history-step'
import { createStore } from '@/lib/store/stores/change-stores'
import { compressAll } from '@/lib/store/background/version-compressor'

/** The session whose changes are shown and undone. */
export const BENCH_SESSION = 'sesn_011111111111111111111Fair'

/** Occurs in one memory of a hundred, and again in what the session wrote. */
export const SECRET = 'sk-fair-7Qp2'

/** Its trigrams are in nearly every memory, but the words in this order are in none. */
export const NO_HIT = 'budget deployment agents'

const CHILDREN = 100
const STEPS_PER_MOMENT = 500
const script: Cause = { actor: { type: 'api_key', id: 'apikey_bench' } }
const session: Cause = { actor: { type: 'session', id: BENCH_SESSION } }

const WORDS =
  'deploy deployment staging cluster postgres migration agent agents memory review token budget retry queue cache index user login session export import archive restore version branch merge conflict latency alert runbook owner'.split(
    ' ',
  )

/** About 1 KB of words in lines, generated deterministically. */
function contentOf(number: number, revision: number): string {
  let seed = (number * 2_654_435_761 + revision * 40_503) >>> 0
  const word = () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return WORDS[(seed >>> 16) % WORDS.length]
  }
  const lines = Array.from(
    { length: 10 },
    (_, line) => `${line}: ${Array.from({ length: 12 }, word).join(' | ')}`,
  )
  if (number % 100 === 7) lines[3] = `the key is ${SECRET}`
  return `${lines.join('\n')}\nmemory ${number}, revision ${revision}\n`
}

const pathOf = (number: number) =>
  `/folder-${Math.floor(number / CHILDREN)}/memory-${number % CHILDREN}.md`

/**
 * A store with this many memories of 1 KB: a fifth written twice, a hundredth once more by a
 * session; fully compressed.
 */
export async function fillStore(db: Database, memories: number): Promise<string> {
  const { id: storeId } = await createStore(db, { name: `of ${memories}` })
  const numbers = Array.from({ length: memories }, (_, number) => number)
  await write(db, storeId, numbers, 0, script)
  await write(
    db,
    storeId,
    numbers.filter((number) => number % 5 === 2),
    1,
    script,
  )
  await write(
    db,
    storeId,
    numbers.filter((number) => number % 100 === 7),
    2,
    session,
  )
  await compressAll(db)
  return storeId
}

async function write(
  db: Database,
  storeId: string,
  numbers: readonly number[],
  revision: number,
  cause: Cause,
): Promise<void> {
  for (let from = 0; from < numbers.length; from += STEPS_PER_MOMENT) {
    const steps = numbers.slice(from, from + STEPS_PER_MOMENT).map((number): HistoryStep => ({
      op: 'write',
      path: pathOf(number),
      content: contentOf(number, revision),
    }))
    await applyMoment(db, { storeId, batch: { kind: 'seed' }, steps, cause })
  }
}
