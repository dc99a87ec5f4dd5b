import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { db, write } from '@/lib/db'
import { conflictOf, endConflict } from '@/lib/folders/conflicts'
import {
  changeConnection,
  connect,
  disconnect,
  folderToConnect,
  wake,
} from '@/lib/folders/connections'
import { keepFolders } from '@/lib/folders/worker'
import { archiveStore } from '@/lib/store/change-stores'
import { putMemory, removeMemory, updateMemory } from '@/lib/store/change-memories'
import { getMemory } from '@/lib/store/memories'
import { BY_PERSON } from '@/lib/store/model/actor'
import { sha256Hex } from '@/lib/text/content'
import { describe, expect, test } from '../support/fixtures'
import { setRules } from '../support/rules'
import { put } from '../support/seeding'
import { watched } from '../support/watched'

const idOf = async (storeId: string, at: string) =>
  (await getMemory({ storeId, path: at }, 'basic')).id

const versionsOf = (storeId: string) =>
  db.version.findMany({ where: { storeId }, orderBy: { sequence: 'asc' } })

async function moveTo(storeId: string, from: string, to: string) {
  const memoryId = await idOf(storeId, from)
  await updateMemory({ storeId, memoryId, path: to }, BY_PERSON)
}

const THREE = 'one\ntwo\nthree\nfour\nfive\n'

describe('a change of the disk', () => {
  test('becomes a version by something on this computer, to be reviewed, and one batch a pass', async ({
    storeId,
    folder,
  }) => {
    const { id, look, write } = await watched(storeId, folder, { 'a.md': 'a', 'b.md': 'b' })
    write('a.md', 'a again')
    write('b.md', 'b again')
    await look()
    const versions = (await versionsOf(storeId)).slice(-2)
    expect(versions).toMatchObject([
      { path: '/a.md', actorId: id, side: 'agent' },
      { path: '/b.md', actorId: id, side: 'agent' },
    ])
    expect(new Set(versions.map(({ batchId }) => batchId)).size).toBe(1)
    const batch = await db.batch.findFirst({ where: { id: versions[0]?.batchId ?? '' } })
    expect(batch?.kind).toBe('folder')
  })

  test('is asked no rule, since it stands there', async ({ storeId, folder }) => {
    await setRules(storeId, { secrets: 'refuse', everything: 'hold' })
    const { look, write, texts } = await watched(storeId, folder, { 'a.md': 'a' })
    const secret = `ghp_${'aZ3'.repeat(12)}`
    write('a.md', secret)
    await look()
    expect(await texts()).toEqual({ '/a.md': secret })
  })

  test('that takes a file away deletes its memory', async ({ storeId, folder }) => {
    const { look, erase, texts } = await watched(storeId, folder, { 'a.md': 'a', 'b.md': 'b' })
    erase('a.md')
    await look()
    expect(await texts()).toEqual({ '/b.md': 'b' })
  })

  test('that renames a file, or a folder, keeps the id of each memory', async ({
    storeId,
    folder,
  }) => {
    const { look, texts } = await watched(storeId, folder, { 'a.md': 'a', 'n/b.md': 'b' })
    const ids = [await idOf(storeId, '/a.md'), await idOf(storeId, '/n/b.md')]
    renameSync(path.join(folder, 'a.md'), path.join(folder, 'A.md'))
    renameSync(path.join(folder, 'n'), path.join(folder, 'other'))
    await look()
    expect(await texts()).toEqual({ '/A.md': 'a', '/other/b.md': 'b' })
    expect([await idOf(storeId, '/A.md'), await idOf(storeId, '/other/b.md')]).toEqual(ids)
  })

  test('that an editor saves by a rename is one more version of its memory', async ({
    storeId,
    folder,
  }) => {
    const { look } = await watched(storeId, folder, { 'a.md': 'a' })
    const id = await idOf(storeId, '/a.md')
    put(folder, 'a.md.tmp.12.ab', 'a again')
    renameSync(path.join(folder, 'a.md.tmp.12.ab'), path.join(folder, 'a.md'))
    await look()
    expect(await idOf(storeId, '/a.md')).toBe(id)
    expect((await versionsOf(storeId)).length).toBe(2)
  })

  test('that takes files away and brings them back, as a branch does, leaves one history each', async ({
    storeId,
    folder,
  }) => {
    const text = 'a text of more than sixty-four bytes, so that it is no text by chance at all\n'
    const {
      look,
      erase,
      put: putFile,
    } = await watched(storeId, folder, { 'a.md': 'a', 'b.md': text })
    const ids = [await idOf(storeId, '/a.md'), await idOf(storeId, '/b.md')]
    erase('a.md')
    erase('b.md')
    await look()
    putFile('a.md', 'other')
    putFile('elsewhere/c.md', text)
    await look()
    expect([await idOf(storeId, '/a.md'), await idOf(storeId, '/elsewhere/c.md')]).toEqual(ids)
  })

  test('that says what the store says already is agreed on, without a version', async ({
    storeId,
    folder,
  }) => {
    const { look, write } = await watched(storeId, folder, { 'a.md': 'a' })
    write('a.md', 'same')
    await putMemory({ storeId, path: '/a.md', content: 'same' }, BY_PERSON)
    await look()
    expect((await versionsOf(storeId)).length).toBe(2)
  })
})

