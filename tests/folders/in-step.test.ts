import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { db, write } from '@/lib/db'
import { endConflict } from '@/lib/folders/conflicts'
import {
  changeConnection,
  connect,
  disconnect,
  folderToConnect,
  wake,
} from '@/lib/folders/connections'
import { keepFolders } from '@/lib/folders/worker'
import { archiveStore, updateStore } from '@/lib/store/change-stores'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { sha256Hex } from '@/lib/text/content'
import { describe, expect } from '../support/fixtures'
import { setRules } from '../support/rules'
import { put } from '../support/seeding'
import { BOTH_WAYS, test } from '../support/watched'

const THREE = 'one\ntwo\nthree\nfour\nfive\n'

describe('a change of the disk', () => {
  test('becomes a version by something on this computer, to be reviewed, and one batch a pass', async ({
    watch,
  }) => {
    const { id, look, write, versions } = await watch({ 'a.md': 'a', 'b.md': 'b' })
    write('a.md', 'a again')
    write('b.md', 'b again')
    await look()
    const newest = (await versions()).slice(-2)
    expect(newest).toMatchObject([
      { path: '/a.md', actorId: id, side: 'agent' },
      { path: '/b.md', actorId: id, side: 'agent' },
    ])
    expect(new Set(newest.map(({ batchId }) => batchId)).size).toBe(1)
    const batch = await db.batch.findFirst({ where: { id: newest[0]?.batchId ?? '' } })
    expect(batch?.kind).toBe('folder')
  })

  test('is asked no rule, since it stands there', async ({ watch, storeId }) => {
    await setRules(storeId, { secrets: 'refuse', everything: 'hold' })
    const { look, write, texts } = await watch({ 'a.md': 'a' })
    const secret = `ghp_${'aZ3'.repeat(12)}`
    write('a.md', secret)
    await look()
    expect(await texts()).toEqual({ '/a.md': secret })
  })

  test('that takes a file away deletes its memory', async ({ watch }) => {
    const { look, erase, texts } = await watch({ 'a.md': 'a', 'b.md': 'b' })
    erase('a.md')
    await look()
    expect(await texts()).toEqual({ '/b.md': 'b' })
  })

  test('that renames a file, or a folder, keeps the id of each memory', async ({ watch }) => {
    const { look, rename, idOf, texts } = await watch({ 'a.md': 'a', 'n/b.md': 'b' })
    const ids = [await idOf('/a.md'), await idOf('/n/b.md')]
    rename('a.md', 'A.md')
    rename('n', 'other')
    await look()
    expect(await texts()).toEqual({ '/A.md': 'a', '/other/b.md': 'b' })
    expect([await idOf('/A.md'), await idOf('/other/b.md')]).toEqual(ids)
  })

  test('that an editor saves by a rename is one more version of its memory', async ({ watch }) => {
    const { look, put, rename, idOf, versions } = await watch({ 'a.md': 'a' })
    const id = await idOf('/a.md')
    put('a.md.tmp.12.ab', 'a again')
    rename('a.md.tmp.12.ab', 'a.md')
    await look()
    expect(await idOf('/a.md')).toBe(id)
    expect((await versions()).length).toBe(2)
  })

  test('that takes files away and brings them back, as a branch does, leaves one history each', async ({
    watch,
  }) => {
    const text = 'a text of more than sixty-four bytes, so that it is no text by chance at all\n'
    const { look, put, erase, idOf } = await watch({ 'a.md': 'a', 'b.md': text })
    const ids = [await idOf('/a.md'), await idOf('/b.md')]
    erase('a.md')
    erase('b.md')
    await look()
    put('a.md', 'other')
    put('elsewhere/c.md', text)
    await look()
    expect([await idOf('/a.md'), await idOf('/elsewhere/c.md')]).toEqual(ids)
  })

  test('that says what the store says already is agreed on, without a version', async ({
    watch,
  }) => {
    const { look, write, store, versions } = await watch({ 'a.md': 'a' })
    write('a.md', 'same')
    await store('/a.md', 'same')
    await look()
    expect((await versions()).length).toBe(2)
  })
})

