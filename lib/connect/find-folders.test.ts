import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { allMemories } from '@/lib/store/memories/all-memories'
import { createMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { workOnce } from './core/folder-worker'
import { listedFiles, unloadedLines } from './core/memory-index'
import { findFolders } from './find-folders'
import { listConnections } from './list-connections'

let home = ''
const homesIn = (folder: string) => ({
  claudeCode: path.join(folder, '.claude'),
  codex: path.join(folder, '.codex'),
  gemini: path.join(folder, '.gemini'),
  letta: path.join(folder, '.letta'),
  openClaw: path.join(folder, '.openclaw'),
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

onSqlite((db) => {
  describe('what agents remember on this machine', () => {
    const find = () => findFolders(db(), homesIn(home), new AbortController().signal)

    test('is found project by project, named by what a transcript says of its folder', async () => {
      home = folderWith({
        '/.claude/projects/-work-my-project/memory/MEMORY.md':
          '- [Build](build.md)\n- [Gone](gone.md)\n- [Site](https://example.com/x.md)\n',
        '/.claude/projects/-work-my-project/memory/build.md': 'make\n',
        '/.claude/projects/-work-my-project/one.jsonl':
          '{"type":"mode"}\n{"cwd":"/work/my-project"}\n',
        '/.claude/projects/-work-my-project/two.jsonl': 'no JSON\n',
        '/.claude/projects/-work-other/memory/a.md': 'a\n',
        '/.claude/projects/-work-other/one.jsonl': '{"cwd":"/somewhere/else"}\n',
        '/.claude/projects/-work-empty/one.jsonl': '{"cwd":"/work/empty"}\n',
        '/.claude/agent-memory/reviewer/notes.md': 'look\n',
        '/.codex/memories/MEMORY.md': 'codex\n',
        '/.gemini/GEMINI.md': 'gemini\n',
        '/.gemini/settings.json': '{}',
        '/.letta/agents/agent-1/memory/system/persona.md': 'kind\n',
        '/.openclaw/workspace/MEMORY.md': 'claw\n',
        '/.openclaw/workspace/memory/2026-11-23.md': 'today\n',
        '/.openclaw/workspace/TOOLS.md': 'not memory\n',
      })
      const found = await find()
      const facts = found.map(({ name, fileCount, sessionCount, missingCount, preset }) => [
        name,
        { fileCount, sessionCount, missingCount, preset },
      ])
      expect(Object.fromEntries(facts)).toEqual({
        'my-project': { fileCount: 2, sessionCount: 2, missingCount: 1, preset: 'claude_code' },
        '-work-other': { fileCount: 1, sessionCount: 1, missingCount: 0, preset: 'claude_code' },
        reviewer: { fileCount: 1, sessionCount: 0, missingCount: 0, preset: 'claude_code' },
        Codex: { fileCount: 1, sessionCount: 0, missingCount: 0, preset: 'folder' },
        'Gemini CLI': { fileCount: 1, sessionCount: 0, missingCount: 0, preset: 'instructions' },
        'Letta agent-1': { fileCount: 1, sessionCount: 0, missingCount: 0, preset: 'folder' },
        OpenClaw: { fileCount: 2, sessionCount: 0, missingCount: 0, preset: 'instructions' },
      })
    })

    test('says what is connected already', async () => {
      home = folderWith({ '/.claude/projects/-work-a/memory/a.md': 'a\n' })
      expect(await find()).toMatchObject([{ isConnected: false }])
      await connect(db(), path.join(home, '.claude/projects/-work-a/memory'))
      expect(await find()).toMatchObject([{ isConnected: true }])
    })

    test('is nothing where no agent ever ran, or where nothing may be watched', async () => {
      home = folderWith({})
      expect(await find()).toEqual([])
      expect(await findFolders(db(), homesIn('/etc'), new AbortController().signal)).toEqual([])
    })
  })
})

test('an index lists the files that it links to', () => {
  expect(listedFiles('[A](a.md) [B](<b.md>) [C](./sub/c%20d.md#x) [W](https://x.y/z.md)')).toEqual([
    '/a.md',
    '/b.md',
    '/sub/c d.md',
  ])
})

test('of an index, 200 lines or 25 KB are loaded', () => {
  expect(unloadedLines('a\n'.repeat(200))).toBe(0)
  expect(unloadedLines('a\n'.repeat(203))).toBe(3)
  expect(unloadedLines(`${'x'.repeat(26_000)}\nlast\n`)).toBe(2)
})

onSqlite((db) => {
  test('the instructions of a project are found and watched, and nothing else of it', async () => {
    home = folderWith({
      '/.claude/CLAUDE.md': 'for all\n',
      '/.claude/rules/tone.md': 'calm\n',
      '/.claude/settings.json': '{}',
      '/work/CLAUDE.md': 'of the project\n',
      '/work/.claude/rules/deep/style.md': 'plain\n',
      '/work/.claude/settings.local.json': '{}',
      '/work/src/CLAUDE.md': 'elsewhere\n',
      '/work/notes/a.md': 'a\n',
      '/work/.claude/agent-memory/tester/a.md': 'a\n',
      '/work/.claude/agent-memory-local/tester/b.md': 'b\n',
    })
    const work = path.join(home, 'work')
    const project = `/.claude/projects/${work.replaceAll(/[^A-Za-z0-9]/g, '-')}`
    putFile(home, `${project}/one.jsonl`, `${JSON.stringify({ cwd: work })}\n`)
    putFile(home, `${project}/memory/MEMORY.md`, 'x\n')
    const found = await findFolders(db(), homesIn(home), AbortSignal.timeout(5_000))
    expect(
      found.map(({ preset, location, fileCount }) => [preset, location, fileCount]).toSorted(),
    ).toEqual([
      ['claude_code', path.join(home, project, 'memory'), 1],
      ['claude_code', path.join(work, '.claude/agent-memory-local/tester'), 1],
      ['claude_code', path.join(work, '.claude/agent-memory/tester'), 1],
      ['instructions', path.join(home, '.claude'), 2],
      ['instructions', work, 2],
    ])
    const { connectionId, storeId } = await connect(db(), work, 'two_way', 'instructions')
    const hands = await inHands(db(), connectionId)
    await workOnce(hands)
    const paths = async () => {
      const all: string[] = []
      for await (const memory of allMemories(db(), { storeId })) all.push(memory.path)
      return all.toSorted()
    }
    expect(await paths()).toEqual(['/.claude/rules/deep/style.md', '/CLAUDE.md'])
    // A folder inside the project may be watched for itself, but not one that is watched with it.
    await connect(db(), path.join(work, 'notes'))
    await expect(connect(db(), path.join(work, '.claude/rules'))).rejects.toThrow(
      'folder_connected',
    )
    putFile(home, '/work/.claude/CLAUDE.md', 'more\n')
    putFile(home, '/work/README.md', 'not watched\n')
    await workOnce(hands)
    expect(await paths()).toContain('/.claude/CLAUDE.md')
    expect(await paths()).not.toContain('/README.md')
    // What would not be seen in the folder is not written there, and stays in the store.
    const cause = { actor: LOCAL_USER_ACTOR }
    await createMemory(db(), { storeId, path: '/other.md', content: 'x\n', cause })
    await workOnce(hands)
    await workOnce(hands)
    expect(await paths()).toContain('/other.md')
    const now = (await listConnections(db())).find(({ id }) => id === connectionId)
    expect(now?.failures).toEqual([{ path: '/other.md', problem: 'not_watched' }])
  })

  test('what of Claude Code’s memory does not work as it is meant is named', async () => {
    const fact = (name: string, body: string) => `---\nname: ${name}\n---\n\n${body}\n`
    const root = folderWith({
      '/projects/p/memory/MEMORY.md': '- [A](a.md)\n- [B](b.md)\n- [Gone](gone.md)\n',
      '/projects/p/memory/a.md': fact('lamp', 'See [[door]] and [[b]] and [[nobody]].'),
      '/projects/p/memory/b.md': fact('lamp', 'x'.repeat(5_000)),
      '/projects/p/memory/c.md': fact('door', 'not listed'),
    })
    const memory = path.join(root, 'projects/p/memory')
    const { connectionId } = await connect(db(), memory, 'read', 'claude_code')
    const hands = await inHands(db(), connectionId)
    await workOnce(hands)
    const faults = async () => (await listConnections(db()))[0]?.unwatched.faults
    expect(await faults()).toEqual({
      counts: { missing: 1, unlisted: 1, duplicate_name: 2, broken_link: 1, long_fact: 1 },
      unloadedLines: 0,
      named: [
        { kind: 'missing', path: '/gone.md', about: '' },
        { kind: 'unlisted', path: '/c.md', about: '' },
        { kind: 'duplicate_name', path: '/a.md', about: 'lamp' },
        { kind: 'duplicate_name', path: '/b.md', about: 'lamp' },
        { kind: 'broken_link', path: '/a.md', about: 'nobody' },
        { kind: 'long_fact', path: '/b.md', about: '' },
      ],
    })
    putFile(root, '/projects/p/memory/b.md', fact('nobody', 'short'))
    await workOnce(hands)
    expect(await faults()).toMatchObject({
      counts: { missing: 1, unlisted: 1, duplicate_name: 0, broken_link: 0, long_fact: 0 },
    })
    rmSync(root, { recursive: true })
  })
})
