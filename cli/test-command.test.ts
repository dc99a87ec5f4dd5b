import { describe, expect, test } from 'vitest'
import { listTests } from '@/lib/memory-tests/read-tests'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { usdOfPriced } from '@/tests/support/model-server'
import { commandLine } from '@/tests/support/run-command-line'

const palimpsest = commandLine('test')
const { db, put, keyFile } = palimpsest

/** Runs `palimpsest test …`. */
const run = (...args: string[]) => palimpsest.run(args)

const FILE = `
model: practice-agent
tests:
  - name: Deploys on <Fridays>
    messages: [What do you know about deploys?]
    checks: [{ type: contains, text: on fridays }]
  - name: Knows who leads
    messages:
      - What do you know about Mia?
    checks:
      - type: contains
        text: Mia leads
    when: { nightly_at: "02:30" }
`

async function storeWithFile(content = FILE) {
  const { id } = await createStore(db(), { name: 'Notes' })
  const cause = { actor: LOCAL_USER_ACTOR }
  const memory = { storeId: id, path: '/a.md', content: 'Deploys go out on Fridays.\n', cause }
  await createMemory(db(), memory)
  put('memory-tests.yaml', content)
  return id
}

describe('palimpsest test', () => {
  test('saves the tests of a file by their names, runs them, and fails if one does', async () => {
    const storeId = await storeWithFile()
    const key = await keyFile()
    const asked = ['Notes', '--file', 'memory-tests.yaml', '--key-file', key]
    const first = await run(...asked)
    expect(first.complaint).toBe('2 tests: free, for the practice agent answers\n')
    expect(first.output).toBe(
      'pass    3 of 3    Notes: Deploys on <Fridays>\nFAIL    0 of 2    Notes: Knows who leads\n',
    )
    expect(first.code).toBe(1)
    const again = await run(...asked, '--junit')
    expect(again.output).toContain('<testsuite name="Notes" tests="2" failures="1" errors="0">')
    expect(again.output).toContain('name="Deploys on &lt;Fridays&gt;"')
    expect(again.output).toContain('<failure message="failed: 0 of 2"/>')
    const tests = await listTests(db(), { storeId, runsOfEach: 5 })
    expect(tests.map(({ test: { when }, runs }) => [when.nightlyMinute, runs.length])).toEqual([
      [null, 2],
      [150, 2],
    ])
  })

  test('runs what is saved, in all stores, and passes if all do', async () => {
    await storeWithFile(FILE.slice(0, FILE.indexOf('  - name: Knows')))
    const key = await keyFile()
    await run('Notes', '--file', 'memory-tests.yaml', '--key-file', key)
    const { code, output } = await run('--key-file', key, '--json')
    expect(JSON.parse(output)).toMatchObject([
      { name: 'Deploys on <Fridays>', status: 'passed', held: 3, of: 3, proves_nothing: false },
    ])
    expect(code).toBe(0)
  })

  test('tells its price in money, too, where the models have prices', async () => {
    await storeWithFile(FILE.replace('practice-agent', 'priced-cli'))
    const key = await keyFile()
    // The file is saved; of its tests none is asked for so little.
    await run('Notes', '--file', 'memory-tests.yaml', '--max-requests', '1', '--key-file', key)
    const line = await run('Notes', '--dry-run', '--key-file', key)
    expect(line.output).toMatch(
      /^2 tests: about \d+ requests, \d+ tokens, up to about \$0\.\d\d; at most \d+ requests\n$/,
    )
    const price = await run('Notes', '--dry-run', '--json', '--key-file', key)
    const { usd } = JSON.parse(price.output) as { usd: number }
    expect(usd).toBeCloseTo(usdOfPriced(JSON.parse(price.output)), 9)
  })

  test('only tells the price of a dry run, and refuses a budget that decides nothing', async () => {
    const storeId = await storeWithFile()
    const key = await keyFile()
    const none = await run('Notes', '--file', 'memory-tests.yaml', '--dry-run', '--key-file', key)
    expect([none.code, none.complaint]).toEqual([2, expect.stringContaining('--file saves')])
    await run('Notes', '--file', 'memory-tests.yaml', '--key-file', key)
    const price = await run('Notes', '--dry-run', '--json', '--key-file', key)
    expect(JSON.parse(price.output)).toMatchObject({ tests: 2, is_free: true, max_requests: 800 })
    const small = await run('Notes', '--max-requests', '2', '--key-file', key)
    expect([small.code, small.complaint]).toEqual([1, expect.stringContaining('at least 3')])
    const ran = await run('Notes', '--max-requests', '9', '--key-file', key)
    expect(ran.code).toBe(1)
    const tests = await listTests(db(), { storeId, runsOfEach: 5 })
    for (const { runs } of tests) {
      expect(runs.map(({ budget }) => budget.maxRequests)).toEqual([9, 400])
    }
  })

  test('prints the tests of a store as a file, which another store takes', async () => {
    await storeWithFile()
    const key = await keyFile()
    await run('Notes', '--file', 'memory-tests.yaml', '--key-file', key)
    const { code, output } = await run('Notes', '--export', '--key-file', key)
    expect(code).toBe(0)
    const { id: storeId } = await createStore(db(), { name: 'Copy' })
    put('copied.yaml', output)
    await run('Copy', '--file', 'copied.yaml', '--key-file', key)
    const copied = await listTests(db(), { storeId, runsOfEach: 1 })
    expect(copied.map(({ test: { name, when } }) => [name, when.nightlyMinute])).toEqual([
      ['Deploys on <Fridays>', null],
      ['Knows who leads', 150],
    ])
    expect((await run('Copy', '--export', '--key-file', key)).output).toBe(output)
  })

  test('is refused without a key that may decide', async () => {
    await storeWithFile()
    expect(await run('Notes')).toMatchObject({ code: 2 })
    const agents = await keyFile({ access: 'review', purpose: 'agent' })
    const refused = await run('Notes', '--key-file', agents)
    expect([refused.code, refused.complaint]).toEqual([
      2,
      'palimpsest: the key in reviewer.key may not decide: it takes the access review, of a script\n',
    ])
  })

  test('says where a file is wrong', async () => {
    const key = await keyFile()
    const wrong = async (content: string) => {
      put('memory-tests.yaml', content)
      return (await run('Notes', '--file', 'memory-tests.yaml', '--key-file', key)).complaint
    }
    expect(await wrong('tests: [')).toMatch(/^palimpsest: memory-tests.yaml: /)
    expect(await wrong(FILE.replace('type: contains, ', ''))).toContain('tests.0.checks.0')
    expect(await wrong(FILE.replace('model: practice-agent\n', ''))).toContain('names no model')
    expect(await wrong(FILE.replace('Knows who leads', 'Deploys on <Fridays>'))).toContain(
      'two tests are called Deploys on <Fridays>',
    )
  })
})
