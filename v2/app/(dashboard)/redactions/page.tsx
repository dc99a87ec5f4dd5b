import { Eraser, Plus } from 'lucide-react'
import { getNow, getTranslations } from 'next-intl/server'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { RedactionBadge, outcomeOf } from '@/components/redact/receipt'
import { buttonLook } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { Link } from '@/components/ui/link'
import { ListPage } from '@/components/ui/list-page'
import { Ago, Moment } from '@/components/ui/time'
import { listJobs } from '@/lib/jobs/jobs'
import { receiptOf } from '@/lib/store/redact/redact'
import { storeNames } from '@/lib/store/stores'
import { plainName } from '@/lib/text/visible-text'

/** Which texts were taken out, and are they gone? */
export default async function RedactionsPage() {
  const t = await getTranslations('Redact')
  const jobs = await listJobs({ kinds: ['redact'], limit: 200 })
  const names = await storeNames(jobs.flatMap(({ storeId }) => storeId ?? []))
  const now = await getNow()
  const rows = jobs.map((job) => ({
    id: job.id,
    href: `/redactions/${job.id}`,
    title: <Moment time={job.createdAt} />,
    about: job.storeId ? plainName(names.get(job.storeId) ?? t('storeGone')) : t('everywhere'),
    cells: [
      <RedactionBadge key="badge" outcome={outcomeOf(job, receiptOf(job))} />,
      <Ago key="ago" time={job.createdAt} now={now} />,
    ],
  }))
  return (
    <Page kind="index" name={t('listTitle')}>
      <PageHead
        title={t('listTitle')}
        primary={
          <Link href="/redact" className={buttonLook({ variant: 'primary' })}>
            <Plus size={16} aria-hidden />
            <ActWords>{t('title')}</ActWords>
          </Link>
        }
      />
      <ListPage
        label={t('listTitle')}
        address="/redactions"
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
