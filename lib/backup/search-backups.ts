import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { OutsidePlace } from '@/lib/store/model/redaction-receipt'
import { searchOutsideBy } from '@/lib/store/redaction/outside-search'
import { backupsIn } from './backup-file'
import { isRestoring, RESTORING, unfinishedIn } from './unfinished'

/**
 * Makes redactions name the copies of the database that lie beside it: backups that this server
 * made, and what interrupted ones left. They are compressed and not looked into.
 */
export function searchBackups(): void {
  searchOutsideBy('backups', async (db) => copiesBeside(db))
}

function copiesBeside(db: Database): OutsidePlace[] {
  const [file] = db.files()
  if (file === undefined) return []
  const data = path.dirname(file)
  const folder = path.join(data, 'backups')
  const names = [
    ...backupsIn(folder, 'regular'),
    ...backupsIn(folder, 'before-upgrade'),
    ...unfinishedIn(folder),
  ]
  const copies = names.map((name) => path.join(folder, name))
  if (isRestoring(data)) copies.push(path.join(data, RESTORING))
  return copies.map((copy) => ({ kind: 'backup', path: copy, found: null }))
}
