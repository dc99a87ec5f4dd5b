import { Download } from 'lucide-react'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { jobProblem } from '@/components/act/problem-words'
import { ActWords, PageHead } from '@/components/frame/page'
import { Live } from '@/components/live/use-live'
import { PageWithTexts } from '@/components/i18n/texts'
import { BackToWhereItBegan, Progress } from '@/components/redact/progress'
import { outcomeOf, ReceiptView, RedactionBadge } from '@/components/redact/receipt'
import { ButtonLink } from '@/components/ui/button'
import { Moment } from '@/components/ui/time'
import { getJob } from '@/lib/jobs/jobs'
import { writersOf } from '@/lib/store/actors'
import { receiptOf, redactedIn } from '@/lib/store/redact/redact'
import { storeNames } from '@/lib/store/stores'
import { found } from '../../answered'

/** Is it gone? */
export default async function RedactionPage({ params }: PageProps<'/redactions/[id]'>) {
  const { id } = await params
  const t = await getTranslations('Redact')
  const job = await found(getJob(id))
  if (job.kind !== 'redact') notFound()
  const receipt = receiptOf(job)
  const outcome = outcomeOf(job, receipt)
  const writerOf = await writersOf([job])
  const storeIds = redactedIn(job) ?? []
  const names = await storeNames(storeIds)
  return (
    <PageWithTexts texts={['Redact']} kind="index" isInner name={t('receiptTitle')}>
      {outcome === 'running' ? <Live at={{ [`job:${id}`]: job.updatedAt.getTime() }} /> : null}
      <PageHead
        crumbs={[{ href: '/redactions', label: t('listTitle') }]}
        title={<Moment time={job.createdAt} />}
        meta={<RedactionBadge outcome={outcome} />}
        primary={
          receipt ? (
            <ButtonLink href={`/receipt?id=${id}`} download variant="primary" Icon={Download}>
              <ActWords>{t('download')}</ActWords>
            </ButtonLink>
          ) : null
        }
      />
      <p role="status" className="sr-only">
        {t(outcome === 'running' ? 'redacting' : `verdict.${outcome}`)}
      </p>
      {outcome === 'running' ? (
        <Progress jobId={id} phase={job.phase} done={job.done} total={job.total} />
      ) : (
        <ReceiptView
          job={{
            id,
            why: jobProblem(await getTranslations('Problems'), job),
            at: job.finishedAt ?? job.createdAt,
          }}
          outcome={outcome}
          receipt={receipt}
          by={writerOf(job)}
          stores={storeIds.map((each) => names.get(each) ?? t('storeGone'))}
          back={<BackToWhereItBegan />}
        />
      )}
    </PageWithTexts>
  )
}
