import type { Metadata } from 'next'
import { SearchCheck } from 'lucide-react'
import { Exceptions } from '@/components/findings/exceptions'
import { FindingKeys } from '@/components/findings/finding-keys'
import { FindingRow } from '@/components/findings/finding-row'
import {
  type FindingsAddress,
  findingsAddress,
  parseFindingsAddress,
} from '@/components/findings/findings-address'
import { FindingsFilter } from '@/components/findings/findings-filter'
import { LastScan } from '@/components/findings/last-scan'
import { linesOfFindings } from '@/components/findings/lines-of-findings'
import { NewFindings } from '@/components/findings/new-findings'
import { ScanButton } from '@/components/findings/scan-button'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { buttonLook } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import { countOpenFindings, listFindings } from '@/lib/review/findings/read-findings'
import { listExceptions } from '@/lib/review/findings/dispose-finding'
import { foundLines } from '@/lib/review/findings/mask-findings'
import { lastScan } from '@/lib/review/findings/scan-store'
import { actorNames } from '@/lib/store/stores/name-actor'
import { plainName } from '@/lib/text/plain-text'
import { storeOf } from '../store-of'

export const dynamic = 'force-dynamic'

const PAGE = 50

/** Exceptions that ended within this are still listed; milliseconds. */
const LATELY_MS = 30 * 86_400_000

type Props = PageProps<'/stores/[storeId]/findings'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await texts()
  const { name } = await storeOf((await props.params).storeId)
  return { title: `${t('Findings.title')} · ${plainName(name)}` }
}

/** The findings of a store with their dispositions, and the exceptions. */
export default async function FindingsPage(props: Props) {
  const t = await texts()
  const store = await storeOf((await props.params).storeId)
  const place = parseFindingsAddress(await props.searchParams)
  const db = database()
  const now = requestTime()
  const { path: pathPrefix, ...filter } = place
  const [{ findings, next }, exceptions, open, scan] = await Promise.all([
    listFindings(db, { storeId: store.id, limit: PAGE, pathPrefix, ...filter }),
    listExceptions(db, { storeId: store.id, endedSince: now - LATELY_MS }),
    countOpenFindings(db, [store.id]),
    lastScan(db, store.id),
  ])
  const openCount = open.get(store.id)?.count ?? 0
  const [lines, names] = await Promise.all([
    foundLines(
      db,
      findings.map(({ id }) => id),
    ).then((found) => linesOfFindings(findings, found)),
    actorNames(db, [
      ...findings.flatMap(({ decidedBy }) => decidedBy?.id ?? []),
      ...exceptions.map(({ by }) => by.id),
    ]),
  ])
  return (
    <Page kind="index">
      <FindingKeys />
      <PageHead
        crumbs={[
          { href: '/stores', label: t('Nav.stores') },
          { href: `/stores/${store.id}`, label: store.name },
        ]}
        title={t('Findings.title')}
        meta={
          <span>
            {openCount === 0 && scan === null
              ? t('Findings.noneOfAgents')
              : t('Findings.openCount', { count: openCount })}
          </span>
        }
        guide="review"
        actions={<ScanButton storeId={store.id} isRunning={scan?.state === 'running'} />}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <FindingsFilter storeId={store.id} place={place} />
        {place.group === 'open' ? (
          <NewFindings storeId={store.id} readAt={now} isEmpty={findings.length === 0} />
        ) : null}
        <LastScan job={scan} memoryCount={store.memoryCount} now={now} />
        {findings.length === 0 ? (
          <NoFindings storeId={store.id} place={place} isScanned={scan !== null} />
        ) : (
          <ul aria-label={t('Findings.list')}>
            {findings.map((finding) => (
              <FindingRow
                key={finding.id}
                finding={finding}
                line={lines.get(finding.id)}
                names={names}
                now={now}
              />
            ))}
          </ul>
        )}
        {next === null ? null : (
          <p className="px-5 py-3 max-md:px-4">
            <Link href={findingsAddress(store.id, place, { after: next })} className={buttonLook()}>
              {t('Findings.older')}
            </Link>
          </p>
        )}
        <Exceptions storeId={store.id} exceptions={exceptions} names={names} now={now} />
      </div>
      <KeyBar
        keys={
          findings.length === 0
            ? ['goTo']
            : ['nextFinding', 'previousFinding', 'falseAlarm', 'acceptRisk', 'takeBack']
        }
      />
    </Page>
  )
}

interface NoFindingsProps {
  storeId: string
  place: FindingsAddress
  /** whether the whole store was, not only what agents wrote */
  isScanned: boolean
}

async function NoFindings({ storeId, place, isScanned }: NoFindingsProps) {
  const t = await texts()
  const { group, category, severity, path } = place
  const isNarrowed = category !== undefined || severity !== undefined || path !== undefined
  const emptyOpen = isScanned ? 'Findings.emptyOpen' : 'Findings.emptyOfAgents'
  return (
    <EmptyState
      Icon={SearchCheck}
      title={t(group === 'open' && !isNarrowed ? emptyOpen : 'Findings.emptyOther')}
      action={
        isNarrowed ? (
          <Link href={findingsAddress(storeId, { group })} className={buttonLook()}>
            {t('Findings.showAll')}
          </Link>
        ) : null
      }
    >
      {group === 'open' && !isNarrowed ? t('Findings.emptyOpenText') : null}
    </EmptyState>
  )
}

function requestTime(): number {
  return Date.now()
}
