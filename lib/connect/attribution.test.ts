import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { changeFacets } from '@/lib/store/changes/change-facets'
import { listChanges } from '@/lib/store/changes/list-changes'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listVersions } from '@/lib/store/versions/read-versions'
import { flushReads } from '@/lib/store/reads/reads'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { attributionsOf } from './attributions-of'
import { attributeLater } from './core/attribute'
import { workOnce } from './core/folder-worker'
import { noteReads } from './core/note-reads'
import { patchedText } from './core/patched-text'
import { factsOfLine, saidIn } from './core/transcript-line'
import { Transcripts } from './core/transcripts'
import { handleHook, hookBody } from './handle-hook'
import { listConnections } from './list-connections'
import { changesetOfObserved, listObservedSessions } from './list-observed-sessions'
import { observedChanges } from './observed-changes'

/** Recorded from Claude Code 2.1.330: it writes two files, edits one, and appends to one by Bash. */
const TRANSCRIPT = readFileSync('tests/fixtures/claude-code-transcript.jsonl', 'utf8')
/** Recorded from the same program: bodies of its hook PostToolUse. */
const HOOKS = readFileSync('tests/fixtures/claude-code-hooks.jsonl', 'utf8').trimEnd().split('\n')
const SESSION = '7e1b1e90-3e51-4972-a5ca-84348865c1a6'

let home = ''
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** A project of Claude Code, watched, and its transcript line by line. */
async function project(db: Database) {
  home = folderWith({ '/projects/-work-lighthouse/memory/old.md': 'old\n' })
  const folder = path.join(home, 'projects/-work-lighthouse')
  const memory = path.join(folder, 'memory')
  const { connectionId, storeId } = await connect(db, memory, 'read', 'claude_code')
  const hands = await inHands(db, connectionId)
  await workOnce(hands)
  const lines = TRANSCRIPT.replaceAll('{{home}}', home).trimEnd().split('\n')
  const tell = (told: readonly string[], transcript = `${SESSION}.jsonl`) => {
    const file = path.join(folder, transcript)
    mkdirSync(path.dirname(file), { recursive: true })
    appendFileSync(file, told.map((line) => `${line}\n`).join(''))
  }
  const resultOf = (toolUseId: string) => {
    for (const line of lines) {
      const { toolUseResult, message } = JSON.parse(line) as {
        toolUseResult?: { content?: string; originalFile?: string; structuredPatch: [] }
        message?: { content: { tool_use_id?: string }[] }
      }
      if (!toolUseResult || message?.content[0]?.tool_use_id !== toolUseId) continue
      const { content, originalFile, structuredPatch } = toolUseResult
      return content ?? patchedText(originalFile ?? '', structuredPatch) ?? ''
    }
    throw new Error('there is no such result')
  }
  const write = (name: string, content: string) => putFile(memory, `/${name}`, content)
  const newest = async () => {
    const { versions } = await listVersions(db, { storeId, limit: 1 })
    if (!versions[0]) throw new Error('there is no version')
    return versions[0]
  }
  const written = async () =>
    (await listConnections(db)).find(({ id }) => id === connectionId)?.written
  return { memory, storeId, hands, lines, tell, resultOf, write, newest, written }
}

