import '@/tests/support/killed-at'
import { writeSync } from 'node:fs'
import { createBackup } from '@/lib/backup/backup'
import { restoreBackup } from '@/lib/backup/restore'

/** Backs a database up or restores it, as the command does: `backup` or `restore`, from, to. */
const [what = '', from = '', to = ''] = process.argv.slice(2)

if (what === 'backup') await createBackup(from, to)
else await restoreBackup(from, to)
writeSync(3, 'done\n')
process.exit(0)
