import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { flipBit } from '@/tests/support/damaged-version'
import { onBothDatabases } from '@/tests/support/databases'
import { type ExportFormat, exportStore } from './export-store'

const cause = { actor: LOCAL_USER_ACTOR }

async function textOfExport(
  db: Database,
  input: { storeId: string; format: ExportFormat; withHistory: boolean },
): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of await exportStore(db, input)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

onBothDatabases((current) => {
  test('an export goes on over what is damaged, and names it', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Damage' })
    const path = '/accounts.md'
    const { versionId } = await createMemory(db, { storeId, path, content: 'one', cause })
    await createMemory(db, { storeId, path: '/other.md', content: 'sound', cause })
    await flipBit(db, versionId)

    const lines = await textOfExport(db, { storeId, format: 'jsonl', withHistory: false })
    const parsed = lines.trim().split('\n')
    expect(parsed.map((line) => JSON.parse(line) as unknown)).toEqual([
      { path: '/other.md', content: 'sound' },
      { path, damaged: true, version: versionId },
    ])
    const archive = await textOfExport(db, { storeId, format: 'tar', withHistory: false })
    expect(archive).toContain(`${versionId}\t${path}`)
    const history = await textOfExport(db, { storeId, format: 'jsonl', withHistory: true })
    expect(history).toContain(`{"op":"damaged","path":"${path}","version":"${versionId}"}`)
    expect(history).toContain('sound')
  })
})