onBothDatabases((db) => {
  describe('who wrote a version', () => {
    test('is told of to whoever follows the observed sessions, and others’ writes are not', async () => {
      const { hands, lines, tell, resultOf, write } = await project(db())
      const leaving = new AbortController()
      const told = observedChanges(db(), leaving.signal)
      const read = vi.spyOn(db().read, 'get')
      const first = told.next()
      // It follows from what was written before this read, however long the read takes.
      await read.mock.results[0]?.value
      read.mockRestore()
      const other = await createStore(db(), { name: 'Other' })
      const cause = { actor: LOCAL_USER_ACTOR }
      await createMemory(db(), { storeId: other.id, path: '/a.md', content: 'a', cause })
      tell(lines)
      write('project_release.md', resultOf('toolu_1_1'))
      await workOnce(hands)
      expect((await first).done).toBe(false)
      expect(await listObservedSessions(db(), { limit: 5 })).toMatchObject([{ outerId: SESSION }])
      const next = told.next()
      leaving.abort()
      expect((await next).done).toBe(true)
    })

    test('is exactly the call whose result the file is: a write, then an edit', async () => {
      const { hands, lines, tell, resultOf, write, newest, written } = await project(db())
      tell(lines)
      write('project_release.md', resultOf('toolu_1_1'))
      await workOnce(hands)
      expect(await newest()).toMatchObject({
        toolUseId: 'toolu_1_1',
        createdBy: { type: 'service_account' },
        sessionId: expect.stringMatching(/^sesn_/) as string,
      })
      write('project_release.md', resultOf('toolu_3_0'))
      await workOnce(hands)
      const edited = await newest()
      expect(await changesetOfObserved(db(), edited.sessionId ?? '')).toMatch(/^chgset_/)
      expect(edited).toMatchObject({ toolUseId: 'toolu_3_0' })
      expect(await attributionsOf(db(), [edited])).toEqual(
        new Map([
          [edited.sequence, { confidence: 'exact', tool: 'Edit', prompt: null, said: null }],
        ]),
      )
      expect(await listObservedSessions(db(), { limit: 10 })).toMatchObject([
        {
          outerId: SESSION,
          project: '/work/lighthouse',
          clientVersion: '2.1.330',
          changeCount: 2,
          changesetId: expect.stringMatching(/^chgset_/) as string,
        },
      ])
      expect(await written()).toEqual({ exact: 2, likely: 0, unknown: 0 })
    })
  })
})