describe('a change of the store', () => {
  test('is not on disk where the folder is only read', async ({ storeId, folder }) => {
    const { look, read, told } = await watched(storeId, folder, { 'a.md': 'a' })
    await putMemory({ storeId, path: '/a.md', content: 'stored' }, BY_PERSON)
    await putMemory({ storeId, path: '/new.md', content: 'new' }, BY_PERSON)
    await look()
    expect(read('a.md')).toBe('a')
    expect((await told()).report.notOnDisk).toEqual({ count: 2, paths: ['/a.md', '/new.md'] })
  })

  test('is written where it goes both ways, renames and deletions too, and emptied folders go', async ({
    storeId,
    folder,
  }) => {
    const files = { 'a.md': 'a', 'b.md': 'b', 'n/c.md': 'c' }
    const { look, read } = await watched(storeId, folder, files, { isTwoWay: true })
    await putMemory({ storeId, path: '/a.md', content: 'stored' }, BY_PERSON)
    await moveTo(storeId, '/b.md', '/deep/er/b.md')
    await removeMemory({ storeId, path: '/n/c.md' }, BY_PERSON)
    await look()
    await look()
    expect([read('a.md'), read('deep/er/b.md')]).toEqual(['stored', 'b'])
    expect(existsSync(path.join(folder, 'b.md'))).toBe(false)
    expect(existsSync(path.join(folder, 'n'))).toBe(false)
  })

  test('whose text is damaged in the database is not written over the file, and is listed', async ({
    storeId,
    folder,
  }) => {
    const { look, read, told } = await watched(storeId, folder, { 'a.md': 'a' }, { isTwoWay: true })
    await putMemory({ storeId, path: '/a.md', content: 'stored' }, BY_PERSON)
    const damage = { where: { storeId }, data: { content: 'stoned' } }
    await write((tx) => tx.memory.updateMany(damage))
    await look()
    expect(read('a.md')).toBe('a')
    expect((await told()).report.failures).toMatchObject([{ path: '/a.md', problem: 'damaged' }])
  })

  test('that swaps two names swaps the files', async ({ storeId, folder }) => {
    const files = { 'a.md': 'a', 'b.md': 'b' }
    const { look, read } = await watched(storeId, folder, files, { isTwoWay: true })
    await moveTo(storeId, '/a.md', '/t.md')
    await moveTo(storeId, '/b.md', '/a.md')
    await moveTo(storeId, '/t.md', '/b.md')
    await look()
    expect([read('a.md'), read('b.md')]).toEqual(['b', 'a'])
  })
})

