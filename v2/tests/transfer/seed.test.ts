import { rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { createMemory, putMemory, removeMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON, type Cause } from '@/lib/store/model/actor'
import { describe, expect, test } from '@/tests/support/fixtures'
import { byPath, contents, planFrom, put, seedFrom } from '@/tests/support/seeding'

const agent: Cause = {
  actor: { type: 'session', id: 'sesn_111111111111111111111111' },
  isAgent: true,
}
const LINES = Array.from({ length: 9 }, (_, line) => `line ${line}\n`).join('')

describe('seeding from a folder', () => {
  test('takes what is there, lists what it leaves out, and changes nothing the second time', async ({
    store,
    folder,
  }) => {
    put(folder, 'notes/a.md', 'a\r\n')
    put(folder, '.hidden', 'h')
    put(folder, 'big.txt', 'x'.repeat(102_401))
    put(folder, 'image.png', Uint8Array.of(0x89, 0x50, 0, 1))
    put(folder, 'bad\u200bname', 'x')
    symlinkSync('/nowhere', path.join(folder, 'link'))
    const report = await seedFrom(store.id, folder)
    expect(byPath(report.entries)).toEqual({
      '/notes/a.md': 'create',
      '/big.txt': 'skip too_large',
      '/image.png': 'skip not_text',
      '/bad\u200bname': 'skip control_or_format_characters',
      '/link': 'skip link',
    })
    expect(await contents(store.id)).toEqual({ '/notes/a.md': 'a\r\n' })
    const again = await seedFrom(store.id, folder)
    expect(again).toMatchObject({ versions: 0, counts: { unchanged: 1, skip: 4 } })
  })

  test('again, after both sides changed, loses nothing that was written in the store', async ({
    store,
    folder,
  }) => {
    const { id } = store
    for (const name of [
      'both',
      'clash',
      'mine',
      'theirs',
      'gone',
      'gone-edited',
      'deleted',
      'deleted-edited',
    ]) {
      put(folder, name, LINES)
    }
    await seedFrom(id, folder)
    const edit = (name: string, content: string) =>
      putMemory({ storeId: id, path: `/${name}`, content }, agent)
    await edit('both', LINES.replace('line 0', 'agent'))
    await edit('clash', LINES.replace('line 4', 'agent'))
    await edit('mine', 'agent only')
    await edit('gone-edited', 'agent only')
    await edit('other', 'agent only')
    await removeMemory({ storeId: id, path: '/deleted' }, agent)
    await removeMemory({ storeId: id, path: '/deleted-edited' }, agent)
    put(folder, 'both', LINES.replace('line 8', 'source'))
    put(folder, 'clash', LINES.replace('line 4', 'source'))
    put(folder, 'theirs', 'source only')
    put(folder, 'other', 'source only')
    put(folder, 'new', 'source only')
    put(folder, 'deleted-edited', 'source only')
    rmSync(path.join(folder, 'gone'))
    rmSync(path.join(folder, 'gone-edited'))
    const report = await seedFrom(id, folder)
    expect(byPath(report.entries)).toEqual({
      '/both': 'merge',
      '/clash': 'conflict same_lines',
      '/mine': 'keep',
      '/theirs': 'replace',
      '/gone': 'delete',
      '/gone-edited': 'conflict gone_and_changed',
      '/deleted': 'keep deleted_in_store',
      '/deleted-edited': 'conflict changed_and_deleted',
      '/other': 'conflict other_text',
      '/new': 'create',
    })
    const expected = {
      '/both': LINES.replace('line 0', 'agent').replace('line 8', 'source'),
      '/clash': LINES.replace('line 4', 'agent'),
      '/mine': 'agent only',
      '/theirs': 'source only',
      '/gone-edited': 'agent only',
      '/other': 'agent only',
      '/new': 'source only',
    }
    expect(await contents(id)).toEqual(expected)
    const again = await seedFrom(id, folder)
    expect([again.versions, again.counts.conflict]).toEqual([0, 4])
    expect(await contents(id)).toEqual(expected)
  })
})
