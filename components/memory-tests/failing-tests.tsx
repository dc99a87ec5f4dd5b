import 'server-only'
import { X } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { MemoryTestError } from '@/lib/memory-tests/problems'
import { listTestRuns } from '@/lib/memory-tests/read-runs'
import { getTest } from '@/lib/memory-tests/read-tests'
import type { FailingStoreRow } from '@/lib/sql/failing-tests'
import { changeSince } from './since-words'

/** The stores in which tests fail, on top of the inbox: since when, and how many. */
export async function FailingTests({ stores }: { stores: readonly FailingStoreRow[] }) {
  if (stores.length === 0) return null
  const t = await texts()
  return (
    <section aria-label={t('MemoryTests.title')}>
      <h2 className="px-4 pt-3 pb-1 text-xs font-medium text-removed">{t('MemoryTests.title')}</h2>
      <ul>
        {stores.map((store) => (
          <li key={store.storeId}>
            <Link
              href={`/stores/${store.storeId}/tests`}
              className="flex items-center gap-2 border-b border-line px-4 py-2.5 outline-offset-[-2px] hover:bg-hover"
            >
              <X size={14} strokeWidth={2.25} aria-hidden className="shrink-0 text-removed" />
              <span className="min-w-0 flex-1">
                <FailingSince store={store} />
              </span>
              <span className="max-w-40 truncate text-xs text-ink-3">
                <VisibleLabel text={store.storeName} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** How many fail since when; of one alone since which change, and whose that is. */
async function FailingSince({ store }: { store: FailingStoreRow }) {
  const t = await texts()
  const { count, since } = store
  const named = count === 1 ? await namedChange(store) : null
  if (named?.by != null) {
    return t('MemoryTests.inboxFailingSince', { change: named.change, by: named.by })
  }
  const when = (await formats()).dateTime(since, { dateStyle: 'medium', timeStyle: 'short' })
  return t('MemoryTests.inboxFailing', { count, when })
}

/** Runs that are looked through for the last that passed. */
const LOOKED_AT = 100

async function namedChange({ storeId, testId }: FailingStoreRow) {
  try {
    const test = await getTest(database(), { storeId, testId })
    return await changeSince(test, await listTestRuns(database(), { testId, limit: LOOKED_AT }))
  } catch (error) {
    // Somebody deleted it meanwhile.
    if (error instanceof MemoryTestError) return null
    throw error
  }
}