describe('changes of both', () => {
  test('in other lines are the disk’s version, then the merge by neither a person nor an agent', async ({
    storeId,
    folder,
  }) => {
    const { look, write, read, texts } = await watched(
      storeId,
      folder,
      { 'a.md': THREE },
      { isTwoWay: true },
    )
    write('a.md', THREE.replace('one', 'ONE'))
    await putMemory({ storeId, path: '/a.md', content: THREE.replace('five', 'FIVE') }, BY_PERSON)
    await look()
    const both = 'ONE\ntwo\nthree\nfour\nFIVE\n'
    expect([await texts(), read('a.md')]).toEqual([{ '/a.md': both }, both])
    expect((await versionsOf(storeId)).at(-1)).toMatchObject({
      actorId: 'svcacct_merged',
      side: 'person',
    })
  })

  test('from a text that is damaged by now are a conflict: nothing is merged with what nobody wrote', async ({
    storeId,
    folder,
  }) => {
    const { look, put: change, told } = await watched(storeId, folder, { 'a.md': THREE })
    const [first] = await versionsOf(storeId)
    await putMemory({ storeId, path: '/a.md', content: `${THREE}six\n` }, BY_PERSON)
    const damage = {
      where: { id: first?.id ?? '' },
      data: { content: THREE.replace('two', 'tvo') },
    }
    await write((tx) => tx.version.update(damage))
    change('a.md', `zero\n${THREE}`)
    await look()
    expect((await told()).report.conflicts).toEqual(['/a.md'])
  })

  test('in the same lines have the disk’s text on top, and the store’s below it, marked', async ({
    storeId,
    folder,
  }) => {
    const { look, write, texts, told } = await watched(
      storeId,
      folder,
      { 'a.md': THREE },
      { isTwoWay: true },
    )
    write('a.md', THREE.replace('one', 'disk'))
    await putMemory({ storeId, path: '/a.md', content: THREE.replace('one', 'store') }, BY_PERSON)
    await look()
    expect(await texts()).toEqual({ '/a.md': THREE.replace('one', 'disk') })
    expect((await told()).report.conflicts).toEqual(['/a.md'])
  })

  test('to the same lines can be merged by what they come from, however often the store changed', async ({
    storeId,
    folder,
  }) => {
    const { look, write } = await watched(storeId, folder, { 'a.md': THREE })
    write('a.md', THREE.replace('one', 'disk'))
    const store = THREE.replace('one', 'store').replace('five', 'store')
    await putMemory({ storeId, path: '/a.md', content: THREE.replace('five', 'store') }, BY_PERSON)
    await putMemory({ storeId, path: '/a.md', content: store }, BY_PERSON)
    await look()
    const conflict = await conflictOf(storeId, await idOf(storeId, '/a.md'))
    expect(conflict).toMatchObject({ ordinal: 4, mine: { ordinal: 3 } })
    expect(conflict?.regions.filter(({ kind }) => kind !== 'same')).toEqual([
      { kind: 'conflict', base: ['one\n'], ours: ['store\n'], theirs: ['disk\n'] },
      { kind: 'ours', base: ['five\n'], lines: ['store\n'] },
    ])
  })

  test('to the same lines are no conflict once a person is for the disk’s text', async ({
    storeId,
    folder,
  }) => {
    const { look, write, told } = await watched(storeId, folder, { 'a.md': 'a' })
    write('a.md', 'disk')
    await putMemory({ storeId, path: '/a.md', content: 'store' }, BY_PERSON)
    await look()
    const { id, versionId } = await getMemory({ storeId, path: '/a.md' }, 'basic')
    await endConflict(storeId, versionId)
    await look()
    expect((await told()).report.conflicts).toEqual([])
    expect(await conflictOf(storeId, id)).toBe(null)
  })

  test('merge round by round: of 25 edits at each end of a file by disk and store, none is lost', async ({
    storeId,
    folder,
  }) => {
    const { look, write, read, texts } = await watched(
      storeId,
      folder,
      { 'a.md': 'top\nmiddle\nend\n' },
      { isTwoWay: true },
    )
    for (let round = 1; round <= 25; round++) {
      const now = read('a.md')
      write('a.md', `disk ${round}\n${now}`)
      await putMemory({ storeId, path: '/a.md', content: `${now}store ${round}\n` }, BY_PERSON)
      await look()
    }
    const lines = (await texts())['/a.md']?.split('\n') ?? []
    expect(lines.filter((line) => /^(disk|store) \d+$/.test(line))).toHaveLength(50)
  })

  test('of which the disk’s is a deletion keep the store’s text, which is written again', async ({
    storeId,
    folder,
  }) => {
    const { look, erase, read } = await watched(
      storeId,
      folder,
      { 'a.md': 'a' },
      { isTwoWay: true },
    )
    erase('a.md')
    await putMemory({ storeId, path: '/a.md', content: 'stored' }, BY_PERSON)
    await look()
    expect(read('a.md')).toBe('stored')
  })

  test('of which the store’s is a deletion bring the memory back under its id', async ({
    storeId,
    folder,
  }) => {
    const { look, write, texts } = await watched(storeId, folder, { 'a.md': 'a' })
    const id = await idOf(storeId, '/a.md')
    write('a.md', 'disk')
    await removeMemory({ storeId, path: '/a.md' }, BY_PERSON)
    await look()
    expect(await texts()).toEqual({ '/a.md': 'disk' })
    expect(await idOf(storeId, '/a.md')).toBe(id)
  })
})

