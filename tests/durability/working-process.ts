// Killed by work-killed.test.ts: copies or deletes a store, settles what agents wrote, or compacts the database.
import '@/tests/support/killed-at'
import { writeSync } from 'node:fs'
import { openDatabase, useDatabase } from '@/lib/db'
import { compact } from '@/lib/db/compact'
import { jobEnded } from '@/lib/jobs/jobs'
import { settle, type Settled } from '@/lib/review/settle'
import { deleteStore } from '@/lib/store/change-stores'
import { copyStore } from '@/lib/store/copies'
import { BY_PERSON } from '@/lib/store/model/actor'

const [what = '', url = '', storeId = ''] = process.argv.slice(2)
useDatabase(await openDatabase(url))

if (what === 'copy') await jobEnded((await copyStore({ storeId, name: 'the copy' }, BY_PERSON)).id)
if (what === 'delete') await deleteStore(storeId, BY_PERSON)
if (what === 'settle') await settle(JSON.parse(storeId) as Settled[], BY_PERSON)
if (what === 'compact') await compact(['Memory', 'Version'])
writeSync(3, `${what}\n`)
process.exit(0)
