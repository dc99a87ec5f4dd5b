import { expect, test } from 'vitest'
import { endOfFullRounds } from './replay-program'

test('the end by the full rounds of a search that has no round to ask is its end', async () => {
  const end = { result: { verdict: 'contributes' }, isOpen: false, isFound: true }
  const program = { step: () => Promise.resolve({ round: null, end }) }
  const so = { plan: '{}', samples: [] }
  expect(await endOfFullRounds(program, so as never)).toEqual(end)
})
