import { databaseFaultOf } from '@/lib/db/database-fault'
import { perProcess } from '@/lib/per-process'

/** The numbers that scripts/page-status.mjs gave to requests whose page failed for the database. */
const failed = () => perProcess('failed pages', () => new Set<string>())

/** Notes a failed page, if it failed because the database cannot be used. */
export function noteFailedPage(
  error: unknown,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): void {
  const number = headers['x-request-number']
  if (typeof number === 'string' && databaseFaultOf(error)) failed().add(number)
}
