import { Activity } from 'lucide-react'
import type { Metadata } from 'next'
import { FoldedNumbers } from '@/components/context/numbers-table'
import { Section } from '@/components/context/section'
import { SessionsPlot } from '@/components/context/plots/sessions-plot'
import { SessionsTable } from '@/components/context/sessions-table'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { LivePage } from '@/components/live/live-page'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { contextGauge } from '@/lib/agent/context-gauge'
import {
  contextOverview,
  type ContextTotals,
  type SessionTokens,
} from '@/lib/agent/context-overview'
import { listSessions } from '@/lib/agent/list-sessions'
import { inputTokens } from '@/lib/context/context-size'
import { database } from '@/lib/db/open-database'
import { plainName } from '@/lib/text/plain-text'
import { sessionTitle } from '@/components/session/session-title'

export const dynamic = 'force-dynamic'

const PAGE = 100

/** Sessions in the plot. */
const PLOTTED = 20

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('ContextOverview.title') }
}

/** The tokens all sessions used, and the size of each context. */
export default async function ContextsPage(props: PageProps<'/sessions/context'>) {
  const t = await texts()
  const cursor = Number((await props.searchParams).after)
  const { totals, largest } = await contextOverview(database(), { largest: PLOTTED })
  const { sessions, next } = await listSessions(database(), {
    limit: PAGE,
    after: Number.isSafeInteger(cursor) ? cursor : undefined,
    includeArchived: true,
  })
  return (
    <Page kind="index">
      <LivePage of="sessions" renderedAt={requestTime()} />
      <PageHead
        guide="context"
        crumbs={[{ href: '/sessions', label: t('Nav.sessions') }]}
        title={t('ContextOverview.title')}
        meta={<span className="max-md:hidden">{t('ContextOverview.about')}</span>}
      />
      {totals.sessions === 0 ? (
        <EmptyState Icon={Activity} title={t('ContextOverview.empty')}>
          {t('ContextOverview.emptyHint')}
        </EmptyState>
      ) : (
        <PageBody className="space-y-8">
          {largest.length === 0 ? null : <Largest sessions={largest} />}
          <Totals totals={totals} />
          <Section title={t('ContextOverview.each')}>
            <SessionsTable
              sessions={sessions.map((session) => ({ session, gauge: contextGauge(session) }))}
              now={requestTime()}
            />
            {next === null ? null : (
              <Link href={`/sessions/context?after=${next}`} className={buttonVariants()}>
                {t('Sessions.older')}
              </Link>
            )}
          </Section>
        </PageBody>
      )}
    </Page>
  )
}

async function Totals({ totals }: { totals: ContextTotals }) {
  const t = await texts()
  const format = await formats()
  const facts = [
    ['sessions', totals.sessions],
    ['requests', totals.requests],
    ['input', inputTokens(totals)],
    ['cacheRead', totals.cacheReadTokens],
    ['outputSum', totals.outputTokens],
    ['compactions', totals.compactions],
    ['saved', totals.savedTokens],
    ['clearings', totals.clearings],
    ['cleared', totals.clearedTokens],
    ['failures', totals.failures],
  ] as const
  return (
    <Section title={t('ContextOverview.totals')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card bg-well px-4 py-3 sm:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-xs text-ink-3">{t(`ContextOverview.${name}`)}</dt>
            <dd className="mt-auto text-title font-semibold tabular-nums">
              {format.number(value)}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}

async function Largest({ sessions }: { sessions: readonly SessionTokens[] }) {
  const t = await texts()
  const format = await formats()
  const plotted = sessions.map((session) => ({
    id: session.sessionId,
    name: plainName(sessionTitle(t, { id: session.sessionId, title: session.title })),
    cached: session.cacheReadTokens,
    fresh: session.inputTokens + session.cacheCreationTokens,
    output: session.outputTokens,
  }))
  return (
    <Section title={t('ContextOverview.bySession')}>
      <p className="-mt-2 text-xs text-ink-3">
        {t('ContextOverview.largestOnly', { count: sessions.length })}
      </p>
      <SessionsPlot sessions={plotted} />
      <FoldedNumbers
        summary={t('Context.asTable')}
        caption={t('ContextOverview.table')}
        head={[
          t('ContextOverview.session'),
          t('ContextOverview.cached'),
          t('ContextOverview.fresh'),
          t('ContextOverview.output'),
          t('Context.total'),
        ]}
        rows={plotted.map(({ id, name, cached, fresh, output }) => ({
          key: id,
          cells: [
            name,
            ...[cached, fresh, output, cached + fresh + output].map((each) => format.number(each)),
          ],
        }))}
      />
    </Section>
  )
}

function requestTime(): number {
  return Date.now()
}
