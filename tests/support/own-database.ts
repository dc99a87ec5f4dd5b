import { onTestFinished } from 'vitest'
import { closeDatabase, database, openDatabase, useDatabase } from '@/lib/db'
import { noteWrite } from '@/lib/db/faults'
import { type FreshDatabase, freshDatabase } from './fresh-database'

/** Opens a database that the test may ruin; the next test has that of its file again. */
export async function ownDatabase(): Promise<FreshDatabase> {
  const ofFile = database()
  const fresh = await freshDatabase()
  useDatabase(await openDatabase(fresh.url))
  onTestFinished(async () => {
    await closeDatabase().catch(() => {})
    useDatabase(ofFile)
    noteWrite(null)
    await fresh.remove()
  })
  return fresh
}

/** Works on another database than the file's. */
export async function onDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const ofFile = database()
  useDatabase(await openDatabase(url))
  try {
    return await work()
  } finally {
    await closeDatabase()
    useDatabase(ofFile)
  }
}
