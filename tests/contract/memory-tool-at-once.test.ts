import { expect } from 'vitest'
import { removeMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { listVersions } from '@/lib/store/versions'
import { runDocument, type DocumentTool } from '@/lib/memory-tool/documents'
import { mountsOf } from '@/lib/memory-tool/paths'
import { runCommand } from '@/lib/memory-tool/run'
import { test } from '@/tests/support/fixtures'
import { BY_SESSION } from '@/tests/support/memory-tool'
import { textsOf } from '@/tests/support/written'

const NAMES = Array.from({ length: 40 }, (_, index) => `name-${index + 10}`)

async function opened() {
  const store = await createStore({ name: 'Notes' })
  const mounts = mountsOf([store])
  const run = (command: object) => runCommand({ mounts, command }, BY_SESSION)
  const runTool = (name: DocumentTool, input: object) =>
    runDocument({ mounts, name, input }, BY_SESSION)
  const texts = () => textsOf(store.id)
  return { run, runTool, texts, storeId: store.id }
}

const successes = (answers: { isError: boolean }[]) => answers.filter(({ isError }) => !isError)

test('of 40 replacements in one file at once none is lost', async () => {
  const { run, runTool, texts } = await opened()
  const file_text = NAMES.map((name) => `${name}: open\n`).join('')
  await run({ command: 'create', path: '/memories/a.md', file_text })
  const answers = await Promise.all(
    NAMES.map((name, index) => {
      const edit = { old_str: `${name}: open`, new_str: `${name}: done` }
      return index % 2 === 0
        ? run({ command: 'str_replace', path: '/memories/a.md', ...edit })
        : runTool('memory_edit', { path: '/a.md', ...edit })
    }),
  )
  expect(successes(answers)).toHaveLength(NAMES.length)
  expect(await texts()).toEqual({ '/a.md': file_text.replaceAll('open', 'done') })
})

test('of several creations of one file at once one succeeds', async () => {
  const { run, texts, storeId } = await opened()
  const answers = await Promise.all(
    NAMES.map(async (file_text) => ({
      file_text,
      ...(await run({ command: 'create', path: '/memories/a.md', file_text })),
    })),
  )
  const [made, ...more] = successes(answers) as typeof answers
  expect(more).toEqual([])
  expect(await texts()).toEqual({ '/a.md': made?.file_text })
  expect((await listVersions({ storeId, limit: 10 })).items).toHaveLength(1)
})

test('a document that is written while a person deletes it is written', async () => {
  const { runTool, storeId, texts } = await opened()
  await runTool('memory_write', { path: '/a.md', content: 'old' })
  const [written] = await Promise.all([
    runTool('memory_write', { path: '/a.md', content: 'new' }),
    removeMemory({ storeId, path: '/a.md' }, BY_PERSON),
  ])
  expect(written.isError).toBe(false)
  expect(Object.values(await texts()).concat('new')[0]).toBe('new')
})
