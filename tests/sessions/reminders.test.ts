import { database, useDatabase } from '@/lib/db'
import { gatherReminder, type ReminderInput } from '@/lib/sessions/gather-reminder'
import { NO_CONTEXT } from '@/lib/sessions/context'
import { textOf } from '@/lib/sessions/event'
import { updateMemory } from '@/lib/store/change-memories'
import { archiveStore, updateStore } from '@/lib/store/change-stores'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { describe, expect } from '@/tests/support/fixtures'
import { gate, say as words } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { attached, settingsOf } from '@/tests/support/session-log'
import { of, test } from '@/tests/support/talk'
import { AGENT, empty, numberOf, written } from '@/tests/support/written'

const server = modelServer()

const MINE = 'sesn_mine'
const byMe: Cause = { actor: { type: 'session', id: MINE }, isAgent: true, sessionId: MINE }

const input = (more: Partial<ReminderInput> = {}): ReminderInput => ({
  sessionId: MINE,
  stores: [],
  settings: settingsOf(),
  state: NO_CONTEXT,
  window: 1_000,
  ...more,
})

/** Longer than it may take: a busy machine is not late. */
const gathered = (more: Partial<ReminderInput> = {}) =>
  gatherReminder(input(more), AbortSignal.timeout(30_000))

/** The words of one section, or null. */
async function section(title: string, more: Partial<ReminderInput>): Promise<string | null> {
  const { reminder } = await gathered(more)
  const text = reminder ? textOf(reminder) : ''
  const [, rest] = text.split(`# ${title}\n`)
  return rest?.split('\n\nIt may or may not')[0]?.split('\n\n# ')[0] ?? null
}

const listing = (more: Partial<ReminderInput>) => section('What your memory holds', more)
const changes = (more: Partial<ReminderInput>) =>
  section('What others changed in your memory since you last looked', more)
const limits = (more: Partial<ReminderInput>) => section('How full your memory is', more)
const size = (more: Partial<ReminderInput>) => section('The size of your context', more)

const toldAt = (storeId: string, sequence: number) => ({
  ...NO_CONTEXT,
  told: [{ memory_store_id: storeId, sequence }],
})

test('nothing is said where there is nothing to say', async ({ store }) => {
  const { reminder } = await gathered({ stores: [attached(store.id)] })
  expect(reminder).toBeNull()
})

describe('the listing of a session’s stores', () => {
  test('has each memory with its size, as the agent writes it', async ({ store }) => {
    await written(store.id, { '/a.md': 'one\n', '/deep/b.md': 'x'.repeat(1_536) })
    expect(await listing({ stores: [attached(store.id)] })).toBe(
      'Notes (/memories):\n4B\t/memories/a.md\n1.5K\t/memories/deep/b.md',
    )
    const settings = settingsOf({ tool_set: 'documents' })
    expect(await listing({ settings, stores: [attached(store.id)] })).toBe(
      'Notes (/):\n4B\t/a.md\n1.5K\t/deep/b.md',
    )
  })

  test('says where there is more than it lists', async ({ store }) => {
    const texts = Array.from({ length: 201 }, (_, at) => [`/${String(at).padStart(3, '0')}`, ''])
    await written(store.id, Object.fromEntries(texts) as Record<string, string>)
    const lines = (await listing({ stores: [attached(store.id)] }))?.split('\n') ?? []
    expect(lines).toHaveLength(202)
    expect(lines.at(-1)).toBe('[There are more; view /memories for all.]')
  })

  test('is given once, before the model is asked', async ({ store }) => {
    await written(store.id, { '/a.md': 'one' })
    const state = { ...NO_CONTEXT, wasAsked: true }
    expect(await listing({ state, stores: [attached(store.id)] })).toBeNull()
  })

  test('passes over a store that is gone, and an empty one, and has an archived one', async ({
    store,
  }) => {
    const stores = [attached('memstore_gone'), attached(store.id, { mountName: 'b' })]
    expect(await listing({ stores })).toBeNull()
    await written(store.id, { '/a.md': 'one' })
    await archiveStore(store.id, BY_PERSON)
    expect(await listing({ stores })).toBe('Notes (/memories/b):\n3B\t/memories/b/a.md')
  })
})

