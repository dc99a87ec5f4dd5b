import { Eraser, Plus } from 'lucide-react'
import { getFormatter, getNow, getTranslations } from 'next-intl/server'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { Live } from '@/components/live/use-live'
import { RedactionBadge, outcomeOf } from '@/components/redact/receipt'
import { ButtonLink } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { ListPage } from '@/components/ui/list-page'
import { Ago, Moment } from '@/components/ui/time'
import { listJobs } from '@/lib/jobs/jobs'
import { receiptOf, redactedIn } from '@/lib/store/redact/redact'
import { storeNames } from '@/lib/store/stores'
import { plainName } from '@/lib/text/visible-text'

/** Which texts were taken out, and are they gone? */
export default async function RedactionsPage() {
  const t = await getTranslations('Redact')
  const jobs = await listJobs({ kinds: ['redact'], limit: 200 })
  const names = await storeNames(jobs.flatMap((job) => redactedIn(job) ?? []))
  const nameOf = (id: string) => plainName(names.get(id) ?? t('storeGone'))
  const running = jobs.filter(({ state }) => state === 'running')
  const format = await getFormatter()
  const now = await getNow()
  const rows = jobs.map((job) => ({
    id: job.id,
    href: `/redactions/${job.id}`,
    title: <Moment time={job.createdAt} />,
    about: format.list(redactedIn(job)?.map(nameOf) ?? [t('everywhere')]),
    cells: [
      <RedactionBadge key="badge" outcome={outcomeOf(job, receiptOf(job))} />,
      <Ago key="ago" time={job.createdAt} now={now} />,
    ],
  }))
  return (
    <Page kind="index" name={t('listTitle')}>
      {running.length === 0 ? null : (
        <Live
          at={Object.fromEntries(
            running.map(({ id, updatedAt }) => [`job:${id}`, Number(updatedAt)]),
          )}
        />
      )}
      <PageHead
        title={t('listTitle')}
        primary={
          <ButtonLink href="/redact" variant="primary" Icon={Plus}>
            <ActWords>{t('title')}</ActWords>
          </ButtonLink>
        }
      />
      <ListPage
        label={t('listTitle')}
        columns={[
          { label: t('outcome'), width: '9rem' },
          { label: t('when'), width: '6rem', isNumber: true },
        ]}
        title={t('redaction')}
        rows={rows}
        empty={
          <Empty Icon={Eraser} title={t('noneYet')}>
            {t('listAbout')}
          </Empty>
        }
      />
    </Page>
  )
}
