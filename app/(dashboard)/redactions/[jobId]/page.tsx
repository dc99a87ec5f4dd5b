import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { redactionJob } from '@/components/redact/redaction-job'
import { RedactionProgress } from '@/components/redact/redaction-progress'
import { wireJob } from '@/lib/api/resources/job'
import { database } from '@/lib/db/open-database'
import { getJob } from '@/lib/jobs/read-jobs'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { receiptOf } from '@/lib/store/redaction/redact-text'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Redact.receiptTitle') }
}

/** One redaction: its progress, or its receipt. */
export default async function RedactionPage(props: PageProps<'/redactions/[jobId]'>) {
  const { jobId } = await props.params
  const job = await getJob(database(), jobId)
  if (job?.kind !== 'redaction') return notFound()
  const { storeIds, elsewhere } = receiptOf(job) ?? {}
  const named = [...(storeIds ?? []), ...(elsewhere?.storeIds ?? [])]
  return (
    <Page kind="working">
      <RedactionProgress
        job={redactionJob.parse(wireJob(job))}
        storeNames={Object.fromEntries(await namesOfStores(database(), named))}
      />
    </Page>
  )
}
