import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@/lib/db/migrate'
import { causeOf, log } from '@/lib/log'
import { settings, sqliteFile } from '@/lib/settings'
import { BACKUP_ENDING, createBackup, DAMAGED, databaseFile } from './backup'
import { isRestoring } from './restore'
import { backupRefused, removeInterrupted, UNFINISHED } from './unfinished'

const LOOK_EVERY_MS = 60_000

type Kind = 'regular' | 'before-upgrade'

/** The folder of the backups that the server makes by itself: beside the database. */
const backupFolder = () => path.join(path.dirname(databaseFile()), 'backups')

/** The finished backups of a kind, oldest first: so is what was made before the clock was set back to now. */
function backupsOf(kind: Kind): string[] {
  const folder = backupFolder()
  if (!existsSync(folder)) return []
  const now = nameNow(kind)
  const madeAt = (name: string) => (name > now ? '' : name)
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${kind}-`) && name.endsWith(BACKUP_ENDING))
    .sort((one, other) => (madeAt(one) < madeAt(other) ? -1 : 1))
    .map((name) => path.join(folder, name))
}

const nameNow = (kind: Kind) =>
  `${kind}-${new Date().toISOString().replace(/[:.]/g, '-')}${BACKUP_ENDING}`

/** When the newest backup that the server made by itself was made; null: there is none. */
export function lastBackupAt(): Date | null {
  const newest = backupsOf('regular').at(-1)
  return newest === undefined ? null : statSync(newest).mtime
}

/** The name of the next backup of a kind, in a folder that is there. */
function nextBackup(kind: Kind): string {
  mkdirSync(backupFolder(), { recursive: true, mode: 0o700 })
  return path.join(backupFolder(), nameNow(kind))
}

const ENDING_OF_DAMAGED = `-damaged${BACKUP_ENDING}`

/** Keeps the newest; those of damaged versions beside, so that they take the place of none that is sound. */
function removeOld(kind: Kind): void {
  const isDamaged = (file: string) => file.endsWith(ENDING_OF_DAMAGED)
  const all = backupsOf(kind)
  for (const some of [all.filter(isDamaged), all.filter((file) => !isDamaged(file))]) {
    for (const file of some.slice(0, -settings().backup.keep)) rmSync(file, { force: true })
  }
}

/**
 * Brings the database to this version, on SQLite after a backup of one that was used before. Refuses
 * `backup_refused` where an interrupted restore left none: a new one would be in the way of the next.
 */
export async function migrateAfterBackup(url: string): Promise<string[]> {
  const file = sqliteFile(url)
  const folder = path.dirname(file ?? '')
  if (file !== null && !existsSync(file) && isRestoring(folder)) {
    throw backupRefused(
      `a restore into ${folder} was interrupted, or is under way: restore the backup again, which begins anew, or delete ${path.join(folder, UNFINISHED)} to begin without it`,
    )
  }
  return migrate(url, async (changed) => {
    await createBackup(changed, nextBackup('before-upgrade'))
    removeOld('before-upgrade')
    log.info('a backup was made before the upgrade')
  })
}

/**
 * Makes a backup whenever the last is older than `BACKUP_EVERY`, by a process of its own, until the signal
 * aborts. First removes what interrupted ones left, whether any are made or not.
 */
export async function keepBackingUp(signal: AbortSignal, each = LOOK_EVERY_MS): Promise<void> {
  const { backup, databaseUrl } = settings()
  const file = sqliteFile(databaseUrl)
  if (file === null) return
  await removeInterrupted(file)
  while (backup.every !== null && !signal.aborted) {
    await backUpIfDue(backup.every, signal).catch((error: unknown) => {
      // What the end of the server cuts off, the next start makes good.
      if (!signal.aborted) log.error('the regular backup failed', causeOf(error))
    })
    await pause(each, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** Makes a regular backup if the last one is `every` milliseconds old, and keeps the newest. */
async function backUpIfDue(every: number, signal: AbortSignal): Promise<void> {
  const age = Date.now() - (lastBackupAt()?.getTime() ?? 0)
  if (age >= 0 && age < every) return
  const file = nextBackup('regular')
  const args = [path.join(process.cwd(), 'bin', 'palimpsest.mjs'), 'backup', file]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'], signal })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === DAMAGED) renameSync(file, file.replace(BACKUP_ENDING, ENDING_OF_DAMAGED))
  else if (code !== 0) throw new Error(`palimpsest backup ended with ${code ?? 'a signal'}`)
  removeOld('regular')
}
