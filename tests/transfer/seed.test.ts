import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { onTestFinished, vi } from 'vitest'
import { db, write } from '@/lib/db'
import { addJob, getJob, jobEnded, listJobs, stopJob } from '@/lib/jobs/jobs'
import { createMemory, putMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore, deleteStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { doPlan, planOf, planRow } from '@/lib/store/plan/do-plan'
import type { Answer } from '@/lib/store/plan/plan'
import { redactVersion } from '@/lib/store/redact/version'
import { pathOf } from '@/lib/transfer/plan'
import type { SeedReport } from '@/lib/transfer/report'
import { closeSource } from '@/lib/transfer/seed'
import { describe, expect, test } from '@/tests/support/fixtures'
import { redacted } from '@/tests/support/redacted'
import { AGENT, damage, numberOf, textsOf, versionsIn } from '@/tests/support/written'
import {
  byPath,
  exported,
  jsonLines,
  planFrom,
  put,
  second,
  seedFrom,
  upload,
} from '@/tests/support/seeding'

const LINES = Array.from({ length: 9 }, (_, line) => `line ${line}\n`).join('')

describe('seeding from a folder', () => {
  test('takes what is there, lists what it leaves out, and changes nothing the second time', async ({
    store,
    folder,
  }) => {
    put(folder, 'notes/a.md', 'a\r\n')
    put(folder, '.hidden', 'h')
    put(folder, 'big.txt', 'x'.repeat(102_401))
    put(folder, 'image.png', Uint8Array.of(0x89, 0x50, 0, 1))
    put(folder, 'bad\u200bname', 'x')
    symlinkSync('/nowhere', path.join(folder, 'link'))
    const report = await seedFrom(store.id, folder)
    expect(byPath(report.entries)).toEqual({
      '/notes/a.md': 'create',
      '/big.txt': 'skip too_large',
      '/image.png': 'skip not_text',
      '/bad\u200bname': 'skip control_or_format_characters',
      '/link': 'skip link',
    })
    expect(await textsOf(store.id)).toEqual({ '/notes/a.md': 'a\r\n' })
    const again = await seedFrom(store.id, folder)
    expect(again).toMatchObject({ versions: 0, counts: { unchanged: 1, skip: 4 } })
  })

  test('again, after a file grew larger than a memory may be, keeps what it gave before', async ({
    store,
    folder,
  }) => {
    put(folder, 'a.md', 'small')
    await seedFrom(store.id, folder)
    put(folder, 'a.md', 'x'.repeat(102_401))
    const { entries, done } = await planFrom(store.id, folder)
    expect(entries.map(({ action, reason }) => [action, reason])).toEqual([
      ['keep', 'not_readable'],
      ['skip', 'too_large'],
    ])
    await done()
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'small' })
  })

  test('needs no git where nothing is a repository', async ({ store, folder }) => {
    put(folder, 'a.md', 'x')
    vi.stubEnv('PATH', '/nowhere')
    onTestFinished(() => void vi.unstubAllEnvs())
    expect((await seedFrom(store.id, folder)).counts.create).toBe(1)
    put(folder, '.git/HEAD', 'ref: refs/heads/main\n')
    await expect(seedFrom(store.id, folder)).rejects.toMatchObject({ code: 'git_not_installed' })
  })

  test('of what the store holds already notes it, and goes on from it', async ({
    store,
    folder,
  }) => {
    const at = { storeId: store.id, path: '/a' }
    await putMemory({ ...at, content: 'same' }, AGENT)
    put(folder, 'a', 'same')
    expect((await seedFrom(store.id, folder)).counts).toMatchObject({ unchanged: 1, create: 0 })
    put(folder, 'a', 'changed')
    expect((await seedFrom(store.id, folder)).counts).toMatchObject({ replace: 1, conflict: 0 })
  })

  test('again, after both sides changed, loses nothing that was written in the store', async ({
    store,
    folder,
  }) => {
    const { id } = store
    const first = ['both', 'clash', 'mine', 'theirs', 'gone', 'deleted']
    for (const name of [...first, 'gone-edited', 'deleted-edited']) put(folder, name, LINES)
    await seedFrom(id, folder)
    const edit = (name: string, content: string) =>
      putMemory({ storeId: id, path: `/${name}`, content }, AGENT)
    await edit('both', LINES.replace('line 0', 'agent'))
    await edit('clash', LINES.replace('line 4', 'agent'))
    await edit('mine', 'agent only')
    await edit('gone-edited', 'agent only')
    await edit('other', 'agent only')
    await removeMemory({ storeId: id, path: '/deleted' }, AGENT)
    await removeMemory({ storeId: id, path: '/deleted-edited' }, AGENT)
    put(folder, 'both', LINES.replace('line 8', 'source'))
    put(folder, 'clash', LINES.replace('line 4', 'source'))
    put(folder, 'theirs', 'source only')
    put(folder, 'other', 'source only')
    put(folder, 'new', 'source only')
    put(folder, 'deleted-edited', 'source only')
    rmSync(path.join(folder, 'gone'))
    rmSync(path.join(folder, 'gone-edited'))
    const report = await seedFrom(id, folder)
    expect(byPath(report.entries)).toEqual({
      '/both': 'merge',
      '/clash': 'conflict same_lines',
      '/mine': 'keep',
      '/theirs': 'replace',
      '/gone': 'delete',
      '/gone-edited': 'conflict gone_and_changed',
      '/deleted': 'keep deleted_in_store',
      '/deleted-edited': 'conflict changed_and_deleted',
      '/other': 'conflict other_text',
      '/new': 'create',
    })
    const expected = {
      '/both': LINES.replace('line 0', 'agent').replace('line 8', 'source'),
      '/clash': LINES.replace('line 4', 'agent'),
      '/mine': 'agent only',
      '/theirs': 'source only',
      '/gone-edited': 'agent only',
      '/other': 'agent only',
      '/new': 'source only',
    }
    expect(await textsOf(id)).toEqual(expected)
    const again = await seedFrom(id, folder)
    expect([again.versions, again.counts.conflict]).toEqual([0, 4])
    expect(await textsOf(id)).toEqual(expected)
  })

  test('takes a file where a folder was, and keeps what lay in a folder that is a link now', async ({
    store,
    folder,
  }) => {
    put(folder, 'turned/x', 'x')
    const linked = 'gelöst'.normalize('NFD')
    put(folder, `${linked}/a`, 'a')
    await seedFrom(store.id, folder)
    rmSync(path.join(folder, 'turned'), { recursive: true })
    rmSync(path.join(folder, linked), { recursive: true })
    put(folder, 'turned', 'now a file')
    symlinkSync('/nowhere', path.join(folder, linked))
    const report = await seedFrom(store.id, folder)
    expect(byPath(report.entries)).toEqual({
      '/turned/x': 'delete',
      '/turned': 'create',
      '/gelöst': 'skip link',
      '/gelöst/a': 'keep not_readable',
    })
    expect(await textsOf(store.id)).toEqual({ '/turned': 'now a file', '/gelöst/a': 'a' })
  })

  test('leaves alone what another writer put at a path, or above or below it', async ({
    storeId,
    folder,
  }) => {
    await createMemory({ storeId, path: '/a', content: 'mine' }, AGENT)
    await createMemory({ storeId, path: '/dir/x', content: 'mine' }, AGENT)
    put(folder, 'a', 'source')
    put(folder, 'dir', 'source')
    const report = await seedFrom(storeId, folder)
    expect(byPath(report.entries)).toEqual({
      '/a': 'conflict other_text',
      '/dir': 'skip path_taken',
    })
    expect(await textsOf(storeId)).toEqual({ '/a': 'mine', '/dir/x': 'mine' })
  })

  test('fills a store up to its limits, and says what did not fit', async ({ folder }) => {
    const limits = { memories: 3, memoryBytes: 10 }
    const { id } = await createStore({ name: 'Small', limits })
    for (const name of ['a', 'b', 'c', 'd']) put(folder, name, name)
    put(folder, 'large', 'more than ten bytes')
    const report = await seedFrom(id, folder)
    expect(byPath(report.entries)).toMatchObject({
      '/d': 'skip limit_reached',
      '/large': 'skip too_large',
    })
    expect(report.entries.find(({ path }) => path === '/large')?.size).toBe(19)
    expect(Object.keys(await textsOf(id))).toEqual(['/a', '/b', '/c'])
  })

  test('past a limit of versions is planned as it is done, with a history and without', async () => {
    const limits = { versions: 3 }
    const moments = [
      { at: second(1), changes: [{ op: 'write', path: '/a', content: '1' }] },
      { at: second(2), changes: [{ op: 'write', path: '/a', content: '2' }] },
      { at: second(3), changes: [{ op: 'write', path: '/b', content: '1' }] },
      { at: second(4), changes: [{ op: 'write', path: '/c', content: '1' }] },
      { at: second(5), changes: [{ op: 'write', path: '/c', content: '2' }] },
      { at: second(6), changes: [{ op: 'write', path: '/a', content: '3' }] },
    ]
    const memories = ['/a', '/b', '/c', '/d'].map((path) => ({ path, content: 'x' }))
    for (const [lines, versions] of [
      [moments, 4],
      [memories, 3],
    ] as const) {
      const { id } = await createStore({ name: 'Small', limits })
      const { plan, entries, done } = await planFrom(id, upload('lines', jsonLines(...lines)))
      expect(entries.at(-1)).toMatchObject({ action: 'skip', reason: 'limit_reached' })
      const report = await done()
      expect(report.entries).toEqual(entries)
      expect([plan.versions, report.versions]).toEqual([versions, versions])
    }
  })

  test('of an unpacked export has its paths again', async ({ storeId, folder }) => {
    await createMemory({ storeId, path: '/why?/nul', content: 'x' }, BY_PERSON)
    const files = unzipSync(await exported(storeId, { format: 'zip' }))
    for (const [name, bytes] of Object.entries(files)) put(folder, name, bytes)
    const { id: copy } = await createStore({ name: 'Copy' })
    await seedFrom(copy, folder)
    expect(await textsOf(copy)).toEqual({ '/why?/nul': 'x' })
  })

  test('never reads the database, wherever it lies: closing its file would take SQLite’s locks away', async ({
    store,
    db,
  }) => {
    const report = await seedFrom(store.id, path.dirname(db.file))
    const isOurs = (at: string) => at.startsWith(`/${path.basename(db.file)}`)
    const ours = Object.entries(byPath(report.entries)).filter(([at]) => isOurs(at))
    expect(new Set(ours.map(([, what]) => what))).toEqual(new Set(['skip own_data']))
  })

  test('may be in the home, which `~` stands for, but on no other machine', async ({
    store,
    folder,
  }) => {
    vi.stubEnv('HOME', folder)
    writeFileSync(path.join(folder, 'a.md'), 'from home\n')
    await seedFrom(store.id, '~/')
    expect(await textsOf(store.id)).toEqual({ '/a.md': 'from home\n' })
    const cloned = seedFrom(store.id, 'https://git.example/notes.git')
    await expect(cloned).rejects.toMatchObject({ facts: { why: 'elsewhere' } })
    vi.unstubAllEnvs()
  })

  test('outside of SEED_ROOTS, or through a link that leads there, is refused as if nothing were there', async ({
    store,
    folder,
  }) => {
    symlinkSync('/etc', path.join(folder, 'link'))
    for (const named of ['/etc', '/etc/nothing', '/', path.join(folder, 'link')]) {
      const refused = seedFrom(store.id, named)
      await expect(refused).rejects.toMatchObject({ code: 'folder_not_allowed' })
    }
    const nothing = seedFrom(store.id, path.join(folder, 'nothing'))
    await expect(nothing).rejects.toMatchObject({ code: 'not_a_source' })
  })
})

