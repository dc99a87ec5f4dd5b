import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { searchOutsideBy } from '@/lib/store/outside-search'
import { receiptOf, redactText } from '@/lib/store/redact-text'
import { onSqlite } from '@/tests/support/databases'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { workOnce } from './core/folder-worker'
import { inHands } from './in-hands'
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
})