describe('a change of the store', () => {
  test('is not on disk where the folder is only read', async ({ watch }) => {
    const { look, read, store, told } = await watch({ 'a.md': 'a' })
    await store('/a.md', 'stored')
    await store('/new.md', 'new')
    await look()
    expect(read('a.md')).toBe('a')
    expect((await told()).report.notOnDisk).toEqual({ count: 2, paths: ['/a.md', '/new.md'] })
  })

  test('is written where it goes both ways, renames and deletions too, and emptied folders go', async ({
    watch,
  }) => {
    const files = { 'a.md': 'a', 'b.md': 'b', 'n/c.md': 'c' }
    const { look, read, has, store, move, remove } = await watch(files, BOTH_WAYS)
    await store('/a.md', 'stored')
    await move('/b.md', '/deep/er/b.md')
    await remove('/n/c.md')
    await look()
    await look()
    expect([read('a.md'), read('deep/er/b.md')]).toEqual(['stored', 'b'])
    expect(has('b.md')).toBe(false)
    expect(has('n')).toBe(false)
  })

  test('whose text is damaged in the database is not written over the file, and is listed', async ({
    watch,
    storeId,
  }) => {
    const { look, read, store, told } = await watch({ 'a.md': 'a' }, BOTH_WAYS)
    await store('/a.md', 'stored')
    const damage = { where: { storeId }, data: { content: 'stoned' } }
    await write((tx) => tx.memory.updateMany(damage))
    await look()
    expect(read('a.md')).toBe('a')
    expect((await told()).report.failures).toMatchObject([{ path: '/a.md', problem: 'damaged' }])
  })

  test('that swaps two names swaps the files', async ({ watch }) => {
    const { look, read, move } = await watch({ 'a.md': 'a', 'b.md': 'b' }, BOTH_WAYS)
    await move('/a.md', '/t.md')
    await move('/b.md', '/a.md')
    await move('/t.md', '/b.md')
    await look()
    expect([read('a.md'), read('b.md')]).toEqual(['b', 'a'])
  })
})