const twelve = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`${at}.md`, `text ${at}`] as const),
)

describe('what a program writes into a former file that it holds open', () => {
  test('is a conflict where the store changed the same lines, and stands on top', async ({
    storeId,
    folder,
  }) => {
    const { look, read, told } = await watched(storeId, folder, { 'a.md': 'a' }, { isTwoWay: true })
    const held = openSync(path.join(folder, 'a.md'), 'r+')
    await putMemory({ storeId, path: '/a.md', content: 'stored' }, BY_PERSON)
    await look()
    writeSync(held, 'disk', 0)
    closeSync(held)
    await look()
    expect(read('a.md')).toBe('disk')
    expect((await told()).report.conflicts).toEqual(['/a.md'])
    expect((await conflictOf(storeId, await idOf(storeId, '/a.md')))?.regions).toEqual([
      { kind: 'conflict', base: ['a'], ours: ['stored'], theirs: ['disk'] },
    ])
    await putMemory({ storeId, path: '/a.md', content: 'settled' }, BY_PERSON)
    await look()
    expect((await told()).report.conflicts).toEqual([])
  })

  test.for([
    ['is no UTF-8', Buffer.from('caf\xe9\n', 'latin1')],
    ['is more than the store takes', Buffer.from('x'.repeat(102_401))],
  ] as const)(
    'stands beside it again where it %s, and the folder stays in step',
    async ([, bytes], { storeId, folder }) => {
      const { look, read } = await watched(storeId, folder, { 'a.md': 'a' }, { isTwoWay: true })
      const held = openSync(path.join(folder, 'a.md'), 'r+')
      await putMemory({ storeId, path: '/a.md', content: 'stored' }, BY_PERSON)
      await look()
      writeSync(held, bytes, 0, bytes.length, 0)
      closeSync(held)
      expect(await look()).toBe('ok')
      const recovered = `recovered-${sha256Hex(bytes).slice(0, 8)}.md`
      expect(readdirSync(folder).sort()).toEqual(['a.md', recovered])
      expect(read('a.md')).toBe('stored')
      expect(readFileSync(path.join(folder, recovered))).toEqual(bytes)
    },
  )
})