describe('a conflict', () => {
  /** An agent and the source changed the same line, each deleted what the other changed, or wrote anew. */
  async function inConflict(storeId: string, folder: string) {
    for (const name of ['same', 'gone', 'deleted']) put(folder, name, 'base\n')
    await seedFrom(storeId, folder)
    const write = (at: string) => putMemory({ storeId, path: at, content: `agent ${at}\n` }, AGENT)
    await write('/same')
    await write('/gone')
    await write('/other')
    await removeMemory({ storeId, path: '/deleted' }, AGENT)
    for (const name of ['same', 'deleted', 'other']) put(folder, name, `source /${name}\n`)
    rmSync(path.join(folder, 'gone'))
  }

  const AGENTS = {
    '/same': 'agent /same\n',
    '/gone': 'agent /gone\n',
    '/other': 'agent /other\n',
  }
  const SOURCES = {
    '/same': 'source /same\n',
    '/deleted': 'source /deleted\n',
    '/other': 'source /other\n',
  }

  test.for<[Answer, Record<string, string>, number]>([
    ['leave', AGENTS, 4],
    ['take', SOURCES, 0],
    ['keep', AGENTS, 0],
    [
      { text: 'both\n' },
      Object.fromEntries(['/deleted', '/gone', '/other', '/same'].map((at) => [at, 'both\n'])),
      0,
    ],
  ])(
    'is answered with %j: no text is lost, and it is asked again only if it is left',
    async ([answer, held, left], { storeId: id, folder }) => {
      await inConflict(id, folder)
      const { plan } = await planFrom(id, folder)
      const rows = plan.rows.filter(({ group }) => group === 'conflict')
      expect(rows).toHaveLength(4)
      expect(rows.find((row) => pathOf(row) === '/same')).toMatchObject({ by: AGENT.actor })
      await seedFrom(id, folder, { answer })
      expect(await textsOf(id)).toEqual(held)
      const texts = (await versionsIn(id)).map(({ content }) => content)
      expect(texts).toEqual(expect.arrayContaining(Object.values(AGENTS)))
      if (answer !== 'leave') expect(texts).toEqual(expect.arrayContaining(Object.values(SOURCES)))
      const again = await planFrom(id, folder)
      const changes = again.plan.rows.filter(({ group }) => group === 'change')
      expect([again.counts.conflict, changes]).toEqual([left, []])
    },
  )

  test('where what the store holds is damaged cannot be answered, and deletes nothing', async ({
    store,
    folder,
  }) => {
    await inConflict(store.id, folder)
    const { versionId } = await getMemory({ storeId: store.id, path: '/gone' }, 'basic')
    await damage(versionId)
    const { entries } = await seedFrom(store.id, folder, { answer: 'keep' })
    expect(byPath(entries)).toMatchObject({ '/gone': 'skip damaged', '/same': 'keep' })
    expect(await getMemory({ storeId: store.id, path: '/gone' }, 'basic')).toMatchObject({
      versionId,
    })
  })

  test('with a source that holds a redacted text keeps that out where the store’s side is chosen', async ({
    store,
    folder,
  }) => {
    await inConflict(store.id, folder)
    put(folder, 'same', 'source hunter7\n')
    await redacted('hunter7')
    await seedFrom(store.id, folder, { answer: 'keep' })
    const where = { storeId: store.id, content: { contains: 'hunter7' } }
    expect(await db.version.count({ where })).toBe(0)
    await seedFrom(store.id, folder, { answer: 'take' })
    expect((await textsOf(store.id))['/same']).toBe('source hunter7\n')
  })
})

