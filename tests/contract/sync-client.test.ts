import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { SessionMemoryStores } from '@anthropic-ai/sdk/tools/agent-toolset/node'
import { createStore } from '@/lib/store/change-stores'
import { listVersions } from '@/lib/store/versions'
import { expect, test } from '@/tests/support/fixtures'

test("the SDK's sync client keeps a folder and a store in step", async ({ as, folder }) => {
  const { sdk } = await as()
  const { memories } = sdk.beta.memoryStores
  const { id } = await createStore({ name: 'synced' })
  const at = { memory_store_id: id }
  for (let i = 0; i < 25; i++) {
    await memories.create(id, { path: `/many/${i}.md`, content: `number ${i}\n` })
  }
  const idOf = async (wanted: string) => {
    for await (const item of memories.list(id)) {
      if (item.type === 'memory' && item.path === wanted) return item.id
    }
    return ''
  }
  const textAt = async (wanted: string) => (await memories.retrieve(await idOf(wanted), at)).content
  const change = async (wanted: string, content: string) =>
    memories.update(await idOf(wanted), { ...at, content })
  const stores = new SessionMemoryStores(sdk, { workdir: folder })
  // Internal according to its types; `syncIfDue` would wait for its interval.
  const syncAll = () =>
    (stores as unknown as { syncAll(isFinal: boolean): Promise<void> }).syncAll(false)
  const resource = { type: 'memory_store', name: 'synced', access: 'read_write', mount_path: null }
  const session = { resources: [{ ...resource, ...at }] }
  await stores.download(session as unknown as Parameters<typeof stores.download>[0])
  const file = (name: string) => path.join(folder, 'memory', 'synced', name)
  expect(readFileSync(file('many/24.md'), 'utf8')).toBe('number 24\n')

  writeFileSync(file('many/0.md'), 'edited here\n')
  writeFileSync(file('new.md'), 'made here\n')
  await change('/many/1.md', 'edited there\n')
  await syncAll()
  expect(readFileSync(file('many/1.md'), 'utf8')).toBe('edited there\n')
  expect(await textAt('/many/0.md')).toBe('edited here\n')
  expect(await textAt('/new.md')).toBe('made here\n')

  // Each side's deletion reaches the other: the folder's when the session ends, because until then the
  // client waits for the file to come back. Where both sides changed, the store's version wins.
  rmSync(file('many/2.md'))
  await memories.delete(await idOf('/many/3.md'), at)
  writeFileSync(file('many/4.md'), 'edited here too\n')
  await change('/many/4.md', 'edited there first\n')
  await syncAll()
  expect(existsSync(file('many/3.md'))).toBe(false)
  expect(readFileSync(file('many/4.md'), 'utf8')).toBe('edited there first\n')
  expect(await idOf('/many/2.md')).not.toBe('')

  const before = (await listVersions({ storeId: id, limit: 100 })).items.length
  await syncAll()
  await stores.finish()
  expect(await idOf('/many/2.md')).toBe('')
  const { items } = await listVersions({ storeId: id, limit: 100 })
  expect(items[0]).toMatchObject({ operation: 'deleted', path: '/many/2.md' })
  // Nothing else was written: files in step make no version.
  expect(items.length).toBe(before + 1)
  await stores.dispose()
})
