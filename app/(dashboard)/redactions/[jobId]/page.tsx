import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { texts } from '@/components/i18n/server-texts'
import { redactionJob } from '@/components/redact/redaction-job'
import { RedactionProgress } from '@/components/redact/redaction-progress'
import { Link } from '@/components/ui/link'
import { wireJob } from '@/lib/api/serialise'
import { database } from '@/lib/db/open-database'
import { getJob } from '@/lib/jobs/read-jobs'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Redact.receiptTitle') }
}

/** One redaction: its progress, or its receipt. */
export default async function RedactionPage(props: PageProps<'/redactions/[jobId]'>) {
  const { jobId } = await props.params
  const job = await getJob(database(), jobId)
  if (job?.kind !== 'redaction') return notFound()
  const t = await texts()
  return (
    <div className="sheet space-y-4 px-5 py-4" data-page="index">
      <h1 className="text-xl font-semibold">{t('Redact.receiptTitle')}</h1>
      <RedactionProgress job={redactionJob.parse(wireJob(job))} />
      <nav className="flex gap-4">
        <Link href="/redactions" className="text-accent underline">
          {t('Redact.earlierRedactions')}
        </Link>
        <Link href="/redact" className="text-accent hover:underline">
          {t('Redact.another')}
        </Link>
      </nav>
    </div>
  )
}
