import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { perProcess } from '@/lib/per-process'
import { createMemory, editMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { getMemory } from '../memories/read-memories'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { redactVersion } from '../redaction/redact-version'
import { clearRecents, headText, keepRecent } from './recent-contents'

const cause: Cause = { actor: LOCAL_USER_ACTOR }

const kept = () =>
  perProcess('recent contents', () => ({ contents: new Map<string, { bytes: Buffer }>() })).contents

const keptTexts = () => [...kept().values()].map(({ bytes }) => bytes.toString('utf8'))

onBothDatabases((current) => {
  test('a memory that was written a moment ago is read as it is now', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Recent' })
    const { id: memoryId } = await createMemory(db, {
      storeId,
      path: '/a',
      content: 'ä one',
      cause,
    })
    const read = async () => (await getMemory(db, { storeId, path: '/a' })).content
    expect(await read()).toBe('ä one')
    await editMemory(db, { storeId, path: '/a', edit: (text) => `${text} two`, cause })
    expect(await read()).toBe('ä one two')
    await updateMemory(db, { storeId, memoryId, content: 'three', cause })
    expect(await read()).toBe('three')
    clearRecents()
    expect(await read()).toBe('three')
  })

  test('a redaction leaves no content behind in the process', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Redacted' })
    const first = await createMemory(db, { storeId, path: '/a', content: 'a secret', cause })
    await updateMemory(db, { storeId, memoryId: first.id, content: 'none', cause })
    expect(keptTexts()).toContain('a secret')
    await redactVersion(db, { storeId, versionId: first.versionId, cause })
    expect(keptTexts()).not.toContain('a secret')
  })

  test('a content is found by its hash only', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Hash' })
    const { sequence } = await createMemory(db, { storeId, path: '/a', content: 'real', cause })
    const row = await db.read.get<{ key: number }>('SELECT key FROM memory_stores WHERE id = ?', [
      storeId,
    ])
    keepRecent('of another', Buffer.from('other'), null)
    const head = { sha256: 'not kept', headSequence: sequence }
    expect(await headText(db.read, row?.key ?? 0, head)).toBe('real')
  })
})
