import { FoldedNumbers } from '@/components/context/numbers-table'
import { SessionsPlot } from '@/components/context/plots/sessions-plot'
import { Section } from '@/components/context/section'
import { ContextTexts } from '@/components/i18n/part-texts'
import { formats, texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import {
  contextOverview,
  type ContextTotals as Totals,
  type SessionTokens,
} from '@/lib/agent/context-overview'
import { inputTokens } from '@/lib/context/context-size'
import { database } from '@/lib/db/open-database'
import { plainName } from '@/lib/text/plain-text'

/** Sessions in the plot. */
const PLOTTED = 20

/** The tokens that all sessions used, and which used most, above their list. */
export async function ContextTotals() {
  const t = await texts()
  const { totals, largest } = await contextOverview(database(), { largest: PLOTTED })
  if (totals.sessions === 0) return null
  return (
    <ContextTexts>
      <details className="border-b border-line px-5 py-3 max-md:px-4">
        <summary className="w-fit cursor-pointer font-medium">{t('ContextOverview.about')}</summary>
        <div className="space-y-6 pt-4">
          <Sums totals={totals} />
          {largest.length === 0 ? null : <Largest sessions={largest} />}
        </div>
      </details>
    </ContextTexts>
  )
}

async function Sums({ totals }: { totals: Totals }) {
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
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card bg-well px-4 py-3 sm:grid-cols-5">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-col">
          <dt className="text-xs text-ink-3">{t(`ContextOverview.${name}`)}</dt>
          <dd className="mt-auto text-title font-semibold tabular-nums">{format.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

async function Largest({ sessions }: { sessions: readonly SessionTokens[] }) {
  const t = await texts()
  const format = await formats()
  const plotted = sessions.map((session) => ({
    id: session.sessionId,
    name: plainName(sessionTitle(t, format, { id: session.sessionId, title: session.title })),
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
          t('Sessions.name'),
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