describe('a plan', () => {
  test('shows the texts of a row, and is gone with its source', async ({ store, folder }) => {
    put(folder, 'a', 'one\n')
    await seedFrom(store.id, folder)
    put(folder, 'a', 'two\n')
    const { ask, plan, jobId } = await planFrom(store.id, folder)
    const texts = await planRow(store.id, ask, plan.rows[0]?.id ?? '')
    expect(texts).toEqual({ before: 'one\n', after: 'two\n' })
    const { id: other } = await createStore({ name: 'other' })
    await expect(planOf(other, ask)).rejects.toMatchObject({ code: 'source_gone' })
    closeSource(jobId)
    await expect(planOf(store.id, ask)).rejects.toMatchObject({ code: 'source_gone' })
  })

  test('marks what may bring back a redacted text, which is taken only if it is ticked', async ({
    store,
    folder,
  }) => {
    put(folder, 'a', 'the password is hunter2\n')
    put(folder, 'b', 'plain\n')
    await seedFrom(store.id, folder)
    await redacted('hunter2', { storeIds: [store.id] })
    put(folder, 'a', 'the password is hunter2, still\n')
    put(folder, 'b', 'plain, and more\n')
    put(folder, 'c', 'again hunter2\n')
    const { plan } = await planFrom(store.id, folder)
    const marked = plan.rows.filter(({ bringsBack }) => bringsBack).map(pathOf)
    expect(marked).toEqual(['/a', '/c'])
    const report = await seedFrom(store.id, folder, { answers: { '/a': 'take' } })
    expect(byPath(report.entries)).toMatchObject({ '/b': 'replace', '/c': 'skip not_chosen' })
    expect((await textsOf(store.id))['/c']).toBeUndefined()
  })
})

