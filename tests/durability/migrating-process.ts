// Killed by migrating.test.ts: brings a database to the migrations of a folder, as a start does.
import '@/tests/support/killed-at'
import { writeSync } from 'node:fs'
import { migrateAfterBackup } from '@/lib/backup/regular-backups'

const [programFolder = '', url = ''] = process.argv.slice(2)
process.chdir(programFolder)
for (const name of await migrateAfterBackup(url)) writeSync(3, `${name}\n`)
process.exit()
