import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { LOCAL_USER_ACTOR, type Cause } from '../model/actor'
import { compactionFinished } from '../background/compaction'
import { createMemory, editMemory, putMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { movePath, removePath } from '../memories/change-paths'
import { oldestVersions } from '../versions/oldest-versions'
import { redactVersion } from '../redaction/redact-version'
import { compressAll } from '../background/version-compressor'

const cause: Cause = { actor: LOCAL_USER_ACTOR }

/** Long enough for a new content to be stored as a delta against the one before. */
const LINES = Array.from({ length: 300 }, (_, line) => `line ${line} of a long memory ü`)

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('edit'), at: fc.nat(299), text: fc.string() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rewrite'), text: fc.string() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compress') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('redact'), of: fc.nat() }) },
) as fc.Arbitrary<Step>

type Step =
  | { kind: 'edit'; at: number; text: string }
  | { kind: 'rewrite'; text: string }
  | { kind: 'move' | 'remove' | 'compress' }
  | { kind: 'redact'; of: number }

/** The versions written so far; null: nothing, or redacted. */
interface Written {
  path: string | null
  versions: (string | null)[]
}

async function take(db: Database, storeId: string, written: Written, next: Step): Promise<void> {
  const head = written.versions.at(-1) ?? ''
  switch (next.kind) {
    case 'compress':
      return compressAll(db)
    case 'rewrite': {
      written.path ??= '/again.md'
      const content = next.text.replaceAll('\0', '').toWellFormed() + LINES.join('\n')
      await putMemory(db, { storeId, path: written.path, content, cause })
      if (content !== head) written.versions.push(content)
      return
    }
    case 'redact':
      return redact(db, storeId, written, next.of)
  }
  if (written.path === null) return
  const { path } = written
  if (next.kind === 'edit') {
    const lines = head.split('\n')
    lines.splice(next.at % lines.length, 1, next.text.replaceAll('\0', '').toWellFormed())
    const content = lines.join('\n')
    await editMemory(db, { storeId, path, edit: () => content, cause })
    if (content !== head) written.versions.push(content)
  } else if (next.kind === 'move') {
    written.path = `${path}x`
    await movePath(db, { storeId, path, newPath: written.path, cause })
    written.versions.push(head)
  } else {
    await removePath(db, { storeId, path, cause })
    written.path = null
    written.versions.push(null)
  }
}

async function redact(db: Database, storeId: string, written: Written, of: number): Promise<void> {
  const index = of % written.versions.length
  if (written.path !== null && index === written.versions.length - 1) return
  let at = 0
  for await (const version of oldestVersions(db, storeId)) {
    if (at++ === index) await redactVersion(db, { storeId, versionId: version.id, cause })
  }
  written.versions[index] = null
}

onBothDatabases((current) => {
  test('every version of a long memory reads as it was written, however it is stored', async () => {
    const db = current()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const { id: storeId } = await createStore(db, { name: 'contents' })
        const written: Written = { path: '/long.md', versions: [LINES.join('\n')] }
        await createMemory(db, { storeId, path: '/long.md', content: LINES.join('\n'), cause })
        for (const next of steps) await take(db, storeId, written, next)
        const read = []
        for await (const { content } of oldestVersions(db, storeId)) read.push(content)
        expect(read).toEqual(written.versions)
      }),
      { numRuns: 30 },
    )
    await compactionFinished(db)
  })
})
