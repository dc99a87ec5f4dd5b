import type { Metadata } from 'next'
import { parseCommentsAddress } from '@/components/comments/comments-address'
import { Exceptions } from '@/components/findings/exceptions'
import { FindingKeys } from '@/components/findings/finding-keys'
import { parseFindingsAddress } from '@/components/findings/findings-address'
import { LastScan } from '@/components/findings/last-scan'
import { NewFindings } from '@/components/findings/new-findings'
import { KeyBar } from '@/components/frame/key-bar'
import { Page } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { plainName } from '@/lib/text/plain-text'
import { StoreHead } from '../store-head'
import { storeOf } from '../store-of'
import { chosenOfComments, Comments } from './comments'
import { Findings, narrowedRows } from './findings'
import { readFound } from './read-found'
import { Tidying } from './tidying'
import { readToReview, ToReview } from './to-review'

export const dynamic = 'force-dynamic'

const OF_FINDINGS = ['dismiss', 'redact', 'steps', 'filter'] as const
const OF_ROWS = ['steps', 'openRow'] as const

type Props = PageProps<'/stores/[storeId]/changes'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Store.tab_changes')} · ${plainName(name)}` }
}

/** A store's open changesets, the findings in it, and the comments on its lines. */
export default async function ChangesPage(props: Props) {
  const store = await storeOf((await props.params).storeId)
  const search = await props.searchParams
  const place = parseFindingsAddress(search)
  const ofComments = parseCommentsAddress(search)
  const now = requestTime()
  const [review, found] = await Promise.all([
    readToReview(store.id),
    readFound(store.id, place, now),
  ])
  const { exceptions, names, scan } = found
  const isEmpty = found.found.findings.length + found.tidying.findings.length === 0
  const isNothingToReview = review.waiting === null && review.listed.length === 0
  return (
    <Page kind="index">
      <FindingKeys />
      <StoreHead store={store} current="changes" guide="review" />
      <div className="flex min-w-0 flex-1 flex-col">
        {place.group === 'open' ? (
          <NewFindings storeId={store.id} readAt={now} isEmpty={isEmpty} />
        ) : null}
        <ToReview storeId={store.id} now={now} {...review} />
        <Findings
          storeId={store.id}
          place={place}
          found={found}
          now={now}
          chosenComments={await chosenOfComments(ofComments)}
        />
        <Comments storeId={store.id} place={ofComments} findingCount={narrowedRows(place, found)} />
        <Tidying storeId={store.id} place={place} found={found} now={now} />
        <Exceptions storeId={store.id} exceptions={exceptions} names={names} now={now} />
        <LastScan storeId={store.id} job={scan} memoryCount={store.memoryCount} now={now} />
      </div>
      <KeyBar keys={!isEmpty ? OF_FINDINGS : isNothingToReview ? [] : OF_ROWS} />
    </Page>
  )
}

function requestTime(): number {
  return Date.now()
}
