// Run by crash.test.ts in a separate process, to be killed: sixteen writers that change memories as
// fast as they can, and note each acknowledgement on a line before they continue: in a file, which
// unlike a pipe is never too full to take one. The first is also announced on standard output.
import { writeSync } from 'node:fs'
import { openDatabase } from '@/lib/db/open-database'
import type { Cause } from '@/lib/store/model/actor'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { removePath } from '@/lib/store/memories/change-paths'
import { startCompressing } from '@/lib/store/background/version-compressor'

const [url = '', storeId = '', round = ''] = process.argv.slice(2)
const cause: Cause = { actor: { type: 'api_key', id: 'apikey_111111111111111111111111' } }
const db = openDatabase(url)
// A server's background work is killed too.
startCompressing(db)

/** The file descriptor that the test opened for the acknowledgements. */
const ACKNOWLEDGED = 3

let isFirst = true
function acknowledge(versionId: string): void {
  writeSync(ACKNOWLEDGED, `${versionId}\n`)
  if (isFirst) writeSync(1, 'writing\n')
  isFirst = false
}

async function write(writer: number): Promise<never> {
  for (let turn = 0; ; turn++) {
    const path = `/${round}/${writer}/${turn}.md`
    const made = await createMemory(db, { storeId, path, content: `${path}\n`.repeat(20), cause })
    acknowledge(made.versionId)
    const changed = await updateMemory(db, {
      storeId,
      memoryId: made.id,
      content: `${path}\nchanged\n`.repeat(30),
      cause,
    })
    acknowledge(changed.versionId)
    if (turn % 3 !== 2) continue
    // Several memories at once: all of their versions are written, or none.
    for (const versionId of await removePath(db, { storeId, path: `/${round}/${writer}`, cause })) {
      acknowledge(versionId)
    }
  }
}

await Promise.all(Array.from({ length: 16 }, (_, writer) => write(writer)))
