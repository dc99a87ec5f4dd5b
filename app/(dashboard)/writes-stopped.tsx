import { DatabaseZap } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { database } from '@/lib/db/open-database'
import { databaseProblem } from '@/lib/db/readiness'
import { isFault } from '@/lib/wire/faults'

/** Says above a page that can be read that nothing can be saved, and why. */
export async function WritesStopped() {
  const db = database()
  // Known without a query: a page asks the database only after a write met a fault.
  if (db.health.writeFault === null) return null
  const problem = await databaseProblem(db)
  if (problem === null || !isFault(problem.kind)) return null
  const t = await texts()
  return (
    <div
      role="alert"
      className="above-the-acts fixed inset-x-0 bottom-4 z-30 mx-auto flex w-fit max-w-[min(44rem,calc(100vw-1.5rem))] items-center gap-3 rounded-card bg-danger-bg px-4 py-2 shadow-e-2"
    >
      <DatabaseZap size={16} aria-hidden className="shrink-0 text-removed" />
      <p>
        <strong className="font-semibold">{t('Fault.stopped')}</strong>{' '}
        <span className="text-ink-2">{t(`Fault.${problem.kind}`)}</span>
      </p>
    </div>
  )
}
