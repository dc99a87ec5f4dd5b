// Run by full-disk.test.ts on a small file system of its own: fills it beside a database, and says on
// standard output how writing and readiness go before, meanwhile and afterwards, and what others meet.
import { rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { received } from '@/lib/api/transfer'
import { createBackup } from '@/lib/backup/backup'
import { restoreBackup } from '@/lib/backup/restore'
import { database, openDatabase, useDatabase } from '@/lib/db'
import { refusalOf } from '@/lib/db/faults'
import { databaseProblem } from '@/lib/db/readiness'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'

const [file = ''] = process.argv.slice(2)
useDatabase(await openDatabase(`file:${file}`))
const { id: storeId } = await createStore({ name: 'small' })
const folder = path.dirname(file)
const filler = path.join(folder, 'filler')
const backup = path.join(folder, 'backup')

const refusedAs = (error: unknown) => refusalOf(error)?.facts.kind ?? String(error)

async function state(name: string): Promise<string> {
  const content = 'x'.repeat(100_000)
  const written = await createMemory({ storeId, path: `/${name}`, content }, BY_PERSON).then(
    () => 'written',
    refusedAs,
  )
  const problem = await databaseProblem(database())
  return `${written}, ${problem?.kind ?? 'ready'}`
}

const before = await state('before')
await createBackup(file, backup)
try {
  writeFileSync(filler, Buffer.alloc(40_000_000))
} catch {
  // It is full.
}
const full = await state('full')
// There is room for a lock, and none for what the backup holds.
truncateSync(filler, statSync(filler).size - 65_536)
const restored = await restoreBackup(backup, path.join(folder, 'restored', 'test.db')).then(
  () => 'restored',
  refusedAs,
)
const upload = new Request('http://localhost', { method: 'POST', body: 'x'.repeat(100_000) })
const sent = await received(upload).then(() => 'sent', refusedAs)
rmSync(filler)
process.stdout.write([before, full, restored, sent, await state('after')].join('; '))
process.exit()
