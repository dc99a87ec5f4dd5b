import { expect, test } from 'vitest'
import { linesWithEnds } from '@/lib/text/lines'
import { flagsIn } from '@/tests/support/detector-cases'
import { realWrites } from '@/tests/support/real-writes'

test('of 695 writes of a real agent at most one is flagged for a secret or an instruction', () => {
  const writes = realWrites()
  expect(writes).toHaveLength(695)
  const flagged = writes.filter(({ before, content }) => {
    const known = new Set(linesWithEnds(before))
    const added = linesWithEnds(content).filter((line) => !known.has(line))
    return flagsIn(added.join('')).some(
      ({ category }) => category === 'secret' || category === 'instructions',
    )
  })
  expect(flagged.length).toBeLessThanOrEqual(1)
})
