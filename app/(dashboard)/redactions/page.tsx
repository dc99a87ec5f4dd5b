import type { Metadata } from 'next'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { listJobs } from '@/lib/jobs/read-jobs'
import { receiptOf } from '@/lib/store/redact-text'

export const dynamic = 'force-dynamic'

const LISTED = 200

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Redact.listTitle') }
}

/** Past redactions, newest first; never what was redacted. */
export default async function RedactionsPage() {
  const t = await texts()
  const format = await formats()
  const jobs = await listJobs(database(), { kind: 'redaction', limit: LISTED })
  return (
    <div className="sheet space-y-4 px-5 py-4" data-page="index">
      <h1 className="text-xl font-semibold">{t('Redact.listTitle')}</h1>
      {jobs.length === 0 ? <p>{t('Redact.noneYet')}</p> : null}
      <ul className="border-y border-line empty:hidden">
        {jobs.map((job) => {
          const receipt = receiptOf(job)
          return (
            <li
              key={job.id}
              className="flex justify-between gap-4 border-b border-line py-1 last:border-b-0"
            >
              <Link href={`/redactions/${job.id}`} className="text-accent hover:underline">
                {format.dateTime(job.createdAt, { dateStyle: 'long', timeStyle: 'medium' })}
              </Link>
              <span className="text-ink-3">
                {receipt
                  ? `${t('Redact.versions', { count: receipt.rewrittenVersions + receipt.emptiedVersions })} · `
                  : ''}
                {t('Redact.state', { state: job.state })}
              </span>
            </li>
          )
        })}
      </ul>
      <Link href="/redact" className="text-accent hover:underline">
        {t('Redact.link')}
      </Link>
    </div>
  )
}
