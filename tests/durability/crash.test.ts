import { database, db } from '@/lib/db'
import { createStore } from '@/lib/store/change-stores'
import { expect, test } from '@/tests/support/fixtures'
import { killAfter, killedInEveryStep } from '@/tests/support/killed'
import { contradictionsIn } from '@/tests/support/sound'

const ENTRY = 'tests/durability/writing-process.ts'

/** Each is killed at another moment: what one does not meet, a later one does. */
const ROUNDS = { sqlite: 5, postgresql: 3 }

async function missing(versionIds: readonly string[]): Promise<string[]> {
  const rows = await db.version.findMany({ select: { id: true } })
  const there = new Set(rows.map(({ id }) => id))
  return versionIds.filter((id) => !there.has(id))
}

test('four writers that are killed at any moment lose nothing that was acknowledged, and leave nothing half done', async ({
  db: { url, kind },
}) => {
  const { id } = await createStore({ name: 'written in' })
  let acknowledged = 0
  for (let round = 0; round < ROUNDS[kind]; round++) {
    const program = { entry: ENTRY, args: [url, id, '4'] }
    const ended = await killAfter(program, 1 + round * 11)
    acknowledged += ended.acknowledged.length
    expect(await missing(ended.acknowledged), `round ${round}`).toEqual([])
    expect(await contradictionsIn(id), `round ${round}`).toEqual([])
  }
  expect(acknowledged).toBeGreaterThan(ROUNDS[kind])
}, 120_000)

test('a writer that is killed before any BEGIN or COMMIT has done all of a change, or none', async () => {
  const kills = await killedInEveryStep({
    every: { sqlite: 1, postgresql: 3 },
    prepare: async () => {
      const { id } = await createStore({ name: 'killed in every step' })
      return { id, program: { entry: ENTRY, args: [database().url, id, '1', '1'] } }
    },
    check: async ({ id }, { acknowledged }) => {
      expect(await missing(acknowledged)).toEqual([])
      expect(await contradictionsIn(id)).toEqual([])
    },
  })
  // Two are created, one is changed, both are moved, each with a BEGIN and a COMMIT.
  expect(kills).toBeGreaterThan(database().kind === 'sqlite' ? 7 : 2)
}, 120_000)