test('each kind is a switch of the session', async ({ store }) => {
  await written(store.id, { '/a.md': 'one' })
  const settings = settingsOf({ context: { reminders: { listing: false, size: false } } })
  const state = { ...NO_CONTEXT, measured: 900 }
  expect((await gathered({ settings, state, stores: [attached(store.id)] })).reminder).toBeNull()
})

describe('what others changed', () => {
  test('is told with who, when and whence, the latest of each memory, in order', async ({
    store,
  }) => {
    const [, b] = await written(store.id, { '/a.md': '1', '/b.md': '1' })
    const state = toldAt(store.id, await numberOf(store.id))
    const at = new Date('2026-06-01T10:00:00Z')
    await written(store.id, { '/a.md': '2' }, { at })
    await updateMemory({ storeId: store.id, memoryId: b?.memoryId ?? '', path: '/c' }, BY_PERSON)
    await written(store.id, { '/c': null }, { at })
    await written(store.id, { '/a.md': '3' }, { at, by: AGENT })
    expect(await changes({ state, stores: [attached(store.id)] })).toBe(
      [
        '- /memories/c: deleted by a person at 2026-06-01T10:00:00.000Z; it was /memories/b.md before',
        '- /memories/a.md: modified by a program at 2026-06-01T10:00:00.000Z',
      ].join('\n'),
    )
  })

  test('does not have what the session wrote itself', async ({ store }) => {
    const state = toldAt(store.id, await numberOf(store.id))
    await written(store.id, { '/a.md': '1' }, { by: byMe })
    expect(await changes({ state, stores: [attached(store.id)] })).toBeNull()
  })

  test('begins where the agent hears of a store first', async ({ store }) => {
    await written(store.id, { '/a.md': '1' })
    const { told } = await gathered({ stores: [attached(store.id)] })
    expect(await changes({ stores: [attached(store.id)] })).toBeNull()
    expect(told).toEqual([{ memory_store_id: store.id, sequence: await numberOf(store.id) }])
  })

  test('is not told twice', async ({ store }) => {
    const state = toldAt(store.id, await numberOf(store.id))
    await written(store.id, { '/a.md': '1' })
    const { told } = await gathered({ state, stores: [attached(store.id)] })
    const after = { ...NO_CONTEXT, told }
    expect(await changes({ state: after, stores: [attached(store.id)] })).toBeNull()
  })

  test('is a switch of the session; what was passed over is not told later', async ({ store }) => {
    const state = toldAt(store.id, await numberOf(store.id))
    await written(store.id, { '/a.md': '1' })
    const settings = settingsOf({ context: { reminders: { changes: false } } })
    const { told } = await gathered({ settings, state, stores: [attached(store.id)] })
    expect(await changes({ settings, state, stores: [attached(store.id)] })).toBeNull()
    expect(told).toEqual([{ memory_store_id: store.id, sequence: await numberOf(store.id) }])
  })

  test('is fifty changes at most, and says that there were earlier ones', async ({ store }) => {
    const state = toldAt(store.id, await numberOf(store.id))
    const texts = Array.from({ length: 51 }, (_, at) => [`/${at}`, ''])
    await written(store.id, Object.fromEntries(texts) as Record<string, string>)
    const lines = (await changes({ state, stores: [attached(store.id)] }))?.split('\n') ?? []
    expect(lines).toHaveLength(51)
    expect(lines[0]).toBe('- [earlier ones are left out]')
  })

  test('has no path that was redacted', async ({ store }) => {
    const state = toldAt(store.id, await numberOf(store.id))
    const [version] = await written(store.id, { '/secret': '1' })
    await empty(version?.id ?? '')
    expect(await changes({ state, stores: [attached(store.id)] })).toMatch(
      /^- a memory whose path was redacted: created by a person/,
    )
  })
})