test('a source that was read before a redaction is not taken in after it, even where the store had none of it', async ({
  store,
  folder,
}) => {
  put(folder, 'a', 'the password is hunter3')
  const waiting = await planFrom(store.id, folder)
  await redacted('hunter3')
  await expect(waiting.done()).rejects.toMatchObject({ code: 'plan_changed' })
  const { plan } = await planFrom(store.id, folder)
  expect(plan.rows.filter(({ bringsBack }) => bringsBack).map(pathOf)).toEqual(['/a'])
})

test('the path of a version that is emptied leaves the report of what brought it', async ({
  store: { id: storeId },
  folder,
}) => {
  put(folder, 'kept', 'x')
  put(folder, 'secret-name', 'y')
  const planned = await planFrom(storeId, folder)
  await planned.done()
  const where = { storeId, path: '/secret-name' }
  const { id: memoryId = '', versionId = '' } = (await db.memory.findFirst({ where })) ?? {}
  await updateMemory({ storeId, memoryId, path: '/name' }, BY_PERSON)
  await redactVersion({ storeId, versionId }, BY_PERSON)
  const { result } = await getJob(planned.jobId)
  expect(byPath((result as unknown as SeedReport).entries)).toEqual({ '/kept': 'create' })
  expect(await db.seedEntry.count({ where: { path: '/secret-name' } })).toBe(0)
})

