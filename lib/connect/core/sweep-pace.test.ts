import { expect, test } from 'vitest'
import { SweepPace } from './sweep-pace'

const SECOND = 1_000
const QUIET = { hasNews: false, isToldOfAll: true }

/** Seconds after each look until the next is due. */
function distances(looks: readonly { hasNews: boolean; isToldOfAll: boolean; took?: number }[]) {
  let now = 0
  const pace = new SweepPace(now)
  return looks.map(({ took = 0, ...found }) => {
    const begun = pace.dueAt
    now = begun + took * SECOND
    pace.swept({ begun, ended: now, ...found })
    return (pace.dueAt - now) / SECOND
  })
}

test('a folder that is watched and at rest is looked through less and less often', () => {
  expect(distances([QUIET, QUIET, QUIET])).toEqual([60, 120, 120])
})

test('a look that finds what nobody told of brings the next one near again', () => {
  const missed = { ...QUIET, hasNews: true }
  expect(distances([QUIET, QUIET, missed, QUIET])).toEqual([60, 120, 30, 60])
})

test('where not all is told of, it is looked through every 30 seconds, or less often if that takes long', () => {
  const swept = { hasNews: false, isToldOfAll: false }
  expect(distances([swept, swept, { ...swept, took: 6 }, { ...swept, took: 60 }])).toEqual([
    30, 30, 120, 300,
  ])
})

test('a look is due once the machine slept, though its clock did not run', () => {
  const pace = new SweepPace(0)
  pace.swept({ begun: 0, ended: 0, ...QUIET })
  expect(pace.pause(0)).toBe(30 * SECOND)
  expect(pace.isDue(31 * SECOND)).toBe(false)
  expect(pace.isDue(50 * SECOND)).toBe(true)
})

test('what is amiss is looked at again soon', () => {
  const pace = new SweepPace(0)
  pace.swept({ begun: 0, ended: 0, ...QUIET })
  pace.hurry(2 * SECOND)
  expect(pace.pause(SECOND)).toBe(SECOND)
  expect(pace.isDue(2 * SECOND)).toBe(true)
})
