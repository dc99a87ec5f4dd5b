import { describe, expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { listMemories } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { movePath, removePath } from '@/lib/store/memories/change-paths'
import { memoryAt } from '@/lib/memory-tool/memory-at'
import type { DocumentToolName } from '@/lib/memory-tool/tool-effects'
import { onBothDatabases } from '@/tests/support/databases'
import { runDocumentTool } from './run-document-tool'

const cause = { actor: LOCAL_USER_ACTOR }
const NAMES = Array.from({ length: 12 }, (_, index) => `name-${index + 10}`)

onBothDatabases((current) => {
  const opened = async (memories: Record<string, string> = {}) => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    for (const [path, content] of Object.entries(memories)) {
      await createMemory(current(), { storeId, path, content, cause })
    }
    const mounts = [{ storeId, name: 'notes', access: 'read_write' as const }]
    const run = (name: DocumentToolName, input: object) =>
      runDocumentTool(current(), { mounts, name, input, cause })
    return { storeId, run }
  }
  const contentAt = async (storeId: string, path: string) =>
    (await memoryAt(current(), storeId, path))?.content ?? null
  const pathsOf = async (storeId: string) =>
    (
      await listMemories(current(), { storeId, directory: '', depth: 'all', limit: 100 })
    ).entries.flatMap((entry) => (entry.type === 'memory' ? [entry.memory.path] : []))

  describe('several at once', () => {
    test('edits of one document lose none', async () => {
      const before = NAMES.map((name) => `${name}: open\n`).join('')
      const { storeId, run } = await opened({ '/list.md': before })
      const answers = await Promise.all(
        NAMES.map((name) =>
          run('memory_edit', {
            path: '/list.md',
            old_str: `${name}: open`,
            new_str: `${name}: done`,
          }),
        ),
      )
      expect(answers.filter(({ isError }) => isError)).toEqual([])
      expect(await contentAt(storeId, '/list.md')).toBe(before.replaceAll('open', 'done'))
    })

    test('writes of a new document create it once, and each is a version of it', async () => {
      const { storeId, run } = await opened()
      const answers = await Promise.all(
        NAMES.map((content) => run('memory_write', { path: '/new.md', content })),
      )
      const words = answers.map(({ content }) => content)
      expect(words.filter((each) => each === 'Created /new.md')).toHaveLength(1)
      expect(words.filter((each) => each === 'Overwrote /new.md')).toHaveLength(NAMES.length - 1)
      const { versions } = await listVersions(current(), { storeId, limit: 100 })
      expect(versions).toHaveLength(NAMES.length)
      expect(new Set(versions.map(({ memoryId }) => memoryId)).size).toBe(1)
    })

    test('a document written while it is deleted is written', async () => {
      const { run, storeId } = await opened({ '/a.md': 'old' })
      const [written] = await Promise.all([
        run('memory_write', { path: '/a.md', content: 'new' }),
        removePath(current(), { storeId, path: '/a.md', cause }),
      ])
      expect(written).toMatchObject({
        isError: false,
        content: expect.stringMatching(/^(Created|Overwrote) /) as string,
      })
    })

    test('a document that was moved away is not deleted at its new path', async () => {
      const { run, storeId } = await opened({ '/a.md': 'keep' })
      const move = movePath(current(), { storeId, path: '/a.md', newPath: '/b.md', cause }).then(
        () => true,
        () => false,
      )
      const [deleted, isMoved] = await Promise.all([run('memory_delete', { path: '/a.md' }), move])
      expect(deleted.isError).toBe(isMoved)
      expect(await pathsOf(storeId)).toEqual(isMoved ? ['/b.md'] : [])
    })

    test('several deletions of one document count as one', async () => {
      const { run, storeId } = await opened({ '/a.md': 'x' })
      const answers = await Promise.all(NAMES.map(() => run('memory_delete', { path: '/a.md' })))
      expect(answers.filter(({ isError }) => !isError)).toHaveLength(1)
      expect(
        answers.filter(({ content }) => content === 'Error: There is no document at /a.md'),
      ).toHaveLength(NAMES.length - 1)
      expect(await pathsOf(storeId)).toEqual([])
    })
  })

  test('overwriting with the same content writes no version', async () => {
    const { run } = await opened({ '/a.md': 'same' })
    expect(await run('memory_write', { path: '/a.md', content: 'same' })).toEqual({
      content: 'Overwrote /a.md',
      isError: false,
      versionIds: [],
    })
  })

  test('a directory is not a document, and is not deleted', async () => {
    const { run, storeId } = await opened({ '/folder/a.md': 'x' })
    expect(await run('memory_delete', { path: '/folder' })).toMatchObject({ isError: true })
    expect(await pathsOf(storeId)).toEqual(['/folder/a.md'])
  })
})
