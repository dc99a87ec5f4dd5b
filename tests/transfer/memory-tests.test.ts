import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { givenOf, type GivenTest, listTests, saveTests } from '@/lib/why/tests'
import { describe, expect, test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { exported, jsonLines, planFrom, seedFrom, upload } from '@/tests/support/seeding'

const testCalled = (name: string, more: Partial<GivenTest> = {}): GivenTest => ({
  name,
  messages: ['When do we deploy?', 'Sure?'],
  model: 'a model',
  system: 'Be "brief".\n',
  access: 'read_write',
  tools: 'documents',
  after_changes: true,
  checks: [
    { type: 'contains', text: 'on Fridays' },
    { type: 'calls', name: 'memory_read', input_pattern: 'deploy' },
  ],
  ...more,
})

const linesOf = (...tests: object[]) =>
  upload('tests.jsonl', jsonLines(...tests.map((memory_test) => ({ memory_test }))))

const testsOf = async (storeId: string) => (await listTests(storeId)).map(givenOf)

test.for([false, true])(
  'the tests of a store come back from its export, with history: %s',
  async (withHistory, { storeId }) => {
    const { id: other } = await createStore({ name: 'Back' })
    await createMemory({ storeId, path: '/a', content: 'x' }, BY_PERSON)
    const tests = [testCalled('A'), testCalled('B', { after_changes: false, system: '' })]
    await saveTests(storeId, tests, BY_PERSON)
    const bytes = await exported(storeId, { withHistory })
    const { plan, done } = await planFrom(other, upload('x.jsonl', bytes))
    expect(plan).toMatchObject({
      memoryTests: 2,
      notes: [{ note: 'tests', count: 2, names: ['A', 'B'] }],
    })
    expect(await done()).toMatchObject({ versions: 1, tests: 2 })
    expect(await testsOf(other)).toEqual(tests)
    expect((await exported(other, { withHistory })).toString()).toBe(bytes.toString())
  },
)

describe('seeding tests', () => {
  test('again makes no doubles, and leaves what the store has by their names', async ({
    storeId,
  }) => {
    await seedFrom(storeId, linesOf(testCalled('A'), testCalled('B')))
    const ours = testCalled('B', { system: 'Ours.' })
    await saveTests(storeId, [ours], BY_PERSON)
    const { plan, done } = await planFrom(
      storeId,
      linesOf(testCalled('A'), testCalled('B'), testCalled('C')),
    )
    expect(plan.notes).toEqual([
      { note: 'tests', count: 1, names: ['C'] },
      { note: 'tests_there', count: 2, names: ['A', 'B'] },
    ])
    expect(await done()).toMatchObject({ tests: 1 })
    expect(await testsOf(storeId)).toEqual([testCalled('A'), ours, testCalled('C')])
  })

  test('is done as it was shown: other tests are another plan', async ({ storeId }) => {
    const one = testCalled('A')
    const other = testCalled('A', { system: 'Another.' })
    const { plan: shown } = await planFrom(storeId, linesOf(one))
    const { done } = await planFrom(storeId, linesOf(other))
    await expect(done({ hash: shown.hash })).rejects.toMatchObject({ code: 'plan_changed' })
    expect(await testsOf(storeId)).toEqual([])
  })

  test('takes none past what a store holds', async ({ storeId }) => {
    const many = Array.from({ length: 501 }, (_, at) => testCalled(`${at}`, { checks: [JUDGED] }))
    const { plan, done } = await planFrom(storeId, linesOf(...many))
    expect(plan.notes?.[1]).toEqual({ note: 'tests_there', count: 1, names: ['500'] })
    expect(await done()).toMatchObject({ tests: 500 })
  })

  test.for([
    ['memory_test.checks must', { ...testCalled('B'), checks: [] }],
    ['memory_test .*answers', { ...testCalled('B'), answers: 3 }],
    ['memory_test.name is that of a test before', testCalled('A')],
  ] as const)('ends at one that is none, with its line: %s', async ([why, wrong], { storeId }) => {
    const refused = planFrom(storeId, linesOf(testCalled('A'), wrong))
    await expect(refused).rejects.toMatchObject({
      code: 'line_invalid',
      message: expect.stringMatching(`^Line 2 cannot be read: ${why}`) as string,
    })
  })

  test('leaves out what holds a text that was redacted, and a redaction reaches what it took', async ({
    storeId,
  }) => {
    const secret = 'the canary of tests'
    await seedFrom(storeId, linesOf(testCalled('A', { messages: [secret] }), testCalled(secret)))
    await redacted(secret, { storeIds: [storeId] })
    expect(JSON.stringify(await testsOf(storeId))).not.toContain(secret)
    const checks: GivenTest['checks'] = [{ type: 'lacks', text: secret }]
    const again = [testCalled(`Says ${secret}`), testCalled('Checks it', { checks })]
    const { plan, done } = await planFrom(storeId, linesOf(...again))
    expect(plan.notes).toEqual([
      { note: 'tests_redacted', count: 2, names: ['Says [redacted]', 'Checks it'] },
    ])
    expect(await done()).toMatchObject({ tests: 0 })
  })
})

const JUDGED = { type: 'judged' as const, question: 'Is it so?', model: 'm' }
