import fc from 'fast-check'
import { expect } from 'vitest'
import { jobEnded } from '@/lib/jobs/jobs'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { countInFiles } from '@/lib/store/redact/bytes'
import { receiptOf, redactText } from '@/lib/store/redact/redact'
import { drawn } from '@/tests/support/drawn'
import { test } from '@/tests/support/fixtures'
import { contradictionsIn } from '@/tests/support/sound'
import { textsOf, written } from '@/tests/support/written'

const SECRET = 'sk-live-7d1e'

/** Small ones share a page, whose cells move as they grow; large ones go on in pages of their own. */
const size = fc.oneof(
  { weight: 3, arbitrary: fc.nat(300) },
  { weight: 2, arbitrary: fc.nat(1_200) },
  fc.nat(9_000),
)
const content = fc
  .tuple(size, size, fc.boolean())
  .map(([before, after, has]) => `${'b'.repeat(before)}${has ? SECRET : ''}${'a'.repeat(after)}`)
const steps = fc.dictionary(
  fc.tuple(fc.nat(120), fc.nat(4)).map(([at, deep]) => `/${'folder/'.repeat(deep)}${at}.md`),
  fc.option(content, { freq: 5 }),
  { minKeys: 20, maxKeys: 60, noNullPrototype: true },
)

test('whatever was written before and is written meanwhile, no byte of what was redacted is left in the files', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 8 }), async (history) => {
      const { id: storeId } = await createStore({ name: 'Bytes' }, BY_PERSON)
      for (const texts of history) {
        const there = await textsOf(storeId)
        const kept = Object.entries(texts).filter(([at, to]) => to !== null || at in there)
        await written(storeId, Object.fromEntries(kept))
      }
      const ask = { text: SECRET, replacement: '', earlierVersions: 'rewrite' as const }
      const { id: jobId } = await redactText({ ...ask, storeIds: [storeId] }, BY_PERSON)
      for (let at = 0; at < 40; at++) {
        await written(storeId, { [`/meanwhile/${at % 9}.md`]: 'm'.repeat((at * 97) % 2_000) })
      }
      expect(receiptOf(await jobEnded(jobId))).toMatchObject({
        compaction: { isComplete: true },
        proof: { left: [] },
      })
      const searched = await countInFiles([SECRET])
      expect(searched.filter(({ found }) => found > 0)).toEqual([])
      expect(await contradictionsIn(storeId)).toEqual([])
    }),
    drawn({ sqlite: 4, postgresql: 1 }),
  )
}, 120_000)
