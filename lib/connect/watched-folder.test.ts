import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { allMemories } from '@/lib/store/memories/all-memories'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { movePath, removePath } from '@/lib/store/memories/change-paths'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { authorOf, IMPORTED } from '@/lib/store/model/author-of'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { canMount, connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { pauseConnection, resumeConnection, setDirection } from './change-connection'
import { carryOut, completeDue } from './core/carry-out'
import { checkPaths } from './core/check-paths'
import { workOnce } from './core/folder-worker'
import { ON_THIS_COMPUTER } from './model/writers'
import { conflictTexts, resolveConflict } from './conflict'
import { listConnections } from './list-connections'
import type { Direction } from './model/connection'

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

function folder(files: Record<string, string>): string {
  const root = folderWith(files)
  roots.push(root)
  return root
}

/** Puts another folder in the place of one. */
function replaceFolder(root: string, files: Record<string, string>): void {
  const other = folder(files)
  rmSync(root, { recursive: true })
  renameSync(other, root)
}

const mounted = (root: string) => lstatSync(root).dev !== lstatSync(path.dirname(root)).dev

const PERSON = { actor: LOCAL_USER_ACTOR }

/** A folder with these files, connected, and as its store has taken it over. */
async function watched(db: Database, files: Record<string, string>, direction?: Direction) {
  const root = folder(files)
  const { connectionId, storeId } = await connect(db, root, direction)
  const hands = await inHands(db, connectionId)
  await workOnce(hands)
  return { root, connectionId, storeId, hands }
}

async function held(db: Database, storeId: string): Promise<Record<string, string>> {
  const memories: Record<string, string> = {}
  for await (const { path: at, content } of allMemories(db, { storeId })) memories[at] = content
  return memories
}

const onDisk = (root: string) =>
  Object.fromEntries(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name)
        return [`/${path.relative(root, file)}`, readFileSync(file, 'utf8')]
      }),
  )

async function connection(db: Database, connectionId: string) {
  const found = (await listConnections(db)).find(({ id }) => id === connectionId)
  if (!found) throw new Error('there is no such connection')
  return found
}

