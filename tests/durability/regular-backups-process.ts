// Run by backup-regular.test.ts: a server's regular backups, which are looked at every few milliseconds.
import { writeSync } from 'node:fs'
import { migrateAfterBackup, keepBackingUp } from '@/lib/backup/regular-backups'
import { settings } from '@/lib/settings'

await migrateAfterBackup(settings().databaseUrl)
void keepBackingUp(new AbortController().signal, 10)
writeSync(3, 'begun\n')
// Nothing else keeps it.
setInterval(() => {}, 60_000)