describe('changes of both', () => {
  test('in other lines are the disk’s version, then the merge by neither a person nor an agent', async ({
    watch,
  }) => {
    const { look, write, read, store, versions, texts } = await watch({ 'a.md': THREE }, BOTH_WAYS)
    write('a.md', THREE.replace('one', 'ONE'))
    await store('/a.md', THREE.replace('five', 'FIVE'))
    await look()
    const both = 'ONE\ntwo\nthree\nfour\nFIVE\n'
    expect([await texts(), read('a.md')]).toEqual([{ '/a.md': both }, both])
    const merged = { actorId: 'svcacct_merged', side: 'person' }
    expect((await versions()).at(-1)).toMatchObject(merged)
  })

  test('from a text that is damaged by now are a conflict: nothing is merged with what nobody wrote', async ({
    watch,
  }) => {
    const { look, put, store, versions, told } = await watch({ 'a.md': THREE })
    const [first] = await versions()
    await store('/a.md', `${THREE}six\n`)
    const data = { content: THREE.replace('two', 'tvo') }
    await write((tx) => tx.version.update({ where: { id: first?.id ?? '' }, data }))
    put('a.md', `zero\n${THREE}`)
    await look()
    expect((await told()).report.conflicts).toEqual(['/a.md'])
  })

  test('in the same lines have the disk’s text on top, and the store’s below it, marked', async ({
    watch,
  }) => {
    const { look, write, store, told, texts } = await watch({ 'a.md': THREE }, BOTH_WAYS)
    write('a.md', THREE.replace('one', 'disk'))
    await store('/a.md', THREE.replace('one', 'store'))
    await look()
    expect(await texts()).toEqual({ '/a.md': THREE.replace('one', 'disk') })
    expect((await told()).report.conflicts).toEqual(['/a.md'])
  })

  test('to the same lines can be merged by what they come from, however often the store changed', async ({
    watch,
  }) => {
    const { look, write, store, conflict } = await watch({ 'a.md': THREE })
    write('a.md', THREE.replace('one', 'disk'))
    const both = THREE.replace('one', 'store').replace('five', 'store')
    await store('/a.md', THREE.replace('five', 'store'))
    await store('/a.md', both)
    await look()
    const found = await conflict('/a.md')
    expect(found).toMatchObject({ ordinal: 4, mine: { ordinal: 3 } })
    expect(found?.regions.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'conflict', base: ['one\n'], ours: ['store\n'], theirs: ['disk\n'] },
      { kind: 'ours', base: ['five\n'], lines: ['store\n'] },
    ])
  })

  test('to the same lines are no conflict once a person is for the disk’s text', async ({
    watch,
    storeId,
  }) => {
    const { look, write, store, told, conflict } = await watch({ 'a.md': 'a' })
    write('a.md', 'disk')
    await store('/a.md', 'store')
    await look()
    const { versionId } = await getMemory({ storeId, path: '/a.md' }, 'basic')
    await endConflict(storeId, versionId)
    await look()
    expect((await told()).report.conflicts).toEqual([])
    expect(await conflict('/a.md')).toBe(null)
  })

  test('merge round by round: of 25 edits at each end of a file by disk and store, none is lost', async ({
    watch,
  }) => {
    const { look, write, read, store, texts } = await watch(
      { 'a.md': 'top\nmiddle\nend\n' },
      BOTH_WAYS,
    )
    for (let round = 1; round <= 25; round++) {
      const now = read('a.md')
      write('a.md', `disk ${round}\n${now}`)
      await store('/a.md', `${now}store ${round}\n`)
      await look()
    }
    const lines = (await texts())['/a.md']?.split('\n') ?? []
    expect(lines.filter((line) => /^(disk|store) \d+$/.test(line))).toHaveLength(50)
  })

  test('of which the disk’s is a deletion keep the store’s text, which is written again', async ({
    watch,
  }) => {
    const { look, read, erase, store } = await watch({ 'a.md': 'a' }, BOTH_WAYS)
    erase('a.md')
    await store('/a.md', 'stored')
    await look()
    expect(read('a.md')).toBe('stored')
  })

  test('of which the store’s is a deletion bring the memory back under its id', async ({
    watch,
  }) => {
    const { look, write, remove, idOf, texts } = await watch({ 'a.md': 'a' })
    const id = await idOf('/a.md')
    write('a.md', 'disk')
    await remove('/a.md')
    await look()
    expect(await texts()).toEqual({ '/a.md': 'disk' })
    expect(await idOf('/a.md')).toBe(id)
  })
})

const twelve = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`${at}.md`, `text ${at}`] as const),
)

describe('what a program writes into a former file that it holds open', () => {
  test('is a conflict where the store changed the same lines, and stands on top', async ({
    watch,
  }) => {
    const { look, file, read, store, conflict, told } = await watch({ 'a.md': 'a' }, BOTH_WAYS)
    const held = openSync(file('a.md'), 'r+')
    await store('/a.md', 'stored')
    await look()
    writeSync(held, 'disk', 0)
    closeSync(held)
    await look()
    expect(read('a.md')).toBe('disk')
    expect((await told()).report.conflicts).toEqual(['/a.md'])
    expect((await conflict('/a.md'))?.regions).toEqual([
      { kind: 'conflict', base: ['a'], ours: ['stored'], theirs: ['disk'] },
    ])
    await store('/a.md', 'settled')
    await look()
    expect((await told()).report.conflicts).toEqual([])
  })

  test.for([
    ['is no UTF-8', Buffer.from('caf\xe9\n', 'latin1')],
    ['is more than the store takes', Buffer.from('x'.repeat(102_401))],
  ] as const)(
    'stands beside it again where it %s, and the folder stays in step',
    async ([, bytes], { watch, folder }) => {
      const { look, file, read, store } = await watch({ 'a.md': 'a' }, BOTH_WAYS)
      const held = openSync(file('a.md'), 'r+')
      await store('/a.md', 'stored')
      await look()
      writeSync(held, bytes, 0, bytes.length, 0)
      closeSync(held)
      expect(await look()).toBe('ok')
      const recovered = `recovered-${sha256Hex(bytes).slice(0, 8)}.md`
      expect(readdirSync(folder).sort()).toEqual(['a.md', recovered])
      expect(read('a.md')).toBe('stored')
      expect(readFileSync(file(recovered))).toEqual(bytes)
    },
  )
})