onSqlite((db) => {
  describe('who wrote a version', () => {
    test('is nobody that is known when another program writes meanwhile', async () => {
      const { hands, lines, tell, write, newest, written } = await project(db())
      tell(lines)
      write('project_release.md', 'by hand\n')
      await workOnce(hands)
      expect(await newest()).toMatchObject({ toolUseId: null, sessionId: null })
      expect(await written()).toEqual({ exact: 0, likely: 0, unknown: 1 })
    })

    test('is likely the call of a subagent, whose result is not kept', async () => {
      const { hands, lines, tell, resultOf, write, newest, written } = await project(db())
      const calls = lines.filter((line) => !line.includes('toolUseResult'))
      tell(calls, `${SESSION}/subagents/agent-1.jsonl`)
      write('project_release.md', resultOf('toolu_1_1'))
      await workOnce(hands)
      expect(await newest()).toMatchObject({ toolUseId: 'toolu_1_1' })
      expect(await written()).toEqual({ exact: 0, likely: 1, unknown: 0 })
    })

    test('is likely the session that a new file names, with no call', async () => {
      const { hands, resultOf, write, newest, written } = await project(db())
      write('project_release.md', resultOf('toolu_1_1'))
      await workOnce(hands)
      expect(await newest()).toMatchObject({
        toolUseId: null,
        sessionId: expect.stringMatching(/^sesn_/) as string,
      })
      expect(await written()).toEqual({ exact: 0, likely: 1, unknown: 0 })
    })

    test('is likely a session at first, and exactly its call once that is told of', async () => {
      const { hands, lines, tell, resultOf, write, newest, written } = await project(db())
      write('project_release.md', resultOf('toolu_1_1'))
      await workOnce(hands)
      expect(await written()).toEqual({ exact: 0, likely: 1, unknown: 0 })
      tell(lines)
      await expect
        .poll(async () => {
          await attributeLater(hands)
          return written()
        })
        .toEqual({ exact: 1, likely: 0, unknown: 0 })
      const version = await newest()
      expect((await attributionsOf(db(), [version])).get(version.sequence)).toMatchObject({
        confidence: 'exact',
        tool: 'Write',
      })
    })

    test('is told by hooks exactly where no transcript keeps the result, and likely of a command', async () => {
      const { hands, resultOf, write, newest, written } = await project(db())
      const told = (toolName: string, change: object = {}) => {
        const line = HOOKS.find((each) => each.includes(`"tool_name":"${toolName}"`)) ?? ''
        const body: unknown = JSON.parse(line.replaceAll('{{home}}', home))
        return handleHook(db(), hookBody.parse({ ...(body as object), ...change }))
      }
      // Its result has a stamp of its own.
      const content = resultOf('toolu_1_1')
      write('project_release.md', content)
      await told('Write', {
        tool_response: {
          filePath: path.join(home, 'projects/-work-lighthouse/memory/project_release.md'),
          content,
        },
      })
      await workOnce(hands)
      expect(await newest()).toMatchObject({ toolUseId: 'toolu_1_1' })
      write('MEMORY.md', 'x\n')
      await told('Bash', { duration_ms: 60_000 })
      await workOnce(hands)
      expect(await newest()).toMatchObject({ toolUseId: 'toolu_4_0' })
      expect(await written()).toEqual({ exact: 1, likely: 1, unknown: 0 })
    })

    test('that a command moved or deleted is likely its session, if the command names it', async () => {
      const { memory, hands, tell, write, newest, written } = await project(db())
      for (const name of ['moved', 'gone', 'told', 'sub/kept', 'note-1', 'deep/er/old'])
        write(`${name}.md`, `${name} file\n`)
      write('under/one.md', 'one\n')
      await workOnce(hands)
      const before = await written()
      const bash = (command: string, cwd = memory) =>
        handleHook(
          db(),
          hookBody.parse({
            hook_event_name: 'PostToolUse',
            session_id: SESSION,
            cwd,
            tool_name: 'Bash',
            tool_use_id: `toolu_${command}`,
            tool_input: { command },
          }),
        )
      const by = async (command: string) => {
        await workOnce(hands)
        expect(await newest()).toMatchObject({
          toolUseId: `toolu_${command}`,
          sessionId: expect.stringMatching(/^sesn_/) as string,
        })
      }
      const move = `cd memory && mv 'moved.md' new.md`
      renameSync(path.join(memory, 'moved.md'), path.join(memory, 'new.md'))
      await bash(move, path.dirname(memory))
      await by(move)
      rmSync(path.join(memory, 'gone.md'))
      await bash(`rm -f ${memory}/gone.md`)
      await by(`rm -f ${memory}/gone.md`)
      rmSync(path.join(memory, 'under'), { recursive: true })
      await bash('rm -r under/')
      await by('rm -r under/')
      // Of a session without hooks its transcript tells.
      rmSync(path.join(memory, 'told.md'))
      const timestamp = new Date().toISOString()
      const use = {
        type: 'tool_use',
        id: 'toolu_told',
        name: 'Bash',
        input: { command: 'rm ./*.md' },
      }
      const message = { role: 'assistant', model: 'm', content: [use] }
      tell([
        JSON.stringify({ type: 'assistant', sessionId: SESSION, timestamp, cwd: memory, message }),
      ])
      await by('told')
      rmSync(path.join(memory, 'note-1.md'))
      await bash('rm note-[0-9]*.md')
      await by('rm note-[0-9]*.md')
      rmSync(path.join(memory, 'deep/er/old.md'))
      const deep = { ...use, id: 'toolu_deep', input: { command: `rm ${memory}/**/o?d.md` } }
      tell([
        JSON.stringify({
          type: 'assistant',
          sessionId: SESSION,
          timestamp: new Date().toISOString(),
          cwd: '/elsewhere',
          message: { ...message, content: [deep] },
        }),
      ])
      await by('deep')
      // It names others, or one that stands elsewhere.
      rmSync(path.join(memory, 'sub/kept.md'))
      await bash('cd ..; rm sub/kept.md sub/x*.md sub/$FILE; cat sub')
      await workOnce(hands)
      expect(await newest()).toMatchObject({ toolUseId: null, sessionId: null })
      expect(await written()).toEqual({
        exact: 0,
        likely: 6,
        unknown: (before?.unknown ?? 0) + 1,
      })
    })

    test('is the session that is heard of, and not the one that its file names', async () => {
      const { memory, hands, write, newest } = await project(db())
      const stale = '11111111-1111-4111-8111-111111111111'
      write('one.md', `---\noriginSessionId: ${stale}\n---\nfact\n`)
      await workOnce(hands)
      const first = (await newest()).sessionId
      const heard = {
        hook_event_name: 'PostToolUse',
        session_id: SESSION,
        cwd: memory,
        tool_name: 'Bash',
        tool_use_id: 'toolu_mv',
      }
      renameSync(path.join(memory, 'one.md'), path.join(memory, 'two.md'))
      await handleHook(
        db(),
        hookBody.parse({ ...heard, tool_input: { command: 'mv one.md two.md' } }),
      )
      await workOnce(hands)
      const moved = await newest()
      expect(moved).toMatchObject({ path: '/two.md', toolUseId: 'toolu_mv' })
      expect(moved.sessionId).not.toBe(first)
      // The hook of the command by which it came is heard of once it is taken in.
      write('three.md', `---\noriginSessionId: ${stale}\n---\nother\n`)
      await workOnce(hands)
      expect(await newest()).toMatchObject({ path: '/three.md', sessionId: null })
      await handleHook(
        db(),
        hookBody.parse({ ...heard, tool_use_id: 'toolu_cp', duration_ms: 60_000 }),
      )
      await attributeLater(hands)
      const copied = await newest()
      expect((await attributionsOf(db(), [copied])).get(copied.sequence)).toMatchObject({
        confidence: 'likely',
        tool: 'Bash',
      })
    })

    test('of a call over MCP has the session that the hook names with its tool use', async () => {
      const { id: storeId } = await createStore(db(), { name: 'Shared' })
      const actor = { type: 'api_key' as const, id: 'apikey_1' }
      const made = await createMemory(db(), {
        storeId,
        path: '/a.md',
        content: 'tea\n',
        cause: { actor, toolUseId: 'toolu_mcp', sessionId: null },
      })
      const told = {
        hook_event_name: 'PostToolUse',
        session_id: SESSION,
        cwd: '/work/lighthouse',
        tool_name: 'mcp__palimpsest__memory_write',
      }
      await handleHook(db(), hookBody.parse({ ...told, tool_use_id: 'toolu_other' }))
      expect(await listObservedSessions(db(), { limit: 5 })).toEqual([])
      await handleHook(db(), hookBody.parse({ ...told, tool_use_id: 'toolu_mcp' }))
      const [session] = await listObservedSessions(db(), { limit: 5 })
      expect(session).toMatchObject({ outerId: SESSION, changeCount: 1, storeName: 'Shared' })
      const sessionId = session?.id
      const { versions } = await listVersions(db(), { storeId, sessionId, limit: 5 })
      expect(versions.map(({ id }) => id)).toEqual([made.versionId])
    })

    test('is told apart from who read it: what came into a context counts as a read', async () => {
      const { storeId, hands, tell } = await project(db())
      const line = (rest: object) =>
        JSON.stringify({ sessionId: SESSION, timestamp: new Date().toISOString(), ...rest })
      const file = path.join(home, 'projects/-work-lighthouse/memory/old.md')
      tell([
        line({ type: 'attachment', attachment: { type: 'instructions', files: [{ path: file }] } }),
        line({ type: 'user', toolUseResult: { type: 'text', file: { filePath: file } } }),
        line({
          type: 'user',
          toolUseResult: { type: 'text', file: { filePath: '/elsewhere.md' } },
        }),
      ])
      await expect
        .poll(async () => {
          await noteReads(hands)
          await flushReads(db())
          return db().read.all('SELECT actor_id, read_count FROM memory_reads')
        })
        .toEqual([{ actor_id: expect.stringMatching(/ClaudeCode$/) as string, read_count: 2 }])
      expect(await listObservedSessions(db(), { limit: 5 })).toMatchObject([
        { outerId: SESSION, changeCount: 0, changesetId: null, storeName: 'memory' },
      ])
      expect((await listVersions(db(), { storeId, limit: 5 })).versions).toHaveLength(1)
    })

    test('is noted beside the version when the call is told of later', async () => {
      const { storeId, hands, lines, tell, resultOf, write, newest, written } = await project(db())
      tell(['{"type":"mode"}'])
      write('MEMORY.md', resultOf('toolu_2_0'))
      await workOnce(hands)
      expect(await written()).toEqual({ exact: 0, likely: 0, unknown: 1 })
      tell(lines)
      await expect
        .poll(async () => {
          await attributeLater(hands)
          return written()
        })
        .toEqual({ exact: 1, likely: 0, unknown: 0 })
      const { sequence, id } = await newest()
      expect(
        await db().read.all('SELECT type, subject FROM review_events WHERE subject = ?', [id]),
      ).toEqual([{ type: 'version.attributed', subject: id }])
      // The version names no session; what is asked of its session finds it.
      const [session] = await listObservedSessions(db(), { limit: 1 })
      const sessionId = session?.id ?? ''
      expect(session).toMatchObject({ changeCount: 1, changesetId: expect.any(String) as string })
      const { versions } = await listVersions(db(), { storeId, sessionId, limit: 5 })
      expect(versions.map((version) => version.id)).toEqual([id])
      const { changes } = await listChanges(db(), { sessionId, limit: 5 })
      expect(changes.map((change) => change.id)).toEqual([id])
      expect((await changeFacets(db(), { sessionId })).stores.get(storeId)).toBe(1)
      expect(
        await db().read.get('SELECT confidence, tool_use_id FROM attributions WHERE sequence = ?', [
          sequence,
        ]),
      ).toEqual({ confidence: 'exact', tool_use_id: 'toolu_2_0' })
    })
  })
})

