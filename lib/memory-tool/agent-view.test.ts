import { expect, test } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { agentView } from './agent-view'
import { runMemoryCommand } from './run-memory-command'

const cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  const storeWith = async (files: Record<string, string>, settings = {}) => {
    const { id } = await createStore(current(), { name: 'Seen', settings })
    for (const [path, content] of Object.entries(files)) {
      await createMemory(current(), { storeId: id, path, content, cause })
    }
    return id
  }

  test('is what the tool answers, for the memory and for its folder', async () => {
    const content = 'one\ntwo\n'
    const storeId = await storeWith({ '/notes/a.md': content, '/notes/deep/b.md': 'b' })
    const seen = await agentView(current(), { storeId, path: '/notes/a.md', content })
    const mounts = [{ storeId, name: 'Seen', access: 'read_write' as const }]
    const answerTo = async (path: string) => {
      const command = { command: 'view', path }
      return (await runMemoryCommand(current(), { mounts, command, cause })).content
    }
    expect(seen.file).toBe(await answerTo('/memories/notes/a.md'))
    expect(seen.folder.path).toBe('/memories/notes')
    expect(seen.folder.answer).toBe(await answerTo('/memories/notes'))
    expect(seen.notSeen).toEqual({ lines: 0, total: 2 })
  })

  test('says how many lines the agent does not see', async () => {
    const content = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')
    const storeId = await storeWith({ '/long.md': content }, { maxViewChars: 1000 })
    const { notSeen, file } = await agentView(current(), { storeId, path: '/long.md', content })
    const shown = file.split('\n').filter((line) => /^ *\d+\t/.test(line)).length
    expect(notSeen).toEqual({ lines: 200 - shown, total: 200 })
  })

  test('names what is hidden and what lies too deep', async () => {
    const storeId = await storeWith({
      '/a.md': 'a',
      '/.secret': 's',
      '/notes/.draft': 'd',
      '/notes/deep/b.md': 'b',
    })
    const { folder } = await agentView(current(), { storeId, path: '/a.md', content: 'a' })
    expect(folder).toMatchObject({
      path: '/memories',
      hidden: ['/.secret', '/notes/.draft'],
      deeper: ['/notes/deep/'],
    })
  })
})
