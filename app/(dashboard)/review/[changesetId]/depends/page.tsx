import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PERSON } from '@/components/commands/attempt'
import { VisibleLabel } from '@/components/content/visible-label'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { AskDepends } from '@/components/gates/ask-depends'
import { texts } from '@/components/i18n/server-texts'
import { FollowTests } from '@/components/memory-tests/follow-tests'
import { VerdictMark } from '@/components/memory-tests/verdict-mark'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { decidedTogether } from '@/components/review/changeset/decided-together'
import { Link } from '@/components/ui/link'
import { priceOnPage } from '@/components/why/price-on-page'
import { database } from '@/lib/db/open-database'
import { type HunkEffect, hunkEffect, type NoEffect } from '@/lib/gates/hunk-effect'
import type { GatePrice, GateResult } from '@/lib/memory-tests/model/gate'
import { testsState } from '@/lib/memory-tests/tests-state'
import { getChangeset } from '@/lib/review/changesets/list-changesets'
import { ReviewError } from '@/lib/review/model/review-problems'
import { plainName } from '@/lib/text/plain-text'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Depends.title') }
}

/**
 * Tells whether anything depends on a hunk, or on it `with` those that are the same edit: the store's
 * tests that read its memory, without it.
 */
export default async function DependsPage(props: PageProps<'/review/[changesetId]/depends'>) {
  const t = await texts()
  const { changesetId } = await props.params
  const { hunk, with: others } = await props.searchParams
  const hunkId = typeof hunk === 'string' ? hunk : ''
  const changeset = await getChangeset(database(), changesetId).catch(orNotFound)
  const { titles } = await changesetTitles([changeset])
  const { storeId } = changeset
  const shown = await testsState(database(), storeId)
  const hunkIds = others === 'same' ? await decidedTogether(changesetId, hunkId) : [hunkId]
  const asked = { storeId, changesetId, hunkIds }
  const found = await hunkEffect(database(), { ...asked, by: PERSON.actor })
  const check = typeof found === 'string' ? null : found.check
  return (
    <Page kind="index">
      <FollowTests storeId={storeId} shown={shown} />
      <PageHead
        crumbs={[
          { href: '/review', label: t('Review.title') },
          {
            href: `/review/${changesetId}#${hunkId}`,
            label: plainName(titles.get(changesetId) ?? ''),
          },
        ]}
        title={t('Depends.title')}
        guide="why"
      />
      <PageBody className="max-w-3xl space-y-5">
        <div role="status" aria-live="polite">
          <h2 className="text-[22px] leading-tight font-semibold tracking-[-0.015em]">
            {await headline(found)}
          </h2>
          <p className="mt-1.5 text-ink-2">
            {typeof found === 'string' ? t(`Depends.${found}`) : <Intro paths={found.paths} />}
          </p>
        </div>
        {check === null ? null : (
          <>
            <Standings storeId={storeId} gates={check.gates} />
            {check.price === null ? null : (
              <AskDepends {...asked} shown={check.state} label={await labelOf(check.price)} />
            )}
          </>
        )}
      </PageBody>
      <KeyBar keys={[]} />
    </Page>
  )
}

async function Intro({ paths }: Pick<HunkEffect, 'paths'>) {
  const t = await texts()
  const [path, ...others] = paths
  if (others.length > 0) return t('Depends.introSeveral', { memories: paths.length })
  return t.rich('Depends.intro', {
    path: () => (
      <span className="font-mono break-all">
        <VisibleLabel text={path ?? ''} />
      </span>
    ),
  })
}

async function Standings({ storeId, gates }: { storeId: string; gates: readonly GateResult[] }) {
  const t = await texts()
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-left text-ink-3">
          <th scope="col" className="py-1.5 pr-3 font-medium">
            {t('Depends.test')}
          </th>
          <th scope="col" className="py-1.5 font-medium">
            {t('Depends.without')}
          </th>
        </tr>
      </thead>
      <tbody>
        {gates.map((gate) => (
          <tr key={gate.testId} className="border-b border-line">
            <th scope="row" className="py-2 pr-3 text-left font-medium">
              <Link href={`/stores/${storeId}/tests?test=${gate.testId}`}>
                <VisibleLabel text={gate.name} />
              </Link>
            </th>
            <td className="py-2">
              {gate.status === 'not_asked' ? (
                <span className="text-xs text-ink-3">{t('Depends.notAsked')}</span>
              ) : (
                <VerdictMark run={{ ...gate, status: gate.status }} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

async function headline(found: HunkEffect | NoEffect): Promise<string> {
  const t = await texts()
  if (found === 'gone' || found === 'archived') return t('Depends.nothingToTakeOut')
  if (found === 'quarantined') return t('Depends.notServed')
  const gates = found.check?.gates ?? []
  const memories = found.paths.length
  const of = (...statuses: GateResult['status'][]) =>
    gates.filter(({ status }) => statuses.includes(status)).length
  const count = gates.length
  if (count === 0) return t('Depends.noTest', { memories })
  if (of('pending', 'running') > 0) return t('Depends.asking', { count })
  const lost = of('failed', 'mixed')
  if (lost > 0) return t('Depends.depend', { lost, count })
  if (of('not_asked', 'not_run') > 0) return t('Depends.open', { count, memories })
  return t('Depends.none', { count })
}

function labelOf({ usage, isFree }: GatePrice): Promise<string> {
  const tokens = usage.inputTokens + usage.outputTokens
  return priceOnPage({ tokens, isFree, usd: usage.usd })
}

function orNotFound(error: unknown): never {
  if (error instanceof ReviewError && error.problem.kind === 'changeset_not_found') notFound()
  throw error
}