onSqlite((db) => {
  describe('a transcript', () => {
    test('is read on from where an earlier process ended, also the reads while nobody looked', async () => {
      const { hands, tell } = await project(db())
      const file = path.join(home, 'projects/-work-lighthouse/memory/old.md')
      const seen = (at: number) =>
        JSON.stringify({
          sessionId: SESSION,
          timestamp: new Date(at).toISOString(),
          type: 'user',
          toolUseResult: { type: 'text', file: { filePath: file } },
        })
      // What was read before it looked is counted already.
      tell([seen(Date.now() + 60_000)])
      const first = new Transcripts(db(), path.join(home, 'projects'))
      await first.read()
      expect(first.takeReads(hands.row.location)).toHaveLength(1)
      await first.keepOffsets()
      tell([seen(Date.now() - 60_000)])
      const next = new Transcripts(db(), path.join(home, 'projects'))
      await next.read()
      expect(next.takeReads(hands.row.location)).toHaveLength(1)
    })

    test('gives what was asked and said before a call only if excerpts are kept', () => {
      const lines = TRANSCRIPT.trimEnd().split('\n')
      expect(lines.flatMap((line) => saidIn(line) ?? [])).toEqual([
        { by: 'model', text: 'I will note this.', outerId: SESSION },
        { by: 'model', text: 'Noted.', outerId: SESSION },
      ])
      const asked = { type: 'user', sessionId: SESSION, message: { role: 'user', content: ' Go ' } }
      expect(saidIn(JSON.stringify(asked))).toEqual({ by: 'person', text: 'Go', outerId: SESSION })
      expect(saidIn(JSON.stringify({ ...asked, isMeta: true }))).toBeNull()
    })
  })
})

describe('a transcript', () => {
  test('may have lines that nobody knows, cut ones, and ones of other shapes', () => {
    for (const line of ['', '{', '{"type":"assistant","tool_use":1}', '["toolUseResult"]']) {
      expect(factsOfLine(line.replace('tool_use"', '"tool_use"'))).toEqual([])
    }
    expect(factsOfLine('{"type":"user","toolUseResult":"denied"}')).toEqual([])
  })
})

test('a patch is applied only where it fits', () => {
  const hunks = [{ oldStart: 2, oldLines: 1, lines: ['-b', '+B', '+C'] }]
  expect(patchedText('a\nb\nc\n', hunks)).toBe('a\nB\nC\nc\n')
  expect(patchedText('a\nx\nc\n', hunks)).toBeNull()
})
