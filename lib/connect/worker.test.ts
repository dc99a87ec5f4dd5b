import { readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { allMemories } from '@/lib/store/memories/all-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { listVersions } from '@/lib/store/versions/read-versions'
import { redactText } from '@/lib/store/redaction/redact-text'
import { onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { lookForConnections, startConnections } from './background/work-connections'
import { pauseConnection, resumeConnection } from './change-connection'
import { completeDue } from './core/carry-out'
import { workOnce } from './core/folder-worker'

let root = ''
let stop = async () => {}
afterEach(async () => {
  await stop()
  rmSync(root, { recursive: true, force: true })
})

onSqlite((db) => {
  describe('a process that works on connections', () => {
    const paths = async (storeId: string) => {
      const found: string[] = []
      for await (const memory of allMemories(db(), { storeId })) found.push(memory.path)
      return found
    }

    test('takes up a new one, follows it, rests while it is paused, and catches up', async () => {
      root = folderWith({ '/a.md': 'one\n' })
      stop = startConnections(db())
      const { connectionId, storeId } = await connect(db(), root)
      lookForConnections()
      await expect.poll(() => paths(storeId)).toEqual(['/a.md'])
      putFile(root, '/deep/b.md', 'two\n')
      await expect.poll(() => paths(storeId)).toEqual(['/a.md', '/deep/b.md'])
      await pauseConnection(db(), connectionId)
      putFile(root, '/c.md', 'three\n')
      await resumeConnection(db(), { connectionId, accepts: null })
      lookForConnections()
      await expect.poll(() => paths(storeId)).toEqual(['/a.md', '/c.md', '/deep/b.md'])
    })

    test('writes what a redaction takes out of a memory to its file, too', async () => {
      root = folderWith({ '/a.md': 'the password is hunter2\n' })
      const { connectionId, storeId } = await connect(db(), root, 'two_way')
      const hands = await inHands(db(), connectionId)
      await workOnce(hands)
      const { finished } = await redactText(db(), {
        text: 'hunter2',
        replacement: '[redacted]',
        cause: { actor: LOCAL_USER_ACTOR },
      })
      await finished
      await workOnce(hands)
      expect(readFileSync(path.join(root, 'a.md'), 'utf8')).toBe('the password is [redacted]\n')
      // The former file, which lies beside it for a while, brings the text back into no version.
      await completeDue(hands, Date.now() + 60_000)
      expect(readdirSync(root)).toEqual(['a.md'])
      const { versions } = await listVersions(db(), { storeId, limit: 10, view: 'full' })
      expect(versions.map(({ content }) => content)).not.toContainEqual(
        expect.stringContaining('hunter2'),
      )
    })
  })
})