describe('a folder rests', () => {
  test('where many files are gone at once, until they are back', async ({ watch }) => {
    const { look, put, erase, told, texts } = await watch(twelve)
    for (const name of Object.keys(twelve)) erase(name)
    expect(await look()).toBe('files_missing')
    expect(Object.keys(await texts())).toHaveLength(12)
    for (const [name, text] of Object.entries(twelve)) put(name, text)
    expect(await look()).toBe('ok')
    expect((await told()).report.missing).toEqual([])
  })

  test('until a person says that they were deleted', async ({ watch }) => {
    const { id, look, erase, texts } = await watch(twelve)
    for (const name of Object.keys(twelve)) erase(name)
    await look()
    await changeConnection(id, { areDeleted: true })
    expect(await look()).toBe('ok')
    expect(await texts()).toEqual({})
  })

  test('where it is not there, and goes on by itself', async ({ watch, folder }) => {
    const root = path.join(folder, 'notes')
    const { look, texts } = await watch({ 'a.md': 'a' }, { within: 'notes' })
    renameSync(root, `${root}-away`)
    expect(await look()).toBe('folder_missing')
    renameSync(`${root}-away`, root)
    put(root, 'b.md', 'b')
    expect(await look()).toBe('ok')
    expect(Object.keys(await texts())).toEqual(['/a.md', '/b.md'])
  })

  test('and is watched again once it is there anew', async ({ watch, folder }) => {
    const root = path.join(folder, 'notes')
    const { id, versions, told } = await watch({ 'a.md': 'a' }, { within: 'notes' })
    const over = new AbortController()
    const working = keepFolders(over.signal)
    const becomes = async (state: string) => {
      await expect
        .poll(async () => {
          wake(id)
          return (await told()).state
        })
        .toBe(state)
    }
    // Once by a look that was asked for before; without a hint the next one is 30 s away.
    const isHeardOf = (name: string) =>
      expect
        .poll(
          async () => {
            put(root, name, String(performance.now()))
            return (await versions()).filter(({ path: at }) => at === `/${name}`).length
          },
          { timeout: 15_000, interval: 500 },
        )
        .toBeGreaterThan(2)
    await isHeardOf('b.md')
    rmSync(root, { recursive: true })
    await becomes('folder_missing')
    put(root, 'a.md', 'a')
    await becomes('folder_replaced')
    await changeConnection(id, { isTheSame: true })
    await becomes('ok')
    await isHeardOf('c.md')
    over.abort()
    await working
  })

  test('where another folder stands there, until a person says that it is the same', async ({
    watch,
    folder,
  }) => {
    const root = path.join(folder, 'notes')
    const { id, look, texts } = await watch({ 'a.md': 'a' }, { within: 'notes' })
    renameSync(root, `${root}-away`)
    mkdirSync(root)
    put(root, 'b.md', 'b')
    expect(await look()).toBe('folder_replaced')
    expect(await texts()).toEqual({ '/a.md': 'a' })
    await changeConnection(id, { isTheSame: true })
    expect(await look()).toBe('ok')
    expect(await texts()).toEqual({ '/b.md': 'b' })
  })

  test('while it is paused, and while its store is archived', async ({ watch, storeId }) => {
    const { id, look, write, texts } = await watch({ 'a.md': 'a' })
    await changeConnection(id, { isPaused: true })
    write('a.md', 'again')
    expect(await look()).toBe('paused')
    expect(await texts()).toEqual({ '/a.md': 'a' })
    await changeConnection(id, { isPaused: false })
    await look()
    expect(await texts()).toEqual({ '/a.md': 'again' })
    await archiveStore(storeId, BY_PERSON)
    expect(await look()).toBe('store_archived')
  })
})

