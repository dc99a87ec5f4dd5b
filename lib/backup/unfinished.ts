import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { causeOf, log } from '@/lib/log'
import { aloneIn } from './alone-in-folder'

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/**
 * The ending of a backup's name while it is being written; the copy that it is made of has more.
 */
export const UNFINISHED = '.unfinished'

/**
 * The files that a backup writes before it gets its name: a copy of the database, and the archive.
 * The second form is that of earlier versions.
 */
const FORMS = [
  new RegExp(`\\.${ID}\\${UNFINISHED}(\\.db(-journal|-wal|-shm)?)?$`),
  new RegExp(`^(regular|before-upgrade)-.+\\.${ID}\\.(part|db(-journal|-wal|-shm)?)$`),
]

/** The file that a restore writes before the database gets its name. */
export const RESTORING = 'restoring.db'

const RESTORING_FILES = ['', '-journal', '-wal', '-shm'].map((end) => `${RESTORING}${end}`)

/** The files in a folder that backups wrote, or are writing, and that have no name yet. */
export function unfinishedIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((name) => FORMS.some((form) => form.test(name)))
}

/** Removes what interrupted backups left in a folder; the caller is alone in it (`aloneIn`). */
export function removeUnfinished(folder: string): void {
  for (const name of unfinishedIn(folder))
    rmSync(path.join(/* turbopackIgnore: true */ folder, name), { force: true })
}

/** Returns whether a restore is under way in a data folder, or was interrupted. */
export function isRestoring(folder: string): boolean {
  return existsSync(path.join(folder, RESTORING))
}

export const isOfRestore = (name: string): boolean => RESTORING_FILES.includes(name)

/** Removes what an interrupted restore left; the caller is alone in the folder. */
export function removeRestoring(folder: string): void {
  for (const name of RESTORING_FILES)
    rmSync(path.join(/* turbopackIgnore: true */ folder, name), { force: true })
}

/**
 * Removes the copies that interrupted backups and restores left of a database that is there, once
 * those that are under way have ended: whole copies, from which nothing is redacted. Logs what it
 * cannot.
 */
export async function clearInterrupted(database: string): Promise<void> {
  const data = path.dirname(database)
  const backups = path.join(data, 'backups')
  try {
    if (unfinishedIn(backups).length > 0)
      await aloneIn(backups, async () => removeUnfinished(backups))
    if (isRestoring(data) && existsSync(database)) {
      await aloneIn(data, async () => removeRestoring(data))
    }
  } catch (error) {
    log.warn('what an interrupted backup left could not be removed', causeOf(error))
  }
}
