import '@/tests/support/killed-at'
import { readFileSync, writeSync } from 'node:fs'
import { openDatabase, useDatabase } from '@/lib/db'
import { planFrom } from '@/tests/support/seeding'

/** Seeds a store from a file with its history, and says what its job came to: `url`, the store's id, file. */
const [url = '', storeId = '', file = ''] = process.argv.slice(2)

useDatabase(await openDatabase(url))
const named = { type: 'upload' as const, name: 'source.jsonl', bytes: readFileSync(file) }
const { done } = await planFrom(storeId, named)
await done()
writeSync(3, 'done\n')
process.exit(0)