describe('how full a memory is', () => {
  test('is told from 80 % of a limit on', async ({ store }) => {
    await updateStore(store.id, { limits: { memories: 5, versions: 5 } }, BY_PERSON)
    const stores = [attached(store.id)]
    await written(store.id, { '/a': '', '/b': '', '/c': '' })
    expect(await limits({ stores })).toBeNull()
    await written(store.id, { '/d': '' })
    expect(await limits({ stores })).toMatch(
      /^- Notes \(\/memories\): 4 of 5 memories \(80 %\)\. .*\n- Notes \(\/memories\): 4 of 5 versions \(80 %\)\./,
    )
  })

  test('is not told to an agent that may not write', async ({ store }) => {
    await updateStore(store.id, { limits: { memories: 1 } }, BY_PERSON)
    await written(store.id, { '/a': '' })
    expect(await limits({ stores: [attached(store.id, { isReadOnly: true })] })).toBeNull()
  })
})

describe('the size of a context', () => {
  const at = (tokens: number, level = NO_CONTEXT.level) => ({
    ...NO_CONTEXT,
    measured: tokens,
    level,
  })

  test('is told where a threshold is passed, and the reminder says which', async () => {
    expect(await size({ state: at(599) })).toBeNull()
    expect(await size({ state: at(600) })).toBe(
      'It holds about 600 of 1,000 tokens (60 %). At 92 % it is summarised. Write down in your memory what must not be lost.',
    )
    expect((await gathered({ state: at(600) })).reminder?.level).toBe('warning')
  })

  test('is told once a threshold, and says so where nothing is summarised by itself', async () => {
    expect(await size({ state: at(700, 'warning') })).toBeNull()
    expect(await size({ state: at(800, 'warning') })).toContain('(80 %)')
    const settings = settingsOf({ context: { compact_at: 'off' } })
    expect(await size({ settings, state: at(600) })).toContain('Nothing is summarised by itself')
  })
})

describe('gathering', () => {
  /** Runs a job while the reads of a table's rows go through `instead`. */
  async function whileReadsOf<T>(
    table: 'memory' | 'version',
    instead: () => Promise<unknown>,
    job: () => Promise<T>,
  ): Promise<T> {
    const opened = database()
    const rows = new Proxy(opened.reader[table], {
      get: (target, name) =>
        name === 'findMany' ? instead : (Reflect.get(target, name) as unknown),
    })
    const reader = new Proxy(opened.reader, {
      get: (target, name) => (name === table ? rows : (Reflect.get(target, name) as unknown)),
    })
    useDatabase({ ...opened, reader })
    return job().finally(() => useDatabase(opened))
  }

  const never = () => new Promise(() => {})

  test('leaves out what is late, names it, and has the rest', async ({ store }) => {
    const state = { ...toldAt(store.id, await numberOf(store.id)), measured: 600 }
    await written(store.id, { '/a.md': 'one' })
    const found = await whileReadsOf('version', never, () =>
      gatherReminder(input({ state, stores: [attached(store.id)] }), AbortSignal.timeout(500)),
    )
    expect(found.reminder?.late).toEqual(['changes'])
    expect(found.reminder?.sections.map(({ kind }) => kind)).toEqual(['listing', 'size'])
    expect(found.told).toEqual(state.told)
  })

  test('is given up at once where a person stops the agent', async ({ talk, store }) => {
    const { say, send, rest } = await talk(server.scripted({ parts: [words('Done.')] }))
    await say('Go')
    await written(store.id, { '/a.md': 'one' })
    const begun = gate()
    const gathersOn = () => (begun.open(), never())
    const events = await whileReadsOf('version', gathersOn, async () => {
      await send('Go on')
      await begun.opened
      await send({ type: 'user.interrupt' })
      return rest()
    })
    expect(of(events, 'context.reminder')).toEqual([])
    expect(of(events, 'session.status_idle')).toMatchObject([
      { stop_reason: { detail: 'interrupted' } },
    ])
  })

  test('never fails', async ({ store }) => {
    await written(store.id, { '/a.md': 'one' })
    const { reminder } = await whileReadsOf(
      'memory',
      () => Promise.reject(new Error('the disk is gone')),
      () => gathered({ stores: [attached(store.id)] }),
    )
    expect(reminder).toBeNull()
  })
})