onBothDatabases((db) => {
  describe('a watched folder', () => {
    test('fills its store, and every change on the disk becomes a version', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'one\n', '/b/c.md': 'two\n' })
      expect(await held(db(), storeId)).toEqual({ '/a.md': 'one\n', '/b/c.md': 'two\n' })
      putFile(root, '/a.md', 'one more\n')
      putFile(root, '/new.md', 'three\n')
      rmSync(path.join(root, 'b'), { recursive: true })
      await workOnce(hands)
      expect(await held(db(), storeId)).toEqual({ '/a.md': 'one more\n', '/new.md': 'three\n' })
    })

    test('has nobody here as the author of what stood in it before it was connected', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'one\n' })
      putFile(root, '/b.md', 'two\n')
      await workOnce(hands)
      const { versions } = await listVersions(db(), { storeId, limit: 9 })
      expect(versions.map(authorOf)).toEqual([ON_THIS_COMPUTER, IMPORTED])
    })

    test('writes no version for what has not changed', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'one\n' })
      const before = (await listVersions(db(), { storeId, limit: 50 })).versions.length
      putFile(root, '/a.md', 'one\n')
      await workOnce(hands)
      await workOnce(hands)
      expect((await listVersions(db(), { storeId, limit: 50 })).versions).toHaveLength(before)
    })

    test('has what appears and goes at once as one act to review, however many files it is', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'one\n' })
      const changesets = async () =>
        (await listChangesets(db(), { storeId, limit: 9 })).changesets.map(
          ({ changeCount }) => changeCount,
        )
      for (let index = 0; index < 150; index++) putFile(root, `/many/${index}.md`, `${index}\n`)
      await workOnce(hands)
      expect(await changesets()).toEqual([150])
      for (let index = 0; index < 70; index++) {
        rmSync(path.join(root, `many/${index}.md`))
        putFile(root, `/more/${index}.md`, `more ${index}\n`)
      }
      hands.row.acceptsDeletions = 1
      await workOnce(hands)
      expect((await changesets()).toSorted()).toEqual([140, 150])
    })

    test('keeps the id of a memory whose file is renamed, edited or not', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'one\n', '/b.md': 'two\n' })
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      const b = await getMemory(db(), { storeId, path: '/b.md' })
      renameSync(path.join(root, 'a.md'), path.join(root, 'moved.md'))
      putFile(root, '/moved.md', 'one and more\n')
      rmSync(path.join(root, 'b.md'))
      putFile(root, '/again.md', 'two\n')
      await workOnce(hands)
      expect(await getMemory(db(), { storeId, path: '/moved.md' })).toMatchObject({ id: a.id })
      expect(await getMemory(db(), { storeId, path: '/again.md' })).toMatchObject({ id: b.id })
    })

    test.each([
      ['where they were', '/old'],
      ['where they are', '/new'],
    ])(
      'keeps the ids of memories whose folder is renamed, if it is told first %s',
      async (_, first) => {
        const files = Object.fromEntries(
          Array.from({ length: 60 }, (_each, at) => [
            `/${at < 12 ? 'old' : 'others'}/${at}.md`,
            `${at}\n`,
          ]),
        )
        const { root, storeId, hands } = await watched(db(), files)
        const idOf = async (at: string) => (await getMemory(db(), { storeId, path: at })).id
        const before = await Promise.all([0, 7, 11].map((at) => idOf(`/old/${at}.md`)))
        renameSync(path.join(root, 'old'), path.join(root, 'new'))
        expect(await checkPaths(hands, [first])).toMatchObject({ problem: null })
        await checkPaths(hands, ['/old', '/new'])
        const after = await Promise.all([0, 7, 11].map((at) => idOf(`/new/${at}.md`)))
        expect(after).toEqual(before)
      },
    )

    test('loses nothing when it is moved away as a whole, however few files it has', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'a\n', '/b.md': 'b\n' })
      renameSync(root, `${root}-away`)
      roots.push(`${root}-away`)
      // As the watcher tells it: path by path.
      expect(await checkPaths(hands, ['/a.md', '/b.md'])).toMatchObject({
        problem: 'folder_missing',
      })
      expect(await workOnce(hands)).toBe('folder_missing')
      renameSync(`${root}-away`, root)
      expect(await workOnce(hands)).toBeNull()
      expect(await held(db(), storeId)).toEqual({ '/a.md': 'a\n', '/b.md': 'b\n' })
      expect((await listVersions(db(), { storeId, limit: 9 })).versions).toHaveLength(2)
      rmSync(path.join(root, 'a.md'))
      expect(await checkPaths(hands, ['/a.md'])).toMatchObject({ problem: null })
      expect(await held(db(), storeId)).toEqual({ '/b.md': 'b\n' })
    })

    test.skipIf(!canMount())('loses nothing when its disk is unmounted', async () => {
      const root = folder({})
      execFileSync('mount', ['-t', 'tmpfs', 'none', root])
      try {
        writeFileSync(path.join(root, 'a.md'), 'a\n')
        mkdirSync(path.join(root, 'deep'))
        writeFileSync(path.join(root, 'deep/b.md'), 'b\n')
        const { connectionId, storeId } = await connect(db(), root)
        const hands = await inHands(db(), connectionId)
        await workOnce(hands)
        execFileSync('umount', [root])
        expect(await checkPaths(hands, ['/a.md'])).toMatchObject({ problem: 'folder_missing' })
        expect(await workOnce(hands)).toBe('folder_missing')
        expect(await held(db(), storeId)).toEqual({ '/a.md': 'a\n', '/deep/b.md': 'b\n' })
      } finally {
        if (mounted(root)) execFileSync('umount', [root])
      }
    })

    test('rests when most of its files go at once, however many others come with it', async () => {
      const names = (name: string, length: number) =>
        Object.fromEntries(
          Array.from({ length }, (_, at) => [`/${name}-${at}.md`, `${name} ${at}`]),
        )
      const { root, storeId, hands } = await watched(db(), names('old', 20))
      for (let index = 0; index < 15; index++) rmSync(path.join(root, `old-${index}.md`))
      for (const [at, content] of Object.entries(names('new', 80))) putFile(root, at, content)
      expect(await workOnce(hands)).toBe('files_missing')
      expect(await held(db(), storeId)).toMatchObject(names('old', 20))
    })

    test('rests when most of its files go at once, until a person says they were deleted', async () => {
      const files = Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`/${index}.md`, `${index}\n`]),
      )
      const { root, storeId, hands, connectionId } = await watched(db(), files)
      for (let index = 0; index < 15; index++) rmSync(path.join(root, `${index}.md`))
      expect(await workOnce(hands)).toBe('files_missing')
      expect(Object.keys(await held(db(), storeId))).toHaveLength(20)
      await resumeConnection(db(), { connectionId, accepts: 'deletions' })
      expect(await workOnce(await inHands(db(), connectionId))).toBeNull()
      expect(Object.keys(await held(db(), storeId))).toHaveLength(5)
    })

    test('rests when another folder takes its place, and neither takes in nor writes until a person says it is the same', async () => {
      const { root, storeId, hands, connectionId } = await watched(
        db(),
        { '/a.md': 'a\n', '/b.md': 'b\n' },
        'two_way',
      )
      await createMemory(db(), { storeId, path: '/c.md', content: 'c\n', cause: PERSON })
      replaceFolder(root, { '/a.md': 'of another\n', '/foreign.md': 'foreign\n' })
      expect(await checkPaths(hands, ['/foreign.md'])).toMatchObject({ problem: 'folder_replaced' })
      expect(await carryOut(hands, Date.now())).toBe('folder_replaced')
      expect(await workOnce(hands)).toBe('folder_replaced')
      expect(await held(db(), storeId)).toEqual({ '/a.md': 'a\n', '/b.md': 'b\n', '/c.md': 'c\n' })
      expect(onDisk(root)).toEqual({ '/a.md': 'of another\n', '/foreign.md': 'foreign\n' })
      await resumeConnection(db(), { connectionId, accepts: null })
      expect(await workOnce(await inHands(db(), connectionId))).toBe('folder_replaced')
      await resumeConnection(db(), { connectionId, accepts: 'folder' })
      expect(await workOnce(await inHands(db(), connectionId))).toBeNull()
      const both = { '/a.md': 'of another\n', '/c.md': 'c\n', '/foreign.md': 'foreign\n' }
      expect(await held(db(), storeId)).toEqual(both)
      // It is the one that is known from now on.
      replaceFolder(root, { '/other.md': 'other\n' })
      expect(await workOnce(await inHands(db(), connectionId))).toBe('folder_replaced')
    })

    test('goes on with a folder in its place that holds what it held: a copy, or a disk mounted anew', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'a\n', '/b/c.md': 'c\n' })
      replaceFolder(root, { '/a.md': 'a\n', '/b/c.md': 'c\n', '/new.md': 'new\n' })
      expect(await workOnce(hands)).toBeNull()
      expect(Object.keys(await held(db(), storeId))).toEqual(['/a.md', '/b/c.md', '/new.md'])
      replaceFolder(root, { '/other.md': 'other\n' })
      expect(await workOnce(hands)).toBe('folder_replaced')
    })

    test('asks whether its files were deleted when it is made anew and empty', async () => {
      const { root, storeId, hands, connectionId } = await watched(db(), { '/a.md': 'a\n' })
      replaceFolder(root, {})
      expect(await workOnce(hands)).toBe('folder_missing')
      await resumeConnection(db(), { connectionId, accepts: 'deletions' })
      expect(await workOnce(await inHands(db(), connectionId))).toBeNull()
      expect(await held(db(), storeId)).toEqual({})
    })

    test('is known from its next look on if it was connected before folders were', async () => {
      const { root, connectionId } = await watched(db(), { '/a.md': 'a\n' })
      await db().write((tx) => tx.run(`UPDATE connections SET root_id = ''`))
      expect(await workOnce(await inHands(db(), connectionId))).toBeNull()
      replaceFolder(root, { '/other.md': 'other\n' })
      expect(await workOnce(await inHands(db(), connectionId))).toBe('folder_replaced')
    })

    test('carries out what is written, renamed and deleted in the store', async () => {
      const start = { '/a.md': 'one\n', '/b.md': 'two\n', '/c.md': 'three\n' }
      const { root, storeId, hands, connectionId } = await watched(db(), start, 'two_way')
      chmodSync(path.join(root, 'a.md'), 0o640)
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      await updateMemory(db(), { storeId, memoryId: a.id, content: 'changed\n', cause: PERSON })
      await movePath(db(), { storeId, path: '/b.md', newPath: '/deep/b.md', cause: PERSON })
      await removePath(db(), { storeId, path: '/c.md', cause: PERSON })
      await createMemory(db(), { storeId, path: '/d.md', content: 'four\n', cause: PERSON })
      await workOnce(hands)
      const wanted = { '/a.md': 'changed\n', '/deep/b.md': 'two\n', '/d.md': 'four\n' }
      expect(await held(db(), storeId)).toEqual(wanted)
      expect(onDisk(root)).toMatchObject(wanted)
      expect(existsSync(path.join(root, 'c.md'))).toBe(false)
      expect(existsSync(path.join(root, 'b.md'))).toBe(false)
      expect(lstatSync(path.join(root, 'a.md')).mode & 0o777).toBe(0o640)
      // The echo is no version, and nothing waits.
      const { versions } = await listVersions(db(), { storeId, limit: 50 })
      await workOnce(await inHands(db(), connectionId))
      expect((await listVersions(db(), { storeId, limit: 50 })).versions).toHaveLength(
        versions.length,
      )
      expect(await connection(db(), connectionId)).toMatchObject({ waiting: 0, conflicts: [] })
    })

    test('takes in what the disk changed first, and shows the overtaken change as a conflict', async () => {
      const { root, storeId, hands, connectionId } = await watched(
        db(),
        { '/a.md': 'one\n' },
        'two_way',
      )
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      const mine = await updateMemory(db(), {
        storeId,
        memoryId: a.id,
        content: 'of the person\n',
        cause: PERSON,
      })
      putFile(root, '/a.md', 'of the agent\n')
      await workOnce(hands)
      expect(await held(db(), storeId)).toEqual({ '/a.md': 'of the agent\n' })
      expect(onDisk(root)).toEqual({ '/a.md': 'of the agent\n' })
      expect(await connection(db(), connectionId)).toMatchObject({
        conflicts: [{ path: '/a.md', versionId: mine.versionId }],
      })
    })

    test('has a conflict merged from what both sides last agreed about, and carries the result out', async () => {
      const { root, storeId, hands, connectionId } = await watched(
        db(),
        { '/a.md': 'one\ntwo\nthree\n' },
        'two_way',
      )
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      const change = (content: string) =>
        updateMemory(db(), { storeId, memoryId: a.id, content, cause: PERSON })
      await change('ONE\ntwo\nthree\n')
      const { versionId } = await change('ONE\ntwo\nTHREE\n')
      putFile(root, '/a.md', 'one\nof the agent\nthree\n')
      await workOnce(hands)
      const texts = await conflictTexts(db(), { storeId, versionId })
      expect(texts).toEqual({
        memoryId: a.id,
        path: '/a.md',
        base: 'one\ntwo\nthree\n',
        ours: 'ONE\ntwo\nTHREE\n',
        change: expect.objectContaining({ id: versionId, createdBy: PERSON.actor }) as object,
        theirs: 'one\nof the agent\nthree\n',
        theirsAt: expect.any(Number) as number,
      })
      await change('ONE\nof the agent\nTHREE\n')
      expect(await resolveConflict(db(), { storeId, versionId })).toBe(true)
      expect(await conflictTexts(db(), { storeId, versionId })).toBeNull()
      await workOnce(hands)
      expect(onDisk(root)).toMatchObject({ '/a.md': 'ONE\nof the agent\nTHREE\n' })
      expect(await connection(db(), connectionId)).toMatchObject({ conflicts: [], waiting: 0 })
    })

    test('leaves a conflict to be decided whoever changes the memory later, and merges with that', async () => {
      const { root, storeId, hands, connectionId } = await watched(
        db(),
        { '/a.md': 'one\ntwo\n' },
        'two_way',
      )
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      const change = (content: string) =>
        updateMemory(db(), { storeId, memoryId: a.id, content, cause: PERSON })
      const { versionId } = await change('ONE\ntwo\n')
      putFile(root, '/a.md', 'one\nTWO\n')
      await workOnce(hands)
      const conflicts = [
        { path: '/a.md', versionId, changedAt: expect.any(Number) as number, canBeMerged: true },
      ]
      const open = { conflicts, waiting: 0 }
      await change('one\nTWO\nof the person\n')
      await workOnce(hands)
      expect(await connection(db(), connectionId)).toMatchObject(open)
      putFile(root, '/a.md', 'one\nTWO\nof the agent\n')
      await workOnce(hands)
      expect(await connection(db(), connectionId)).toMatchObject(open)
      expect(await conflictTexts(db(), { storeId, versionId })).toMatchObject({
        base: 'one\ntwo\n',
        ours: 'ONE\ntwo\n',
        theirs: 'one\nTWO\nof the agent\n',
      })
    })

    test('carries out what was changed before it went both ways', async () => {
      const { root, storeId, connectionId } = await watched(db(), {
        '/a.md': 'one\n',
        '/b.md': 'b\n',
      })
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      await updateMemory(db(), { storeId, memoryId: a.id, content: 'two\n', cause: PERSON })
      await removePath(db(), { storeId, path: '/b.md', cause: PERSON })
      await workOnce(await inHands(db(), connectionId))
      expect(onDisk(root)).toEqual({ '/a.md': 'one\n', '/b.md': 'b\n' })
      await setDirection(db(), { connectionId, direction: 'two_way' })
      await workOnce(await inHands(db(), connectionId))
      expect(readFileSync(path.join(root, 'a.md'), 'utf8')).toBe('two\n')
      expect(existsSync(path.join(root, 'b.md'))).toBe(false)
    })
  })
})

