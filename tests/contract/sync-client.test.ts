import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import { SessionMemoryStores } from '@anthropic-ai/sdk/tools/agent-toolset/node'
import { afterAll, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'

onBothDatabases((current) => {
  let server: TestServer | undefined
  afterAll(async () => server?.close())

  test("the SDK's sync client keeps a folder and a store in sync, both ways", async () => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const client = new Anthropic({ apiKey: 'local', baseURL: server.url, maxRetries: 0 })
    const { memories } = client.beta.memoryStores
    const { id } = await createStore(current(), { name: 'synced' })
    for (let i = 0; i < 25; i++) {
      await memories.create(id, { path: `/many/${i}.md`, content: `number ${i}\n` })
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-sync-'))
    const stores = new SessionMemoryStores(client, { workdir: folder })
    // Internal according to its types; `syncIfDue` would wait for its interval.
    const syncAll = () =>
      (stores as unknown as { syncAll(isFinal: boolean): Promise<void> }).syncAll(false)
    const session = {
      resources: [
        {
          type: 'memory_store',
          memory_store_id: id,
          name: 'synced',
          access: 'read_write',
          mount_path: null,
        },
      ],
    }
    await stores.download(session as unknown as Parameters<typeof stores.download>[0])
    const file = (name: string) => path.join(folder, 'memory', 'synced', name)
    expect(readFileSync(file('many/24.md'), 'utf8')).toBe('number 24\n')

    writeFileSync(file('many/0.md'), 'edited here\n')
    writeFileSync(file('new.md'), 'made here\n')
    const [remote] = (await memories.list(id, { path_prefix: '/many/' })).data.filter(
      (item) => item.path === '/many/1.md',
    )
    await memories.update(remote && 'id' in remote ? remote.id : '', {
      memory_store_id: id,
      content: 'edited there\n',
    })
    await syncAll()
    expect(readFileSync(file('many/1.md'), 'utf8')).toBe('edited there\n')
    const contents = new Map<string, string | null>()
    for await (const item of memories.list(id, { view: 'full' })) {
      if (item.type === 'memory') contents.set(item.path, item.content ?? null)
    }
    expect(contents.get('/many/0.md')).toBe('edited here\n')
    expect(contents.get('/new.md')).toBe('made here\n')

    // Each side's deletion reaches the other: the folder's when the session ends, because until
    // then the client waits for the file to come back.
    const idOf = async (path: string) => {
      for await (const item of memories.list(id)) {
        if (item.type === 'memory' && item.path === path) return item.id
      }
      return null
    }
    rmSync(file('many/2.md'))
    await memories.delete((await idOf('/many/3.md')) ?? '', { memory_store_id: id })
    // Both sides changed: the store's version wins.
    writeFileSync(file('many/4.md'), 'edited here too\n')
    await memories.update((await idOf('/many/4.md')) ?? '', {
      memory_store_id: id,
      content: 'edited there first\n',
    })
    await syncAll()
    expect(existsSync(file('many/3.md'))).toBe(false)
    expect(readFileSync(file('many/4.md'), 'utf8')).toBe('edited there first\n')
    expect(await idOf('/many/2.md')).not.toBeNull()

    const before = (await listVersions(current(), { storeId: id, limit: 100 })).versions.length
    await syncAll()
    await stores.finish()
    expect(await idOf('/many/2.md')).toBeNull()
    const { versions } = await listVersions(current(), { storeId: id, limit: 100 })
    expect(versions[0]).toMatchObject({ operation: 'deleted', path: '/many/2.md' })
    // Nothing else was written: files already in sync make no version.
    expect(versions.length).toBe(before + 1)
    await stores.dispose()
    rmSync(folder, { recursive: true, force: true })
  })
})