describe('what is no memory', () => {
  test('is passed over by name, counted and named: hidden ones, and what editors and services leave', async ({
    watch,
  }) => {
    const editors = ['a.md~', 'b.bak', 'c.swp', '#d#', '~$e.docx', '4913', 'f.tmp.1']
    const names = ['.hidden', 'Icon\r', ...editors]
    const files = Object.fromEntries(names.map((name) => [name, 'x']))
    const { told, texts } = await watch({ 'a.md': 'a', ...files })
    expect(await texts()).toEqual({ '/a.md': 'a' })
    expect((await told()).report.passedOver.count).toBe(names.length)
  })

  test('is listed with its reason', async ({ watch, folder }) => {
    put(folder, 'binary.md', Buffer.from([0xff, 0xfe, 0]))
    put(folder, 'large.md', 'x'.repeat(102_401))
    put(folder, 'a (Konflikt-Kopie 2026-01-02).md', 'x')
    put(folder, 'a.sync-conflict-20260102-1.md', 'x')
    put(folder, '.far.md.icloud', 'x')
    put(folder, 'inv\u200disible.md', 'x')
    put(folder, 'back\\slash.md', 'x')
    put(folder, '%2e%2e.md', 'x')
    closeSync(openSync(Buffer.from(`${folder}/\xff.md`, 'latin1'), 'w'))
    symlinkSync('/etc/hostname', path.join(folder, 'link.md'))
    const { told, texts } = await watch({ 'a.md': 'a' })
    expect(await texts()).toEqual({ '/a.md': 'a' })
    const { left } = (await told()).report
    expect(Object.fromEntries(left.map(({ path: at, reason }) => [at, reason]))).toEqual({
      '/%2e%2e.md': 'bad_name',
      '/.far.md.icloud': 'cloud_placeholder',
      '/a (Konflikt-Kopie 2026-01-02).md': 'conflict_copy',
      '/a.sync-conflict-20260102-1.md': 'conflict_copy',
      '/back\\slash.md': 'bad_name',
      '/binary.md': 'not_text',
      '/inv\u200disible.md': 'bad_name',
      '/large.md': 'too_large',
      '/link.md': 'link',
      '/\ufffd.md': 'bad_name',
    })
    expect(left.find(({ path: at }) => at.includes('\u200d'))?.about).toBe('U+200D')
  })

  test('is what a full store has no room for, however much that is', async ({ watch, storeId }) => {
    const { look, put: save, texts, told } = await watch({ 'a.md': 'a' })
    await updateStore(storeId, { limits: { memories: 3 } }, BY_PERSON)
    for (let n = 0; n < 1_000; n++) save(`${n}.md`, 'x')
    await look()
    expect(Object.keys(await texts()).length).toBe(3)
    expect((await told()).report.left).toMatchObject(Array(100).fill({ reason: 'store_full' }))
  })

  test('keeps nothing out that has room, in the same name', async ({ watch, storeId }) => {
    await updateStore(storeId, { limits: { bytes: 50 } }, BY_PERSON)
    const small = { 'm.md': 'x', 'n.md': 'x', 'z.md': 'x' }
    const { texts, told } = await watch({ 'a.md': 'x'.repeat(99), ...small })
    expect(Object.keys(await texts())).toEqual(['/m.md', '/n.md', '/z.md'])
    expect((await told()).report.left).toMatchObject([{ path: '/a.md', reason: 'store_full' }])
    expect(await db.version.count({ where: { storeId, side: 'agent' } })).toBe(0)
  })

  test('hides a memory that was there, and does not delete it: a file that became a link', async ({
    watch,
  }) => {
    const { look, file, erase, texts } = await watch({ 'a.md': 'a', 'b.md': 'b' })
    erase('a.md')
    symlinkSync('b.md', file('a.md'))
    await look()
    expect(await texts()).toEqual({ '/a.md': 'a', '/b.md': 'b' })
  })

  test('is all that *Only these* does not name, hidden folders by name included', async ({
    watch,
  }) => {
    const files = {
      'CLAUDE.md': 'c',
      'README.md': 'r',
      '.claude/rules/a/b.md': 'rule',
      '.claude/settings.json': '{}',
      'src/CLAUDE.md': 'below',
    }
    const only = ['CLAUDE.md', '.claude/rules/**']
    const { texts } = await watch(files, { only })
    expect(await texts()).toEqual({ '/CLAUDE.md': 'c', '/.claude/rules/a/b.md': 'rule' })
  })

  test('keeps the disk’s spelling of a name that is no NFC', async ({ watch }) => {
    const nfd = 'Ü'.normalize('NFD')
    const { look, read, store, texts } = await watch({ [`${nfd}.md`]: 'x' }, BOTH_WAYS)
    await store('/Ü.md', 'stored')
    await look()
    expect([await texts(), read(`${nfd}.md`)]).toEqual([{ '/Ü.md': 'stored' }, 'stored'])
    expect(() => read('Ü.md')).toThrow('ENOENT')
  })
})

