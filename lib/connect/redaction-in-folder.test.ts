import { appendFileSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { allMemories } from '@/lib/store/memories/all-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { redactText } from '@/lib/store/redaction/redact-text'
import { titleOf } from '@/lib/text/title-of'
import { onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { attributionsOf } from './attributions-of'
import { setDirection } from './change-connection'
import { noteWriter } from './core/attribute'
import { completeDue } from './core/carry-out'
import { workOnce } from './core/folder-worker'
import { noteObserved } from './core/observed-session'
import type { Writer } from './core/transcripts'
import { listConnections } from './list-connections'
import { listObservedSessions } from './list-observed-sessions'
import { observedNames } from './observed-names'
import type { Direction } from './model/connection'
import { CLAUDE_CODE } from './model/writers'

const SECRET = 'hunter2-of-ada'
const SESSION = { outerId: 'outer', project: '/work/lighthouse', clientVersion: '' }

const roots: string[] = []
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

class Killed extends Error {}

/** A folder with the secret, taken in. */
async function watched(db: Database, direction: Direction) {
  const root = folderWith({ '/a.md': `the password is ${SECRET}\n` })
  roots.push(root)
  const { connectionId, storeId } = await connect(db, root, direction)
  await workOnce(await inHands(db, connectionId))
  const file = path.join(root, 'a.md')
  const heads = async () => {
    const found: Record<string, string> = {}
    for await (const { path: at, content } of allMemories(db, { storeId })) found[at] = content
    return found
  }
  const history = async () => {
    const { versions } = await listVersions(db, { storeId, limit: 50, view: 'full' })
    return versions.map(({ content }) => content).join('\n')
  }
  return {
    connectionId,
    storeId,
    root,
    heads,
    history,
    held: () => readFileSync(file, 'utf8'),
    append: () => appendFileSync(file, 'and a line\n'),
  }
}

/** Takes the secret out of all stores, and out of no folder yet. */
async function redact(db: Database): Promise<void> {
  const cause = { actor: LOCAL_USER_ACTOR }
  const { finished } = await redactText(db, { text: SECRET, replacement: '[gone]', cause })
  await finished
}

async function redacted(db: Database, direction: Direction) {
  const folder = await watched(db, direction)
  await redact(db)
  return folder
}

/** More than a process takes to carry out one change. */
const STEPS = 18

onSqlite((db) => {
  describe('a redaction whose folder still holds the text', () => {
    test.each(['before', 'in between', 'never'] as const)(
      'reaches the file wherever the process is killed; written meanwhile: %s',
      async (isWritten) => {
        const folders = []
        for (let step = 0; step < STEPS; step++) folders.push(await watched(db(), 'two_way'))
        await redact(db())
        const undisturbed: number[] = []
        for (const [killedAt, { connectionId, append, ...folder }] of folders.entries()) {
          if (isWritten === 'before') append()
          let step = 0
          let isKilled = false
          const hands = await inHands(db(), connectionId, async () => {
            if (step++ !== killedAt) return
            isKilled = true
            if (isWritten === 'in between') append()
            throw new Killed()
          })
          await workOnce(hands).catch((error: unknown) => {
            if (!(error instanceof Killed)) throw error
          })
          if (!isKilled) undisturbed.push(killedAt)
          const later = await inHands(db(), connectionId)
          await workOnce(later)
          await completeDue(later, Date.now() + 60_000)
          const at = `killed at step ${killedAt}`
          const held = folder.held()
          expect(held, at).toMatch(/^the password is \[(gone|redacted)\]\n/)
          const hasLine = isWritten === 'before' || (isWritten === 'in between' && isKilled)
          expect(held.endsWith('and a line\n'), at).toBe(hasLine)
          expect(await folder.heads(), at).toEqual({ '/a.md': held })
          expect(await folder.history(), at).not.toContain(SECRET)
          expect(readdirSync(folder.root), at).toEqual(['a.md'])
        }
        for (const { waiting, conflicts, failures } of await listConnections(db())) {
          expect({ waiting, conflicts, failures }).toEqual({
            waiting: 0,
            conflicts: [],
            failures: [],
          })
        }
        expect(undisturbed).toContain(STEPS - 1)
      },
    )

    test('lets nothing of it back from a folder that is only read, and reaches it once it goes both ways', async () => {
      const { connectionId, root, append, held, heads, history } = await redacted(db(), 'read')
      append()
      putFile(root, '/copy.md', `${SECRET}, again: ${SECRET}!\n`)
      await workOnce(await inHands(db(), connectionId))
      const kept = {
        '/a.md': 'the password is [redacted]\nand a line\n',
        '/copy.md': '[redacted], again: [redacted]!\n',
      }
      expect(await heads()).toEqual(kept)
      expect(await history()).not.toContain(SECRET)
      expect(held()).toContain(SECRET)
      await setDirection(db(), { connectionId, direction: 'two_way' })
      await workOnce(await inHands(db(), connectionId))
      expect(held()).toBe(kept['/a.md'])
      expect(await heads()).toEqual(kept)
    })

    test('lets nothing of it back into a store that was not yet filled when it was made', async () => {
      const { connectionId, root, heads, history } = await redacted(db(), 'two_way')
      await db().write((tx) => tx.run('UPDATE connections SET seeded_at = NULL'))
      putFile(root, '/late.md', `${SECRET}\n`)
      await workOnce(await inHands(db(), connectionId))
      expect(await heads()).toMatchObject({ '/late.md': '[redacted]\n' })
      expect(readFileSync(path.join(root, 'late.md'), 'utf8')).toBe('[redacted]\n')
      expect(await history()).not.toContain(SECRET)
    })

    test('leaves nothing of it in the name of a session that was asked with it', async () => {
      await watched(db(), 'read')
      const start = 'x'.repeat(50)
      const prompt = { session: SESSION, at: Date.now(), firstPrompt: `${start} ${SECRET} in` }
      const id = await db().write((tx) => noteObserved(tx, prompt))
      await redact(db())
      const name = (await observedNames(db(), [id])).get(id)
      expect(titleOf(name?.firstPrompt ?? '')).toBe(`${start} [gone] in`)
    })

    test('lets nothing of it back with what is kept of a transcript', async () => {
      const { connectionId, storeId } = await redacted(db(), 'read')
      const hands = await inHands(db(), connectionId)
      const { versions } = await listVersions(db(), { storeId, limit: 1 })
      const sequence = versions[0]?.sequence ?? 0
      const writer: Writer = {
        confidence: 'exact',
        source: 'transcript',
        session: SESSION,
        call: { toolUseId: 'toolu_1', tool: 'Write', model: '', at: Date.now() },
        excerpt: { prompt: `Note ${SECRET}.`, said: `I note ${SECRET}.` },
      }
      await db().write(async (tx) => {
        const prompt = { session: SESSION, at: Date.now(), firstPrompt: `Note ${SECRET}.` }
        const sessionId = await noteObserved(tx, prompt)
        const cause = { actor: LOCAL_USER_ACTOR, sessionId }
        const happened = { path: '/a.md', written: null, from: null, foundAt: 0, sequence }
        await noteWriter(tx, hands, happened, { writer, cause })
      })
      const byClaude = { storeId, sequence, createdBy: CLAUDE_CODE }
      expect((await attributionsOf(db(), [byClaude])).get(sequence)).toMatchObject({
        prompt: 'Note [redacted].',
        said: 'I note [redacted].',
      })
      const observed = await listObservedSessions(db(), { limit: 10 })
      expect(observed).toMatchObject([{ firstPrompt: 'Note [redacted].' }])
      const ids = [...observed.map(({ id }) => id), 'sesn_other']
      expect([...(await observedNames(db(), ids)).values()]).toMatchObject([
        { firstPrompt: 'Note [redacted].' },
      ])
    })
  })
})
