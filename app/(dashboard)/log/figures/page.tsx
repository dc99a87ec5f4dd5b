import { ChevronLeft, ChevronRight, Download, Inbox } from 'lucide-react'
import type { Metadata } from 'next'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { DigestFigures } from '@/components/digest/digest-figures'
import {
  type DigestRequest,
  digestAddress,
  digestRequest,
} from '@/components/digest/digest-address'
import { Headline } from '@/components/digest/headline'
import { formats, texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { database } from '@/lib/db/open-database'
import { DIGEST_PERIODS, type ReviewDigest } from '@/lib/review/model/digest'
import { reviewDigest } from '@/lib/review/digest/review-digest'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  const t = await texts()
  return { title: `${t('Digest.title')} · ${t('Nav.log')}` }
}

/** The figures of a day or a week: what agents wrote, how it was decided, and how reviewing goes. */
export default async function FiguresPage(props: PageProps<'/log/figures'>) {
  const t = await texts()
  const now = requestTime()
  const asked = digestRequest(await props.searchParams, now)
  const digest = await reviewDigest(database(), { ...asked, now })
  return (
    <Page kind="index">
      <PageHead
        crumbs={[{ href: logHref(asked, digest, now), label: t('Nav.log') }]}
        title={t('Digest.title')}
        meta={<Period digest={digest} now={now} />}
        guide="review"
        views={<Periods asked={asked} digest={digest} now={now} />}
        actions={<Acts digest={digest} />}
      />
      <Headline digest={digest} />
      <DigestFigures digest={digest} now={now} />
      <KeyBar keys={[]} />
    </Page>
  )
}

/** The log of the same time. */
function logHref({ period, at }: DigestRequest, { to }: ReviewDigest, now: number): string {
  const query = new URLSearchParams({ period })
  if (to <= now) query.set('at', new Date(at).toISOString().slice(0, 10))
  return `/log?${query}`
}

/** The period in words, between the ways to those before and after it. */
async function Period({ digest, now }: { digest: ReviewDigest; now: number }) {
  const t = await texts()
  const format = await formats()
  const { period, from, to } = digest
  const before = digestAddress(period, from - 1)
  const after = to <= now ? digestAddress(period, to) : null
  const look = `${buttonVariants({ variant: 'quiet', size: 'small-icon' })} max-md:-my-2`
  return (
    <>
      <Link href={before} scroll={false} aria-label={t(`Log.before_${period}`)} className={look}>
        <ChevronLeft size={15} aria-hidden />
      </Link>
      <span className="font-medium text-ink">
        {period === 'day'
          ? format.dateTime(from, { dateStyle: 'long' })
          : format.dateTimeRange(from, to - 1, { dateStyle: 'medium' })}
      </span>
      {after === null ? (
        <span className="text-xs max-md:hidden">{t('Digest.runs')}</span>
      ) : (
        <>
          <Link href={after} scroll={false} aria-label={t(`Log.after_${period}`)} className={look}>
            <ChevronRight size={15} aria-hidden />
          </Link>
        </>
      )}
    </>
  )
}

async function Periods({
  asked,
  digest,
  now,
}: {
  asked: DigestRequest
  digest: ReviewDigest
  now: number
}) {
  const t = await texts()
  const at = digest.to <= now ? asked.at : null
  return (
    <SegmentedLinks
      label={t('Log.period')}
      segments={DIGEST_PERIODS.map((each) => ({
        href: digestAddress(each, at),
        label: t(`Digest.period_${each}`),
        isCurrent: each === digest.period,
      }))}
    />
  )
}

async function Acts({ digest: { period, from, open } }: { digest: ReviewDigest }) {
  const t = await texts()
  const query = new URLSearchParams({ period, at: new Date(from).toISOString() })
  return (
    <>
      <a href={`/v1/review_digest?${query}`} className={buttonVariants({ variant: 'quiet' })}>
        <Download size={15} aria-hidden /> <ActWords>JSON</ActWords>
      </a>
      <Link href="/review" className={buttonVariants()}>
        <Inbox size={15} aria-hidden />
        <ActWords>{t('Digest.toReview', { count: open.changesets })}</ActWords>
      </Link>
    </>
  )
}

function requestTime(): number {
  return Date.now()
}
