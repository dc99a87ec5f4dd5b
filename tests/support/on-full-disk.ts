// Run by readiness.test.ts on a small file system of its own: fills it beside a database, and says on
// standard output what keeps the database from being used, before, meanwhile and afterwards.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '@/lib/db/open-database'
import { databaseProblem } from '@/lib/db/readiness'

const [file = ''] = process.argv.slice(2)
const db = openDatabase(`file:${file}`)
const kind = async () => (await databaseProblem(db))?.kind ?? 'none'

const filler = path.join(path.dirname(file), 'filler')
const before = await kind()
try {
  writeFileSync(filler, Buffer.alloc(20_000_000))
} catch {
  // It is full.
}
const full = await kind()
rmSync(filler)
process.stdout.write([before, full, await kind()].join())
await db.close()
