import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { db, write } from '@/lib/db'
import { bodyHash } from '@/lib/folders/facts'
import { keepFolders } from '@/lib/folders/worker'
import { receiptOf } from '@/lib/store/redact/redact'
import { createMemory } from '@/lib/store/change-memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { sha256Hex } from '@/lib/text/content'
import { newId } from '@/lib/text/ids'
import { claudeHome } from '../support/claude-home'
import { describe, expect } from '../support/fixtures'
import { columnsWith } from '../support/planted'
import { InStep } from '../support/in-step'
import { MemoryDisk } from '../support/memory-disk'
import { redacted } from '../support/redacted'
import { numberOf } from '../support/written'
import { BOTH_WAYS, test, watched } from '../support/watched'

const SECRET = 'correct horse battery'

describe('a redaction', () => {
  test('rewrites the files of a folder that goes both ways, and leaves nothing of them beside', async ({
    watch,
    storeId,
    folder,
  }) => {
    const files = { 'a.md': `it is ${SECRET}\n`, 'b.md': 'other\n' }
    const { read } = await watch(files, BOTH_WAYS)
    const over = new AbortController()
    const working = keepFolders(over.signal)
    await expect.poll(() => db.lease.count({ where: { name: { startsWith: 'folder:' } } })).toBe(1)
    const job = await redacted(SECRET, { storeIds: [storeId] })
    expect(receiptOf(job)?.outside).toEqual([])
    expect(read('a.md')).toBe('it is [gone]\n')
    const left = readdirSync(folder).filter((name) =>
      readFileSync(path.join(folder, name), 'utf8').includes(SECRET),
    )
    expect(left).toEqual([])
    over.abort()
    await working
  })

  test('of all that *Only these* names takes nothing else of the folder in', async ({
    watch,
    storeId,
  }) => {
    const { look, texts } = await watch({ 'zebra.md': 'a', 'b.md': 'b' }, { only: ['zebra.md'] })
    await redacted('zebra.md', { replacement: '', storeIds: [storeId] })
    await look()
    expect(Object.values(await texts())).not.toContain('b')
  })

  test('names files of a folder that is only read, transcripts, and the repository', async ({
    storeId,
    folder,
  }) => {
    const home = claudeHome(realpathSync(folder))
    onTestFinished(() => home.leave())
    const shop = home.project('code/shop').remember('a.md', `it is ${SECRET}\n`)
    shop.remember(`${SECRET}.md`, 'named so\n')
    shop.talk({ lines: [{ type: 'user', message: { role: 'user', content: `use ${SECRET}` } }] })
    symlinkSync('/proc/self/mem', path.join(shop.folder, 'unreadable.jsonl'))
    mkdirSync(path.join(shop.memory, '.git'))
    await watched(storeId, shop.memory, {}, { preset: 'claude_code' })
    const job = await redacted(SECRET, { storeIds: [storeId] })
    const told = receiptOf(job)?.outside?.map(({ kind, path: at, found }) => [
      kind,
      path.basename(at),
      found,
    ])
    expect(told?.sort()).toEqual([
      ['file', '[redacted].md', 1],
      ['file', 'a.md', 1],
      ['git', 'memory', null],
      ['transcript', expect.stringMatching(/^session.*\.jsonl$/), 1],
      ['transcript', 'unreadable.jsonl', null],
    ])
    for (let n = 0; n < 100; n++) shop.remember(`${n}.md`, SECRET)
    const again = receiptOf(await redacted(SECRET, { storeIds: [storeId] }))?.outside
    expect(again?.slice(-3).map(({ kind }) => kind)).toEqual(['git', 'transcript', 'transcript'])
  })

  test('looks through no link that stands in a folder’s place by now, and names it', async ({
    storeId,
    folder,
  }) => {
    const root = path.join(realpathSync(folder), 'notes')
    await watched(storeId, root, { 'a.md': `it is ${SECRET}\n` })
    renameSync(root, `${root}-away`)
    symlinkSync(`${root}-away`, root)
    const job = await redacted(SECRET, { storeIds: [storeId] })
    expect(receiptOf(job)?.outside).toEqual([{ kind: 'file', path: root, found: null }])
  })

  test('leaves no hash of what a call was to write', async ({ watch, storeId }) => {
    const { told } = await watch({ 'a.md': `${SECRET}\n` })
    const { location } = await told()
    const body = bodyHash(`${SECRET}\n`)
    const facts = { kind: 'call', source: 'transcript', tool: 'Write', model: '', body }
    const file = path.join(location, 'a.md')
    const heard = { path: file, sessionId: newId('sesn'), toolUseId: 'toolu_1', at: new Date() }
    await write((tx) => tx.heardWrite.create({ data: { ...heard, facts }, select: { key: true } }))
    await redacted(SECRET, { storeIds: [storeId] })
    expect(await columnsWith(body)).toEqual([])
  })

  test('leaves what people put in its place, and deleted, where a file that is only read has it', async ({
    watch,
    storeId,
  }) => {
    const text = `it is ${SECRET}\n`
    const files = { 'a.md': text, 'b.md': text, 'c.md': `${text}.` }
    const { look, store, remove, rename, texts, told } = await watch(files)
    await store('/a.md', 'by a person\n')
    await store('/c.md', 'also\n')
    await remove('/b.md')
    await look()
    await redacted(SECRET, { storeIds: [storeId] })
    rename('c.md', 'renamed.md')
    await look()
    expect(await texts()).toEqual({ '/a.md': 'by a person\n', '/renamed.md': 'also\n' })
    expect((await told()).report.conflicts).toEqual([])
    expect(await columnsWith(sha256Hex(text))).toEqual([])
  })

  test('is not undone by a file: the store keeps [redacted] in the place of the text', async ({
    watch,
    storeId,
  }) => {
    await createMemory({ storeId, path: '/x.md', content: `was ${SECRET}` }, BY_PERSON)
    await redacted(SECRET, { storeIds: [storeId] })
    const { look, put, texts } = await watch({ 'x.md': 'x\n' })
    put('b.md', `again ${SECRET}, and ${SECRET}\n`)
    await look()
    await look()
    expect((await texts())['/b.md']).toBe('again [redacted], and [redacted]\n')
    expect(await columnsWith(SECRET)).toEqual([])
  })

  test('nor by what is taken in while it goes on', async ({ storeId }) => {
    const disk = new MemoryDisk()
    for (let n = 0; n < 400; n++) disk.save(`/${n}.md`, `${n} is ${SECRET}\n`)
    const inStep = await InStep.begin(storeId, disk)
    disk.before = async () => {
      if ((await numberOf(storeId)) === 0) return
      disk.before = async () => {}
      await redacted(SECRET, { storeIds: [storeId] })
    }
    await inStep.settle()
    expect(await columnsWith(SECRET)).toEqual([])
  })

  test('nor by a name, which is listed without it', async ({ watch, storeId }) => {
    const files = { [`a ${SECRET}.md`]: 'a\n', [`b ${SECRET}/c.md`]: 'c\n', [`${SECRET}.bak`]: '' }
    const { look, texts, told } = await watch(files, BOTH_WAYS)
    await redacted(SECRET, { storeIds: [storeId] })
    await look()
    await look()
    expect(await texts()).toEqual({ '/a [gone].md': 'a\n', '/b [gone]/c.md': 'c\n' })
    const left = (await told()).report.left.map(({ path: at }) => at)
    expect(left).toEqual(['/a [redacted].md', '/b [redacted]/c.md'])
    expect(await columnsWith(SECRET)).toEqual([])
  })
})