onSqlite((db) => {
  describe('a watched folder', () => {
    test('ignores hidden files and what editors write before they rename it', async () => {
      const { storeId } = await watched(db(), {
        '/MEMORY.md': 'index\n',
        '/MEMORY.md.tmp.123.ab': 'half',
        '/.MEMORY.md.backfill-1.tmp': 'half',
        '/.git/HEAD': 'x',
        '/node_modules/p/readme.md': 'x',
        '/x.md.swp': 'x',
      })
      expect(Object.keys(await held(db(), storeId))).toEqual(['/MEMORY.md'])
    })

    test('lists what cannot be a memory with its reason, and never follows a link', async () => {
      const outside = folder({ '/secret.md': 'secret\n' })
      const { root, storeId, hands, connectionId } = await watched(db(), { '/a.md': 'one\n' })
      putFile(root, '/picture.png', Buffer.from([0xff, 0xd8, 0x00]))
      putFile(root, '/large.md', 'x'.repeat(200_000))
      putFile(root, '/cafe\u0301.md', 'nfd\n')
      symlinkSync(path.join(outside, 'secret.md'), path.join(root, 'link.md'))
      symlinkSync(outside, path.join(root, 'folder'))
      execFileSync('mkfifo', [path.join(root, 'pipe.md')])
      await workOnce(hands)
      expect(Object.keys(await held(db(), storeId))).toEqual(['/a.md'])
      const { unwatched } = await connection(db(), connectionId)
      const reasons = unwatched.files.map(({ path: at, reason }) => [at, reason] as const)
      expect(Object.fromEntries(reasons)).toEqual({
        '/picture.png': 'not_text',
        '/large.md': 'too_large',
        '/cafe\u0301.md': 'bad_name',
        '/link.md': 'link',
        '/folder': 'link',
        '/pipe.md': 'not_regular_file',
      })
    })

    // Other systems refuse such a name.
    test.runIf(process.platform === 'linux')(
      'lists a file whose name is not UTF-8, and takes in one that only looks like it',
      async () => {
        const { root, storeId, hands, connectionId } = await watched(db(), { '/a.md': 'one\n' })
        writeFileSync(Buffer.from(path.join(root, 'latin-\xe9.md'), 'latin1'), 'latin 1\n')
        putFile(root, '/sign-\ufffd.md', 'named so\n')
        await workOnce(hands)
        expect(Object.keys(await held(db(), storeId))).toEqual(['/a.md', '/sign-\ufffd.md'])
        const { unwatched } = await connection(db(), connectionId)
        expect(unwatched.files).toEqual([
          { path: '/latin-\ufffd.md', size: null, reason: 'bad_name' },
        ])
      },
    )

    test.each([
      [
        'in place',
        (file: string, text: string) => {
          writeFileSync(file, text)
        },
      ],
      [
        'beside it and renames it over',
        (file: string, text: string) => {
          writeFileSync(`${file}.tmp.1.ab`, text)
          renameSync(`${file}.tmp.1.ab`, file)
        },
      ],
      [
        'anew after moving the old one away, as vim does',
        (file: string, text: string) => {
          renameSync(file, `${file}~`)
          writeFileSync(file, text)
          rmSync(`${file}~`)
        },
      ],
    ])('takes in one version of a file that an editor writes %s', async (_how, save) => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'one\n' })
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      save(path.join(root, 'a.md'), 'two\n')
      await workOnce(hands)
      const { versions } = await listVersions(db(), { storeId, memoryId: a.id, limit: 10 })
      expect(versions.map(({ operation }) => operation)).toEqual(['modified', 'created'])
    })

    test('rests when the folder is gone, and deletes nothing', async () => {
      const { root, storeId, hands } = await watched(db(), { '/a.md': 'one\n' })
      renameSync(root, `${root}-away`)
      roots.push(`${root}-away`)
      expect(await workOnce(hands)).toBe('folder_missing')
      expect(await held(db(), storeId)).toEqual({ '/a.md': 'one\n' })
    })

    test('rests when a link takes the place of the folder', async () => {
      const { root, hands } = await watched(db(), { '/a.md': 'one\n' })
      const other = folder({ '/a.md': 'other\n' })
      rmSync(root, { recursive: true })
      symlinkSync(other, root)
      expect(await workOnce(hands)).toBe('folder_not_allowed')
    })

    test('writes nothing through a link, and says so', async () => {
      const outside = folder({})
      const { root, storeId, hands, connectionId } = await watched(
        db(),
        { '/a.md': 'one\n' },
        'two_way',
      )
      symlinkSync(outside, path.join(root, 'sub'))
      await createMemory(db(), { storeId, path: '/sub/x.md', content: 'x\n', cause: PERSON })
      await workOnce(hands)
      expect(readdirSync(outside)).toEqual([])
      expect(await connection(db(), connectionId)).toMatchObject({
        failures: [{ path: '/sub/x.md', problem: 'link_in_path' }],
      })
    })

    test('removes what an ended process had written beside a file, and nothing that is still written', async () => {
      const { root, hands } = await watched(db(), { '/sub/a.md': 'one\n' })
      const beside = (name: string) => path.join(root, 'sub', name)
      for (const name of ['.palimpsest-1.new', '.palimpsest-2.new']) {
        putFile(root, `/sub/${name}`, 'two\n')
      }
      utimesSync(beside('.palimpsest-1.new'), 0, 0)
      await workOnce(hands)
      expect(readdirSync(path.join(root, 'sub')).toSorted()).toEqual(['.palimpsest-2.new', 'a.md'])
    })

    test('looks at a former file later if a link stands in its way', async () => {
      const { root, storeId, hands } = await watched(db(), { '/sub/a.md': 'one\n' }, 'two_way')
      const a = await getMemory(db(), { storeId, path: '/sub/a.md' })
      await updateMemory(db(), { storeId, memoryId: a.id, content: 'two\n', cause: PERSON })
      await workOnce(hands)
      const sub = path.join(root, 'sub')
      const outside = folder({})
      renameSync(sub, `${root}/moved`)
      symlinkSync(outside, sub)
      expect(await completeDue(hands, Date.now() + 6_000)).not.toBeNull()
      rmSync(sub)
      renameSync(`${root}/moved`, sub)
      expect(readdirSync(sub)).toHaveLength(2)
      expect(await completeDue(hands, Date.now() + 120_000)).toBeNull()
      expect(readdirSync(sub)).toEqual(['a.md'])
    })

    test('refuses to write a name that differs from another in case or accents only', async () => {
      const { root, storeId, hands, connectionId } = await watched(
        db(),
        { '/Notes.md': 'one\n' },
        'two_way',
      )
      await createMemory(db(), { storeId, path: '/notes.md', content: 'x\n', cause: PERSON })
      await workOnce(hands)
      expect(Object.keys(onDisk(root))).toEqual(['/Notes.md'])
      expect(await connection(db(), connectionId)).toMatchObject({
        failures: [{ path: '/notes.md', problem: 'same_name' }],
      })
    })

    test('overwrites nothing that another program puts at a new path meanwhile', async () => {
      const { root, storeId, connectionId } = await watched(db(), {}, 'two_way')
      await createMemory(db(), { storeId, path: '/new.md', content: 'mine\n', cause: PERSON })
      const hands = await inHands(db(), connectionId, async (step) => {
        if (step === 'put in place') putFile(root, '/new.md', 'theirs\n')
      })
      await workOnce(hands)
      expect(onDisk(root)).toEqual({ '/new.md': 'theirs\n' })
      expect(await held(db(), storeId)).toEqual({ '/new.md': 'theirs\n' })
      const { versions } = await listVersions(db(), { storeId, limit: 10, view: 'full' })
      expect(versions.map(({ content }) => content)).toContain('mine\n')
    })

    test('leaves a process that lost its lease nothing to write', async () => {
      const { root, hands, connectionId, storeId } = await watched(db(), { '/a.md': 'one\n' })
      await inHands(db(), connectionId)
      putFile(root, '/a.md', 'two\n')
      await expect(workOnce(hands)).rejects.toThrow('another process')
      expect(await held(db(), storeId)).toEqual({ '/a.md': 'one\n' })
    })

    test('does nothing while it is paused', async () => {
      const { connectionId } = await watched(db(), { '/a.md': 'one\n' })
      await pauseConnection(db(), connectionId)
      expect(await connection(db(), connectionId)).toMatchObject({ state: 'paused' })
    })
  })

  describe('connecting', () => {
    test('refuses a folder out of the allowed ones, inside another connection, or that is none', async () => {
      const { root } = await watched(db(), { '/sub/a.md': 'one\n' })
      await expect(connect(db(), path.join(root, 'sub'))).rejects.toMatchObject({
        problem: { kind: 'folder_connected' },
      })
      await expect(connect(db(), '/etc')).rejects.toMatchObject({
        problem: { kind: 'folder_not_allowed' },
      })
      await expect(connect(db(), tmpdir())).rejects.toMatchObject({
        problem: { kind: expect.stringMatching(/folder_connected|not_a_folder/) as string },
      })
    })

    test('takes over the history of a folder in a git repository', async () => {
      const root = folder({ '/a.md': 'one\n' })
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=a@b.c', ...args], {
          cwd: root,
        })
      git('init', '-q')
      git('add', '.')
      git('commit', '-qm', 'first')
      putFile(root, '/a.md', 'two\n')
      const { connectionId, storeId } = await connect(db(), root)
      const hands = await inHands(db(), connectionId)
      await workOnce(hands)
      const { versions } = await listVersions(db(), { storeId, limit: 10, view: 'full' })
      expect(versions.map(({ content }) => content)).toEqual(['two\n', 'one\n'])
      // What is not committed is said, and nothing of it is.
      const uncommitted = async () => (await connection(db(), connectionId))?.unwatched.uncommitted
      expect(await uncommitted()).toBe(1)
      putFile(root, '/b.md', 'new\n')
      await workOnce(hands)
      expect(await uncommitted()).toBe(2)
      expect(git('status', '--porcelain').toString()).toBe(' M a.md\n?? b.md\n')
    })
  })
})

test('the folder of the tests lies where folders may be watched', () => {
  const made = mkdtempSync(path.join(tmpdir(), 'watched-'))
  roots.push(made)
  mkdirSync(path.join(made, 'x'))
  expect(process.env.WATCH_ROOTS).toBe(tmpdir())
})