test('of a store that is deleted no report keeps the paths', async ({ store, folder }) => {
  put(folder, 'a-path-of-the-store', 'text')
  await seedFrom(store.id, folder)
  await deleteStore(store.id, BY_PERSON)
  for (const { id, input } of await listJobs({ kinds: ['purge'], limit: 100 })) {
    if (input.storeId === store.id) expect((await jobEnded(id)).state).toBe('done')
  }
  const kept = await db.job.findMany()
  expect(JSON.stringify(kept.map((job) => job.result))).not.toContain('a-path-of-the-store')
})

describe('a seeding', () => {
  test('whose job cannot be kept has its source for the next try', async ({ store, folder }) => {
    put(folder, 'a', 'x')
    const { jobId: id, done } = await planFrom(store.id, folder)
    const inTheWay = { id, kind: 'seed' as const, storeId: store.id, input: {} }
    await write((tx) => addJob(tx, inTheWay, BY_PERSON))
    await expect(done()).rejects.toThrow()
    await write((tx) => tx.job.delete({ where: { id } }))
    expect((await done()).counts.create).toBe(1)
  })

  /** The job of one of 200 files. */
  const begun = async (storeId: string, folder: string) => {
    for (let file = 0; file < 200; file++) put(folder, `f${file}`, `content ${file}`)
    const { ask, plan, jobId } = await planFrom(storeId, folder)
    await doPlan(storeId, ask, { hash: plan.hash }, BY_PERSON)
    return jobId
  }

  /** The same, some of which are written. */
  const underWay = async (storeId: string, folder: string) => {
    const jobId = await begun(storeId, folder)
    await expect.poll(async () => (await getJob(jobId)).done, { interval: 5 }).toBeGreaterThan(0)
    return jobId
  }

  test('that is stopped leaves what it wrote as one batch, which can be undone, and goes on later', async ({
    store,
    folder,
  }) => {
    const jobId = await underWay(store.id, folder)
    await stopJob(jobId)
    const { state, result } = await jobEnded(jobId)
    const { batchId, counts, entries } = result as unknown as SeedReport
    const there = Object.entries(await textsOf(store.id))
    expect(state).toBe('stopped')
    expect(there.length % 50).toBe(0)
    expect(there.length).toBeLessThan(200)
    const skip = 200 - there.length
    expect(counts).toMatchObject({ create: there.length, skip })
    const missed = entries.filter(({ reason }) => reason === 'not_reached')
    expect(missed).toHaveLength(skip)
    for (const { path: at } of missed) expect(Object.fromEntries(there)).not.toHaveProperty([at])
    for (const [at, text] of there) expect(text).toBe(`content ${at.slice(2)}`)
    expect((await seedFrom(store.id, folder)).counts.create).toBe(200 - there.length)
    const undo = { kind: 'undo' as const, batchId: batchId ?? '' }
    const { plan: back } = await planOf(store.id, undo)
    await doPlan(store.id, undo, { hash: back.hash }, BY_PERSON)
    expect(Object.keys(await textsOf(store.id))).toHaveLength(200 - there.length)
  })

  test('amid which a text is redacted ends, and the text stays out', async ({ store, folder }) => {
    put(folder, 'z', 'the password is hunter4')
    const jobId = await begun(store.id, folder)
    await redacted('hunter4', { storeIds: [store.id] })
    expect((await getJob(jobId)).state).toBe('stopped')
    expect(JSON.stringify(await textsOf(store.id))).not.toContain('hunter4')
  })

  test('that another server stopped writes nothing more', async ({ store, folder }) => {
    const jobId = await underWay(store.id, folder)
    // As quick as a seeding may be: between its last words and its next ones it asks nothing of the job.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    onTestFinished(() => clock.mockRestore())
    const stopAskedAt = new Date()
    await write((tx) => tx.job.update({ where: { id: jobId }, data: { stopAskedAt } }))
    const last = await numberOf(store.id)
    expect(await jobEnded(jobId)).toMatchObject({ state: 'stopped' })
    expect(await numberOf(store.id)).toBe(last)
  })

  test('never writes over what was written since its plan, which is a conflict of its report', async ({
    store,
    folder,
  }) => {
    const jobId = await underWay(store.id, folder)
    // The last by its path.
    await putMemory({ storeId: store.id, path: '/f99', content: 'by an agent' }, AGENT)
    const { result } = await jobEnded(jobId)
    const report = result as unknown as SeedReport
    expect(byPath(report.entries)['/f99']).toBe('conflict changed_meanwhile')
    expect([report.versions, (await textsOf(store.id))['/f99']]).toEqual([199, 'by an agent'])
  })
})
