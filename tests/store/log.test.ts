import { write } from '@/lib/db'
import { archiveStore, createStore, updateStore } from '@/lib/store/change-stores'
import { logEntries } from '@/lib/store/log-entries'
import { type AskedLog, readLog, type Step, sumsSince } from '@/lib/store/log'
import { BY_PERSON } from '@/lib/store/model/actor'
import { redactVersion } from '@/lib/store/redact/version'
import { change } from '@/lib/store/write/change'
import { describe, expect, test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { AGENT, written } from '@/tests/support/written'

const minute = (minutes: number) => new Date(Date.UTC(2100, 0, 1) + minutes * 60_000)

/** The entries of a log as its reader would tell them. */
async function told(asked: Partial<AskedLog>): Promise<string[]> {
  const { entries } = await logEntries({ limit: 50, each: 3, ...asked })
  return entries.map(({ kind, by, memories, memoryCount }) => {
    const paths = memories.map(({ version }) => version.path).join(' ')
    return `${by?.id} ${kind} ${memoryCount}: ${paths}`
  })
}

/** All pages of a log, and what is done between them. */
async function pages(
  asked: Partial<AskedLog>,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Step[][][]> {
  const all: Step[][][] = []
  for (let after: string | undefined | null; after !== null;) {
    const page = await readLog({ limit: 3, after: after ?? undefined, ...asked })
    all.push(page.groups)
    after = page.older
    await between()
  }
  return all
}

describe('the log of a store', () => {
  test('tells what somebody wrote in a row as one, the latest first', async ({ storeId }) => {
    const inSession = { ...AGENT, sessionId: 'sesn_1' }
    await written(storeId, { '/a': '1\n' }, { at: minute(0), by: AGENT })
    const [b] = await written(storeId, { '/b': '1\n' }, { at: minute(10), by: AGENT })
    await written(storeId, { '/a': '1\n2\n' }, { at: minute(20), by: inSession })
    await written(storeId, { '/c': '1\n' }, { at: minute(21) })
    expect(b?.sequence).toBe(2)
    expect(await told({ storeId, from: minute(0) })).toEqual([
      'user_local version 1: /c',
      'apikey_agent version 1: /a',
      'apikey_agent version 2: /b /a',
    ])
  })

  test('parts at a pause of more than half an hour', async ({ storeId }) => {
    for (const at of [0, 30, 61]) await written(storeId, { '/a': `${at}` }, { at: minute(at) })
    const { groups } = await readLog({ storeId, limit: 2 })
    expect(groups.map((steps) => steps.map(({ sequence }) => sequence))).toEqual([[3], [2, 1]])
  })

  test('a batch is one, also where somebody wrote amid it', async ({ storeId }) => {
    const [first] = await written(
      storeId,
      { '/1': '1' },
      { batch: { kind: 'seed' }, at: minute(0) },
    )
    await written(storeId, { '/own': '1' }, { at: minute(1) })
    const batch = first?.batchId ?? ''
    await written(storeId, { '/2': '2' }, { batch, at: minute(2) })
    expect(await told({ storeId, from: minute(0) })).toEqual([
      'user_local version 2: /2 /1',
      'user_local version 1: /own',
    ])
  })

  test('tells a memory by all that the entry did to it', async ({ storeId }) => {
    await written(storeId, { '/a': 'one\n' }, { by: AGENT })
    await written(storeId, { '/a': 'one\ntwo\n' })
    await written(storeId, { '/a': 'one\ntwo\nthree\n' })
    const { entries } = await logEntries({ storeId, limit: 1, each: 3 })
    expect(entries[0]).toMatchObject({
      versionIds: [expect.any(String), expect.any(String)],
      memories: [
        { before: { ordinal: 1 }, lines: { added: 2, removed: 0 }, line: { text: 'two' } },
      ],
    })
  })

  test('tells the newest of what is too much to compare', async ({ storeId }) => {
    await updateStore(storeId, { limits: { memoryBytes: 2 ** 20 } }, BY_PERSON)
    for (const path of ['/1', '/2']) {
      await written(storeId, { [path]: `${path.repeat(3_000)}\n`.repeat(100) }, { by: AGENT })
      await written(storeId, { [`${path} by people`]: 'own\n' })
    }
    const { entries } = await logEntries({ storeId, limit: 4, each: 3 })
    const lines = entries.map(({ memories: [only] }) => only?.lines?.added)
    expect(lines).toEqual([1, 100, 1, undefined])
  })

  test('masks secrets in the lines that it tells', async ({ storeId }) => {
    await written(storeId, { '/a': 'Deploy key AKIAIOSFODNN7EXAMPLQ\n' })
    const { entries } = await logEntries({ storeId, limit: 1, each: 3 })
    expect(entries[0]?.memories[0]?.line?.text).toBe('Deploy key AKIA••••')
  })

  test('tells no half of a secret where it tells the beginning of a line', async ({ storeId }) => {
    await written(storeId, { '/a': `${'note '.repeat(34)}ghp_${'aZ3'.repeat(12)}\n` })
    const { entries } = await logEntries({ storeId, limit: 1, each: 3 })
    expect(entries[0]?.memories[0]?.line?.text).toMatch(/note …$/)
  })

  test('has what else people did with it', async ({ storeId }) => {
    const [a] = await written(storeId, { '/a': '1' }, { by: AGENT })
    await updateStore(storeId, { name: 'renamed' }, BY_PERSON)
    const by = { actorType: 'user', actorId: 'user_local', createdAt: new Date() } as const
    const about = { storeId, memoryId: a?.memoryId ?? '' }
    await write(async (tx) => {
      const data = { ...about, ...by, rule: 'email', sequence: 1 }
      await tx.dismissedFlag.create({ data })
      const asked = { ...about, ...by, id: `ask_${storeId}`, versionId: a?.id ?? '' }
      const closedAt = new Date()
      const words = { fromLine: 1, toLine: 1, text: 'Shorter', closedAt }
      await tx.agentRequest.create({ data: { ...asked, ...words } })
    })
    await change(storeId, BY_PERSON, (c) => c.event({ type: 'held_write.settled', subjectId: 'x' }))
    await archiveStore(storeId, BY_PERSON)
    const { entries } = await logEntries({ storeId, limit: 50, each: 3 })
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set([
        'memory_store.archived',
        'held_write.settled',
        'closed',
        'asked',
        'dismissed',
        'memory_store.updated',
        'version',
        'made',
      ]),
    )
    expect(entries.at(-1)?.kind).toBe('made')
    const wrote = ['apikey_agent version 1: /a']
    expect(await told({ storeId, kind: 'version', limit: 1 })).toEqual(wrote)
  })

  test('has nothing of a text that was redacted', async ({ storeId }) => {
    const [first] = await written(storeId, { '/secret-path': 'quite secret words\n' })
    await written(storeId, { '/secret-path': null }, { by: AGENT })
    await redactVersion({ storeId, versionId: first?.id ?? '' }, BY_PERSON)
    const { entries } = await logEntries({ storeId, limit: 50, each: 3 })
    expect(entries.map(({ kind }) => kind)).toContain('redaction')
    expect(JSON.stringify(entries)).not.toContain('quite secret')
  })

  test('names three memories that a redaction reached, and says of more', async ({ storeId }) => {
    const first = await written(storeId, { '/a': '1', '/b': '1', '/c': '1', '/d': '1' })
    await written(storeId, { '/a': '2', '/b': '2', '/c': '2', '/d': '2' })
    for (const { id } of first) await redactVersion({ storeId, versionId: id }, BY_PERSON)
    const { entries } = await logEntries({ storeId, limit: 1, each: 3 })
    expect(entries[0]?.text).toMatch(/^(.., ){3}…$/)
  })

  test('tells a text that was taken out once, not as a write', async ({ storeId }) => {
    await written(storeId, { '/a': 'my secret-words\n' }, { by: AGENT })
    await redacted('secret-words', { storeIds: [storeId] })
    expect((await told({ storeId }))[1]).toBe('apikey_agent version 1: /a')
  })
})

describe('a page of the log', () => {
  test('goes on where the one before ended, while others write', async ({ storeId }) => {
    for (const at of [0, 40, 80, 120, 160, 200, 240]) {
      await written(storeId, { '/a': `a${at}`, '/b': `b${at}` }, { at: minute(at) })
    }
    let later = 300
    const all = await pages({ storeId, from: minute(0) }, async () => {
      await written(storeId, { '/a': `${later}` }, { at: minute((later += 40)) })
    })
    const numbers = all.flat(2).map(({ sequence }) => sequence)
    expect(numbers).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(all.map((groups) => groups.length)).toEqual([3, 3, 1])
  })

  test('neither misses nor repeats what several stores did at one time', async ({ storeId }) => {
    const stores = [storeId]
    for (const name of ['b', 'c', 'd', 'e']) {
      stores.push((await createStore({ name })).id)
    }
    const from = minute(1_000)
    for (const at of [1_000, 1_000, 1_010, 1_500]) {
      for (const id of stores) await written(id, { [`/${at}`]: `${at}` }, { at: minute(at) })
    }
    const steps = (await pages({ from }, async () => {})).flat(2)
    const seen = steps.map((step) => `${step.storeId} ${step.sequence}`)
    expect(new Set(seen).size).toBe(seen.length)
    for (const id of stores) {
      const own = steps.filter((step) => step.storeId === id)
      expect(own.map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1])
    }
  })

  test('is of a writer, of paths, of a time', async ({ storeId }) => {
    await written(storeId, { '/notes/a': '1' }, { at: minute(0), by: AGENT })
    await written(storeId, { '/notes/b': '1', '/Notes/c': '1' }, { at: minute(60) })
    const by = 'apikey_agent'
    expect(await told({ storeId, by })).toEqual(['apikey_agent version 1: /notes/a'])
    expect(await told({ storeId, path: '/notes/' })).toEqual([
      'user_local version 1: /notes/b',
      'apikey_agent version 1: /notes/a',
    ])
    expect(await told({ storeId, from: minute(30) })).toEqual([
      'user_local version 2: /Notes/c /notes/b',
    ])
  })

  test('sums up what agents changed in a time, memories and agents once', async ({ storeId }) => {
    const named = { name: 'Fable', firstAt: minute(0), lastAt: minute(0) }
    const data = ['sesn_1', 'sesn_2'].map((id) => ({ ...named, id }))
    await write((tx) => tx.actor.createMany({ data }))
    const of = (id: string) => ({ ...AGENT, actor: { type: 'session' as const, id } })
    await written(storeId, { '/old': '1' }, { at: minute(0), by: AGENT })
    await written(storeId, { '/a': '1', '/b': '1' }, { at: minute(60), by: of('sesn_1') })
    await written(storeId, { '/a': '2' }, { at: minute(61), by: of('sesn_2') })
    await written(storeId, { '/mine': '1' }, { at: minute(62) })
    expect(await sumsSince(minute(30), storeId)).toEqual({ agents: 1, memories: 2, settled: 0 })
  })

  test('of a large store reads a part of it', async ({ storeId }) => {
    const paths = Array.from({ length: 520 }, (_, n) => `/${n}`)
    await written(storeId, { '/first': '1' }, { at: minute(0) })
    const texts = Object.fromEntries(paths.map((path) => [path, '']))
    await written(storeId, texts, { batch: { kind: 'seed' }, by: AGENT, at: minute(1) })
    const { groups, older } = await readLog({ storeId, limit: 1 })
    expect(groups.map((steps) => steps.length)).toEqual([520])
    expect(await told({ storeId, limit: 1, after: older ?? '' })).toEqual([
      'user_local version 1: /first',
    ])
  })
})