describe('connecting', () => {
  test('takes a folder by a link to it, and refuses it twice, around and inside of another', async ({
    storeId,
    folder,
  }) => {
    const root = path.join(folder, 'notes')
    put(root, 'in/a.md', 'a')
    symlinkSync(root, path.join(folder, 'by-link'))
    const by = async (named: string) =>
      connect({ storeId, folder: named, preset: 'folder', only: null, isTwoWay: false }, BY_PERSON)
    const { id, location } = await by(path.join(folder, 'by-link'))
    expect(location).toBe(root)
    for (const named of [root, folder, path.join(root, 'in')]) {
      await expect(by(named)).rejects.toMatchObject({
        code: 'folder_refused',
        facts: { why: 'overlaps' },
      })
    }
    await disconnect(id)
    expect((await by(root)).location).toBe(root)
  })

  test.each([
    ['/', 'folder_refused'],
    ['/nowhere/at/all', 'folder_refused'],
    ['/usr/lib', 'folder_not_allowed'],
  ])('refuses %s as %s', async (named, code) => {
    await expect(folderToConnect(named, null)).rejects.toMatchObject({ code })
  })

  test('takes what stands there in the name of whoever connects, so that nothing is to review', async ({
    watch,
  }) => {
    const { versions } = await watch({ 'a.md': 'a' })
    expect(await versions()).toMatchObject([{ actorId: 'user_local', side: 'person' }])
  })

  test('takes nothing in that person’s name that comes into an empty folder afterwards', async ({
    watch,
  }) => {
    const { id, look, write, versions } = await watch({})
    write('a.md', 'a')
    await look()
    expect(await versions()).toMatchObject([{ actorId: id, side: 'agent' }])
  })

  test('keeps store and files when it ends', async ({ watch }) => {
    const { id, look, write, read, erase, texts } = await watch({ 'a.md': 'a' })
    await disconnect(id)
    expect(await look()).toBeNull()
    expect([read('a.md'), await texts()]).toEqual(['a', { '/a.md': 'a' }])
    erase('a.md')
    write('b.md', 'b')
    expect(await texts()).toEqual({ '/a.md': 'a' })
  })
})
