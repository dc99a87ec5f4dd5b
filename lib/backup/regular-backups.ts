import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import path from 'node:path'
import { causeOf, log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { backupFolder, backupsIn, databaseFile } from './backup-file'
import { clearInterrupted } from './unfinished'

const POLL_INTERVAL_MS = 60_000

/** The time of the newest regular backup, in milliseconds since 1970; null: there is none. */
export function lastBackupAt(): number | null {
  const folder = backupFolder()
  const times = backupsIn(folder, 'regular').map(
    (name) => statSync(path.join(folder, name)).mtimeMs,
  )
  return times.length === 0 ? null : Math.max(...times)
}

/**
 * Makes a backup whenever the last is older than BACKUP_EVERY, through the command line in a
 * separate process: copying and checking a large file does not block the server. First has removed
 * what interrupted ones left, whether any are made or not. Returns the stop function.
 */
export function startRegularBackups(): () => void {
  const { backup, databaseUrl } = settings()
  const { every } = backup
  if (!databaseUrl.startsWith('file:')) return () => {}
  void clearInterrupted(databaseFile())
  if (every === null) return () => {}
  let isRunning = false
  const look = async () => {
    if (isRunning || Date.now() - (lastBackupAt() ?? 0) < every) return
    isRunning = true
    try {
      await backUp()
    } catch (error) {
      log.error('the regular backup failed', causeOf(error))
    }
    isRunning = false
  }
  const timer = setInterval(() => void look(), POLL_INTERVAL_MS)
  timer.unref()
  void look()
  return () => clearInterval(timer)
}

function backUp(): Promise<void> {
  const args = [path.join(process.cwd(), 'bin', 'palimpsest.mjs'), 'backup', '--regular']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`it ended with ${code ?? 'a signal'}`))
    })
  })
}
