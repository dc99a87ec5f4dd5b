import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { decodePostings } from '@/lib/text/postings'
import { onBothDatabases } from '@/tests/support/databases'
import { createStore } from '../stores/change-stores'
import { SearchCorrections } from './search-corrections'
import { appendEntries, candidates } from './search-index'
import { findStore } from '../write/store-transaction'

/** Few or many grams; one is in every change, and fills chunks. */
const grams = fc.uniqueArray(fc.oneof(fc.constant(7), fc.nat(30)), { maxLength: 12 })

/** The grams of changes that are indexed together, and the gaps between their sequences. */
const slice = fc.array(fc.record({ grams, gap: fc.integer({ min: 1, max: 40_000 }) }), {
  minLength: 1,
  maxLength: 400,
  size: 'max',
})

const correction = fc.record({ of: fc.nat(), after: grams })

/** The grams of each change. */
type Model = Map<number, readonly number[]>

function byGram(model: Model): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const [sequence, grams] of model) {
    for (const gram of grams) found.set(gram, [...(found.get(gram) ?? []), sequence])
  }
  return found
}

async function stored(db: Database, storeKey: number): Promise<Map<number, number[]>> {
  const rows = await db.read.all<{ gram: number; entry_count: number; entries: Buffer }>(
    'SELECT gram, entry_count, entries FROM search_postings WHERE store_key = ? ORDER BY gram, first_sequence',
    [storeKey],
  )
  const found = new Map<number, number[]>()
  for (const { gram, entry_count: count, entries } of rows) {
    const sequences = decodePostings(entries)
    expect(sequences).toHaveLength(count)
    found.set(gram, [...(found.get(gram) ?? []), ...sequences])
  }
  return found
}

onBothDatabases((current) => {
  test('the index lists for every gram the changes that have it, whatever is added and corrected', async () => {
    const db = current()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(slice, fc.array(correction, { maxLength: 20 })), { maxLength: 4 }),
        async (steps) => {
          const { id } = await createStore(db, { name: 'index' })
          const { key } = await findStore(db.read, id)
          const model: Model = new Map()
          let newest = 0
          for (const [changes, corrections] of steps) {
            const added: Model = new Map()
            for (const { grams, gap } of changes) added.set((newest += gap), grams)
            await db.write((tx) => appendEntries(tx, key, byGram(added), async () => {}))
            for (const [sequence, grams] of added) model.set(sequence, grams)
            const sequences = [...model.keys()]
            const together = new SearchCorrections()
            for (const { of, after } of corrections) {
              const sequence = sequences[of % sequences.length] ?? 0
              together.add(sequence, {
                before: Int32Array.from(model.get(sequence) ?? []),
                after: Int32Array.from(after),
              })
              model.set(sequence, after)
            }
            await db.write((tx) => together.execute(tx, key))
          }
          expect(await stored(db, key)).toEqual(byGram(model))
          const both: number[] = []
          for await (const page of candidates(db.read, key, [7, 8], newest)) both.push(...page)
          const having = [...model].filter(([, grams]) => grams.includes(7) && grams.includes(8))
          expect(both).toEqual(expect.arrayContaining(having.map(([sequence]) => sequence)))
        },
      ),
      { numRuns: 25 },
    )
  })
})
