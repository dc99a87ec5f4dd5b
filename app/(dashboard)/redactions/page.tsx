import { Eraser } from 'lucide-react'
import type { Metadata } from 'next'
import { ActWords, Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { OutcomeBadge } from '@/components/redact/outcome-badge'
import { redactionState } from '@/components/redact/redaction-outcome'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import type { Job } from '@/lib/jobs/job'
import { listJobs } from '@/lib/jobs/read-jobs'
import { receiptOf } from '@/lib/store/redaction/redact-text'
import { namesOfStores } from '@/lib/store/stores/store-names'
import { plainName } from '@/lib/text/plain-text'

export const dynamic = 'force-dynamic'

const LISTED = 200

/** What was looked at again later than this after the redaction says when; milliseconds. */
const AGAIN_AFTER_MS = 60_000

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Redact.listTitle') }
}

/** Past redactions, newest first; never what was redacted. */
export default async function RedactionsPage() {
  const t = await texts()
  const all = await listJobs(database(), { kind: 'redaction', limit: LISTED })
  // Compactions were jobs of this kind once.
  const jobs = all.filter((job) => job.state !== 'done' || receiptOf(job) !== null)
  const names = await namesOfStores(
    database(),
    jobs.flatMap((job) => receiptOf(job)?.storeIds ?? []),
  )
  return (
    <Page kind="index">
      <PageHead
        title={t('Redact.listTitle')}
        guide="redact"
        actions={
          <Link href="/redact" className={buttonVariants({ variant: 'primary' })}>
            <Eraser size={15} aria-hidden /> <ActWords>{t('Store.redact')}</ActWords>
          </Link>
        }
      />
      {jobs.length === 0 ? (
        <EmptyState Icon={Eraser} title={t('Redact.noneYet')}>
          {t('Redact.listAbout')}
        </EmptyState>
      ) : (
        <PageBody className="pt-1">
          <ul>
            {jobs.map((job) => (
              <Row key={job.id} job={job} names={names} />
            ))}
          </ul>
        </PageBody>
      )}
    </Page>
  )
}

/** Tones of a redaction that left no receipt, by the state of its job. */
const TONES = { running: 'accent', done: 'added', stopped: 'caution', failed: 'removed' } as const

/** A redaction, with the stores that it covered: `names` has theirs, by id. */
async function Row({ job, names }: { job: Job; names: ReadonlyMap<string, string> }) {
  const t = await texts()
  const format = await formats()
  const receipt = receiptOf(job)
  const state = receipt && redactionState(receipt)
  return (
    <li className="border-b border-line">
      <Link
        href={`/redactions/${job.id}`}
        className="-mx-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-2 py-2 hover:bg-hover"
      >
        <span className="font-medium tabular-nums">
          {format.dateTime(job.createdAt, { dateStyle: 'long', timeStyle: 'short' })}
        </span>
        {state ? (
          <OutcomeBadge state={state} />
        ) : (
          <Badge tone={TONES[job.state]}>{t('Redact.state', { state: job.state })}</Badge>
        )}
        {receipt === null ? null : (
          <span className="wrap-anywhere text-ink-2">
            {receipt.storeIds === null
              ? t('Redact.everywhere')
              : receipt.storeIds.map((id) => plainName(names.get(id) ?? id)).join(', ')}
          </span>
        )}
        {state?.lookedAt == null || state.lookedAt < job.createdAt + AGAIN_AFTER_MS ? null : (
          <span className="text-ink-3 tabular-nums">
            {t('Receipt.lookedAt', {
              time: format.dateTime(state.lookedAt, { dateStyle: 'medium', timeStyle: 'short' }),
            })}
          </span>
        )}
        {job.state === 'failed' ? (
          <span className="text-removed">{t('Redact.notFinished')}</span>
        ) : null}
        {receipt ? (
          <span className="ml-auto text-ink-3 tabular-nums">
            {t('Redact.versions', {
              count: receipt.rewrittenVersions + receipt.emptiedVersions,
            })}
          </span>
        ) : null}
      </Link>
    </li>
  )
}
