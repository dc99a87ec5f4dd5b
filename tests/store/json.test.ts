import { db, write } from '@/lib/db'
import { expect, test } from '@/tests/support/fixtures'

/** What a model may send and a database may refuse, sort or fold. */
const ADVERSARIAL: object[] = [
  { z: 1, a: 2, '10': 'a number as a name', '2': 'and another' },
  { text: 'a\u0000b', lone: '\ud800', pair: '\u{1f600}', line: '\u2028\u2029' },
  { big: 9_007_199_254_740_993n.toString(), small: 5e-324, exact: 0.1, minus: -0.5, e: 1e21 },
  { empty: {}, none: [], nothing: null, no: false, '': 'an empty name' },
  { escaped: '\\u0000 \\" \\\\ %s $1 ? :a', nested: { a: [[[[[{ b: [null] }]]]]] } },
]

test.for(ADVERSARIAL)(
  'JSON is given back with its bytes and its order: %j',
  async (input, { db: _ }) => {
    const id = `job_${JSON.stringify(input).length}`
    const now = new Date()
    await write(async (tx) => {
      await tx.job.create({
        data: {
          id,
          kind: 'seed',
          state: 'done',
          input: input,
          usage: {},
          actorType: 'user',
          actorId: 'user_local',
          createdAt: now,
          updatedAt: now,
        },
      })
    })
    const found = await db.job.findUnique({ where: { id } })
    expect(JSON.stringify(found?.input)).toBe(JSON.stringify(input))
  },
)
