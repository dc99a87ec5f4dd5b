import { expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { runMemoryCommand } from './run-memory-command'
import { memoryAt } from './memory-at'

const NAMES = Array.from({ length: 12 }, (_, index) => `name-${index + 10}`)

onBothDatabases((current) => {
  const opened = async (...names: string[]) => {
    const stores: string[] = []
    for (const name of names) stores.push((await createStore(current(), { name })).id)
    const mounts = stores.map((storeId, index) => ({
      storeId,
      name: names[index] ?? '',
      access: 'read_write' as const,
    }))
    const run = (command: object) =>
      runMemoryCommand(current(), { mounts, command, cause: { actor: LOCAL_USER_ACTOR } })
    const contentAt = async (path: string, store = 0) =>
      (await memoryAt(current(), stores[store] ?? '', path))?.content ?? null
    return { run, contentAt }
  }
  const successes = (answers: { isError: boolean }[]) => answers.filter(({ isError }) => !isError)

  test('insertions into one file lose none', async () => {
    const { run, contentAt } = await opened('notes')
    await run({ command: 'create', path: '/memories/a.md', file_text: '' })
    const insert = (insert_text: string) =>
      run({ command: 'insert', path: '/memories/a.md', insert_line: 0, insert_text })
    expect(successes(await Promise.all(NAMES.map(insert)))).toHaveLength(NAMES.length)
    expect((await contentAt('/a.md'))?.split('\n').filter(Boolean).sort()).toEqual(NAMES)
  })

  test('replacements in one file lose none', async () => {
    const { run, contentAt } = await opened('notes')
    const file_text = NAMES.map((name) => `${name}: open\n`).join('')
    await run({ command: 'create', path: '/memories/a.md', file_text })
    const replace = (name: string) =>
      run({
        command: 'str_replace',
        path: '/memories/a.md',
        old_str: `${name}: open`,
        new_str: `${name}: done`,
      })
    expect(successes(await Promise.all(NAMES.map(replace)))).toHaveLength(NAMES.length)
    expect(await contentAt('/a.md')).toBe(file_text.replaceAll('open', 'done'))
  })

  test('of several creations of one file, one succeeds', async () => {
    const { run, contentAt } = await opened('notes')
    const answers = await Promise.all(
      NAMES.map(async (file_text) => ({
        file_text,
        ...(await run({ command: 'create', path: '/memories/a.md', file_text })),
      })),
    )
    const made = answers.filter(({ isError }) => !isError)
    expect(made).toHaveLength(1)
    expect(await contentAt('/a.md')).toBe(made[0]?.file_text)
  })

  test('of several renames of one file, also to another store, one succeeds, and the file exists once', async () => {
    const { run, contentAt } = await opened('here', 'there')
    await run({ command: 'create', path: '/memories/here/a.md', file_text: 'x' })
    const paths = NAMES.flatMap((name) => [`here/${name}.md`, `there/${name}.md`])
    const answers = await Promise.all(
      paths.map((path) =>
        run({ command: 'rename', old_path: '/memories/here/a.md', new_path: `/memories/${path}` }),
      ),
    )
    expect(successes(answers)).toHaveLength(1)
    const found = await Promise.all(
      NAMES.flatMap((name) => [contentAt(`/${name}.md`, 0), contentAt(`/${name}.md`, 1)]),
    )
    expect(found.filter((content) => content !== null)).toEqual(['x'])
    expect(await contentAt('/a.md')).toBeNull()
  })
})