describe('a folder rests', () => {
  test('where many files are gone at once, until they are back', async ({ storeId, folder }) => {
    const { look, erase, put: putFile, texts, told } = await watched(storeId, folder, twelve)
    for (const name of Object.keys(twelve)) erase(name)
    expect(await look()).toBe('files_missing')
    expect(Object.keys(await texts())).toHaveLength(12)
    for (const [name, text] of Object.entries(twelve)) putFile(name, text)
    expect(await look()).toBe('ok')
    expect((await told()).report.missing).toEqual([])
  })

  test('until a person says that they were deleted', async ({ storeId, folder }) => {
    const { id, look, erase, texts } = await watched(storeId, folder, twelve)
    for (const name of Object.keys(twelve)) erase(name)
    await look()
    await changeConnection(id, { areDeleted: true })
    expect(await look()).toBe('ok')
    expect(await texts()).toEqual({})
  })

  test('where it is not there, and goes on by itself', async ({ storeId, folder }) => {
    const root = path.join(folder, 'notes')
    const { look, texts } = await watched(storeId, root, { 'a.md': 'a' })
    renameSync(root, `${root}-away`)
    expect(await look()).toBe('folder_missing')
    renameSync(`${root}-away`, root)
    put(root, 'b.md', 'b')
    expect(await look()).toBe('ok')
    expect(Object.keys(await texts())).toEqual(['/a.md', '/b.md'])
  })

  test('and is watched again once it is there anew', async ({ storeId, folder }) => {
    const root = path.join(folder, 'notes')
    const { id, told } = await watched(storeId, root, { 'a.md': 'a' })
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
            return (await versionsOf(storeId)).filter(({ path: at }) => at === `/${name}`).length
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
    storeId,
    folder,
  }) => {
    const root = path.join(folder, 'notes')
    const { id, look, texts } = await watched(storeId, root, { 'a.md': 'a' })
    renameSync(root, `${root}-away`)
    mkdirSync(root)
    put(root, 'b.md', 'b')
    expect(await look()).toBe('folder_replaced')
    expect(await texts()).toEqual({ '/a.md': 'a' })
    await changeConnection(id, { isTheSame: true })
    expect(await look()).toBe('ok')
    expect(await texts()).toEqual({ '/b.md': 'b' })
  })

  test('while it is paused, and while its store is archived', async ({ storeId, folder }) => {
    const { id, look, write, texts } = await watched(storeId, folder, { 'a.md': 'a' })
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
    storeId,
    folder,
  }) => {
    const names = [
      '.hidden',
      'a.md~',
      'b.bak',
      'c.swp',
      '#d#',
      '~$e.docx',
      '4913',
      'Icon\r',
      'f.tmp.1',
    ]
    const files = Object.fromEntries(names.map((name) => [name, 'x']))
    const { texts, told } = await watched(storeId, folder, { 'a.md': 'a', ...files })
    expect(await texts()).toEqual({ '/a.md': 'a' })
    expect((await told()).report.passedOver.count).toBe(names.length)
  })

  test('is listed with its reason', async ({ storeId, folder }) => {
    put(folder, 'binary.md', Buffer.from([0xff, 0xfe, 0]))
    put(folder, 'large.md', 'x'.repeat(102_401))
    put(folder, 'a (Konflikt-Kopie 2026-01-02).md', 'x')
    put(folder, 'a.sync-conflict-20260102-1.md', 'x')
    put(folder, '.far.md.icloud', 'x')
    put(folder, 'inv\u200disible.md', 'x')
    put(folder, 'back\\slash.md', 'x')
    put(folder, '%2e%2e.md', 'x')
    symlinkSync('/etc/hostname', path.join(folder, 'link.md'))
    const { texts, told } = await watched(storeId, folder, { 'a.md': 'a' })
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
    })
    expect(left.find(({ path: at }) => at.includes('\u200d'))?.about).toBe('U+200D')
  })

  test('hides a memory that was there, and does not delete it: a file that became a link', async ({
    storeId,
    folder,
  }) => {
    const { look, erase, texts } = await watched(storeId, folder, { 'a.md': 'a', 'b.md': 'b' })
    erase('a.md')
    symlinkSync('b.md', path.join(folder, 'a.md'))
    await look()
    expect(await texts()).toEqual({ '/a.md': 'a', '/b.md': 'b' })
  })

  test('is all that *Only these* does not name, hidden folders by name included', async ({
    storeId,
    folder,
  }) => {
    const files = {
      'CLAUDE.md': 'c',
      'README.md': 'r',
      '.claude/rules/a/b.md': 'rule',
      '.claude/settings.json': '{}',
      'src/CLAUDE.md': 'below',
    }
    const only = ['CLAUDE.md', '.claude/rules/**']
    const { texts } = await watched(storeId, folder, files, { only })
    expect(await texts()).toEqual({ '/CLAUDE.md': 'c', '/.claude/rules/a/b.md': 'rule' })
  })

  test('keeps the disk’s spelling of a name that is no NFC', async ({ storeId, folder }) => {
    const nfd = 'Ü'.normalize('NFD')
    const { look, read, texts } = await watched(
      storeId,
      folder,
      { [`${nfd}.md`]: 'x' },
      { isTwoWay: true },
    )
    await putMemory({ storeId, path: '/Ü.md', content: 'stored' }, BY_PERSON)
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
    storeId,
    folder,
  }) => {
    await watched(storeId, folder, { 'a.md': 'a' })
    expect(await versionsOf(storeId)).toMatchObject([{ actorId: 'user_local', side: 'person' }])
  })

  test('keeps store and files when it ends', async ({ storeId, folder }) => {
    const { id, read, texts, look } = await watched(storeId, folder, { 'a.md': 'a' })
    await disconnect(id)
    expect(await look()).toBeNull()
    expect([read('a.md'), await texts()]).toEqual(['a', { '/a.md': 'a' }])
    rmSync(path.join(folder, 'a.md'))
    writeFileSync(path.join(folder, 'b.md'), 'b')
    expect(await texts()).toEqual({ '/a.md': 'a' })
  })
})
