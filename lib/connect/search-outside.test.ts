import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { receiptOf, redactText } from '@/lib/store/redaction/redact-text'
import { onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { completeDue } from './core/carry-out'
import { workOnce } from './core/folder-worker'
import { searchWatchedFolders } from './search-outside'

let home = ''
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  searchOutsideBy('folders', async () => [])
})

onSqlite((db) => {
  test('a receipt names the files, repositories and transcripts that still hold the text', async () => {
    home = folderWith({
      '/projects/p/memory/a.md': 'the word is "Mirabelle"\n',
      '/projects/p/memory/b.md': 'nothing\n',
    })
    const project = path.join(home, 'projects/p')
    mkdirSync(path.join(home, '.git'))
    putFile(project, '/one.jsonl', '{"text":"say \\"Mirabelle\\" twice: \\"Mirabelle\\""}\n')
    putFile(project, '/two.jsonl', '{"text":"nothing"}\n')
    putFile(project, '/s/subagents/agent-1.jsonl', '{"text":"a \\"Mirabelle\\""}\n')
    const memory = path.join(project, 'memory')
    const { connectionId, storeId } = await connect(db(), memory, 'read', 'claude_code')
    await workOnce(await inHands(db(), connectionId))
    searchWatchedFolders()
    const { finished } = await redactText(db(), {
      text: '"Mirabelle"',
      storeIds: [storeId],
      replacement: '[gone]',
      cause: { actor: LOCAL_USER_ACTOR },
    })
    const receipt = receiptOf(await finished)
    expect(receipt?.outside?.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { kind: 'git', path: home, found: null },
      { kind: 'file', path: path.join(memory, 'a.md'), found: 1 },
      { kind: 'transcript', path: path.join(project, 'one.jsonl'), found: 2 },
      { kind: 'transcript', path: path.join(project, 's/subagents/agent-1.jsonl'), found: 1 },
    ])
  })

  test('a receipt of a two-way folder says what its files hold: nothing once they are written', async () => {
    home = folderWith({ '/a.md': 'the word is "Mirabelle"\n' })
    const { connectionId, storeId } = await connect(db(), home, 'two_way')
    const hands = await inHands(db(), connectionId)
    await workOnce(hands)
    searchWatchedFolders()
    const { finished } = await redactText(db(), {
      text: '"Mirabelle"',
      storeIds: [storeId],
      replacement: '[gone]',
      cause: { actor: LOCAL_USER_ACTOR },
    })
    let isDone = false
    void finished.then(() => (isDone = true))
    while (!isDone) {
      await workOnce(hands)
      await completeDue(hands, Date.now() + 60_000)
      await new Promise(setImmediate)
    }
    expect(receiptOf(await finished)?.outside).toEqual([])
    expect(readdirSync(home)).toEqual(['a.md'])
  })

  test('a receipt names what still stands in a two-way folder, and which of it is still to be written', async () => {
    home = folderWith({ '/sub/a.md': 'the word is "Mirabelle"\n' })
    const { connectionId, storeId } = await connect(db(), home, 'two_way')
    const hands = await inHands(db(), connectionId)
    await workOnce(hands)
    putFile(home, '/a (conflicted copy).md', 'the word was "Mirabelle"\n')
    putFile(home, '/.palimpsest-1.old', '"Mirabelle"')
    await db().write((tx) => tx.run('UPDATE connections SET runner = NULL'))
    searchWatchedFolders()
    const { finished } = await redactText(db(), {
      text: '"Mirabelle"',
      storeIds: [storeId],
      replacement: '[gone]',
      cause: { actor: LOCAL_USER_ACTOR },
    })
    const receipt = receiptOf(await finished)
    expect(receipt?.outside?.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { kind: 'file', path: path.join(home, '.palimpsest-1.old'), found: 1 },
      { kind: 'file', path: path.join(home, 'a (conflicted copy).md'), found: 1 },
      { kind: 'due_file', path: path.join(home, 'sub/a.md'), found: 1 },
    ])
  })
})
