import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page } from '@/components/frame/page'
import { actorKind, actorTitle } from '@/components/history/actor-words'
import { texts } from '@/components/i18n/server-texts'
import { reviewPlace } from '@/components/redact/redact-address'
import { redactionJob } from '@/components/redact/redaction-job'
import { RedactionProgress } from '@/components/redact/redaction-progress'
import { wireJob } from '@/lib/api/resources/job'
import { database } from '@/lib/db/open-database'
import { foldersOfStores } from '@/lib/connect/folders-of-stores'
import { getJob } from '@/lib/jobs/read-jobs'
import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'
import { actorNames } from '@/lib/store/stores/name-actor'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { receiptOf } from '@/lib/store/redaction/redact-text'
import { plainName } from '@/lib/text/plain-text'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Redact.receiptTitle') }
}

/** One redaction: its progress, or its receipt. */
export default async function RedactionPage(props: PageProps<'/redactions/[jobId]'>) {
  const { jobId } = await props.params
  const { review } = await props.searchParams
  const job = await getJob(database(), jobId)
  if (job?.kind !== 'redaction') return notFound()
  const receipt = receiptOf(job)
  const elsewhere = receipt?.elsewhere?.storeIds ?? []
  const named = [...(receipt?.storeIds ?? []), ...elsewhere]
  return (
    <Page kind="working">
      <RedactionProgress
        job={redactionJob.parse(wireJob(job))}
        review={reviewPlace(review)}
        known={{
          who: receipt && (await whoOf(receipt)),
          storeNames: Object.fromEntries(await namesOfStores(database(), named)),
          storeFolders: Object.fromEntries(await foldersOfStores(database(), elsewhere)),
        }}
      />
    </Page>
  )
}

async function whoOf({ redactedBy }: RedactionReceipt): Promise<string> {
  const t = await texts()
  const names = await actorNames(database(), [redactedBy.id])
  return `${actorKind(t, redactedBy)}${plainName(actorTitle(t, redactedBy, names))}`
}
