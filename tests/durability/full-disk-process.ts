// Run by full-disk.test.ts on a small file system of its own: fills it beside a database, and says on
// standard output how writing and readiness go before, meanwhile and afterwards.
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { database, openDatabase, useDatabase } from '@/lib/db'
import { faultAsRefusal } from '@/lib/db/faults'
import { databaseProblem } from '@/lib/db/readiness'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'

const [file = ''] = process.argv.slice(2)
useDatabase(await openDatabase(`file:${file}`))
const { id: storeId } = await createStore({ name: 'small' }, BY_PERSON)
const filler = path.join(path.dirname(file), 'filler')

async function state(name: string): Promise<string> {
  const content = 'x'.repeat(100_000)
  const written = await createMemory({ storeId, path: `/${name}`, content }, BY_PERSON).then(
    () => 'written',
    (error: unknown) => faultAsRefusal(error)?.facts.kind ?? String(error),
  )
  const problem = await databaseProblem(database())
  return `${written}, ${problem?.kind ?? 'ready'}`
}

const before = await state('before')
try {
  writeFileSync(filler, Buffer.alloc(40_000_000))
} catch {
  // It is full.
}
const full = await state('full')
rmSync(filler)
process.stdout.write([before, full, await state('after')].join('; '))
process.exit()
