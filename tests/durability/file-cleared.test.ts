import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'vitest'
import { compact } from '@/lib/db/compact'
import { countInFiles } from '@/lib/store/redact/compaction'
import { drawn } from '@/tests/support/drawn'
import { test } from '@/tests/support/fixtures'
import { ownDatabase } from '@/tests/support/own-database'

const SECRET = 'sk-live-7d1e'

/** Small texts share a page, whose cells move as they grow; large ones go on in pages of their own. */
const size = fc.oneof({ weight: 8, arbitrary: fc.nat(400) }, fc.nat(1_200), fc.nat(9_000))
const step = fc.record({ row: fc.nat(600), size, has: fc.boolean(), isGone: fc.nat(5) })
const history = fc.array(step, { minLength: 1_000, maxLength: 2_000, size: 'max' })

test('whatever was written before, and is written meanwhile, no byte of what was taken out is left in the files', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const { file } = await ownDatabase()
      const db = new Sqlite(file ?? '', { timeout: 60_000 })
      db.pragma('secure_delete = ON')
      db.exec('CREATE TABLE "Text" (id TEXT NOT NULL PRIMARY KEY, text TEXT, number INTEGER)')
      db.exec('CREATE INDEX texts ON "Text" (text)')
      const put = db.prepare(
        'INSERT INTO "Text" VALUES (?, ?, 0) ON CONFLICT DO UPDATE SET text = excluded.text',
      )
      const drop = db.prepare('DELETE FROM "Text" WHERE id = ?')
      db.transaction(() => {
        for (const { row, size: length, has, isGone } of steps) {
          const id = `${(row * 7_919) % 601} ${row}`
          if (isGone === 0) drop.run(id)
          else put.run(id, `${has ? SECRET : ''}${'x'.repeat(length)}`)
        }
      })()
      db.prepare(`UPDATE "Text" SET text = replace(text, '${SECRET}', '')`).run()
      const touch = db.prepare('UPDATE "Text" SET number = number + 1 WHERE rowid % 600 = ?')
      const state = { isOver: false }
      const compacted = compact([]).finally(() => (state.isOver = true))
      for (let at = 0; !state.isOver; at++) {
        touch.run(at % 600)
        await turn()
      }
      expect(await compacted).toEqual({ isComplete: true, reason: null })
      expect((await countInFiles([SECRET])).filter(({ found }) => found > 0)).toEqual([])
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      db.close()
    }),
    { ...drawn({ sqlite: 6, postgresql: 0 }), endOnFailure: true },
  )
}, 120_000)
