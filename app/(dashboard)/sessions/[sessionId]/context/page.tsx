import { Activity } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { clearingOutlook } from '@/components/context/settings/clearing-outlook'
import { SessionSettingsForm } from '@/components/session/settings/session-settings-form'
import { GaugeBadge, GaugeWords } from '@/components/context/plots/gauge-words'
import { RemindersTable } from '@/components/context/reminders-table'
import { SummariseButton } from '@/components/context/summarise-button'
import { type NumberedHappening, WhatHappened } from '@/components/context/what-happened'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkKey } from '@/components/ui/link-key'
import { StepKeys } from '@/components/ui/step-keys'
import { TabLinks } from '@/components/ui/tabs'
import { contextGauge } from '@/lib/agent/context-gauge'
import { contextHistory, type ContextRequest } from '@/lib/agent/context-history'
import { systemPrompt } from '@/lib/agent/system-prompt'
import { readingTools } from '@/lib/agent/reading-tools'
import { listContextEvents } from '@/lib/agent/list-context-events'
import { clearingOf } from '@/lib/context/context-settings'
import { inputTokens, usedTokens } from '@/lib/context/context-size'
import { database } from '@/lib/db/open-database'
import { settings } from '@/lib/settings'
import { plainName } from '@/lib/text/plain-text'
import { sessionOf } from '../../session-of'
import { contextAddress, shownContext, type ShownContext } from './context-address'
import { Plots } from './plots'
import { RequestsTable } from './requests-table'
import { SentRequest } from './sent-request'
import { cacheShare, usedBySummaries, usedTogether } from './used-tokens'
import { sessionTitle } from '@/components/session/session-title'

export const dynamic = 'force-dynamic'

const OF_ROWS = ['steps'] as const

export async function generateMetadata(
  props: PageProps<'/sessions/[sessionId]/context'>,
): Promise<Metadata> {
  const t = await texts()
  const { title } = await sessionOf((await props.params).sessionId)
  return { title: `${t('Context.title')}${title === null ? '' : ` · ${plainName(title)}`}` }
}

/**
 * A session's context: how it grew, what happened to it, and one request as it was sent, beside the
 * one before it.
 */
export default async function ContextPage(props: PageProps<'/sessions/[sessionId]/context'>) {
  const t = await texts()
  const session = await sessionOf((await props.params).sessionId)
  const search = await props.searchParams
  const shown = shownContext(search)
  const { requests, happenings } = contextHistory(await listContextEvents(database(), session.id))
  const gauge = contextGauge(session)
  const reading = readingTools(session.settings.toolSet)
  const outlook = clearingOutlook(clearingOf(session.settings.context, reading), reading)
  const at =
    shown.request === null
      ? requests.length - 1
      : requests.findIndex(({ startId }) => startId === shown.request)
  if (shown.request !== null && at === -1) notFound()
  const now = requestTime()
  const reminders = happenings.filter((each) => each.kind === 'reminder')
  const listed = happenings
    .filter((each) => each.kind !== 'reminder')
    .map((each, index): NumberedHappening => ({ ...each, number: index + 1 }))
  const isArchived = session.archivedAt !== null
  const canSummarise = !isArchived && gauge.tokens > 0
  return (
    <Page kind="working">
      <PageHead
        guide="context"
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          {
            href: `/sessions/${session.id}`,
            label: sessionTitle(t, await formats(), session),
          },
        ]}
        title={t('Context.title')}
        meta={<GaugeBadge gauge={gauge} />}
        actions={<SummariseButton sessionId={session.id} isOff={!canSummarise} />}
      />
      <div className="context-body">
        {requests.length === 0 ? (
          <EmptyState Icon={Activity} title={t('Context.empty')}>
            {t('Context.emptyHint')}
          </EmptyState>
        ) : (
          <>
            <Plots
              sessionId={session.id}
              shown={shown}
              requests={requests}
              happenings={listed}
              gauge={gauge}
              chosen={at + 1}
            />
            <div className="context-panes">
              <div className="context-pane">
                <TabLinks
                  label={t('Context.lists')}
                  tabs={[
                    {
                      href: contextAddress(session.id, { ...shown, list: 'happened' }),
                      label: t('Context.happened'),
                      count: listed.length,
                      isCurrent: shown.list === 'happened',
                    },
                    {
                      href: contextAddress(session.id, { ...shown, list: 'requests' }),
                      label: t('Context.requests'),
                      count: requests.length,
                      isCurrent: shown.list === 'requests',
                    },
                  ]}
                />
                <div className="context-scroll">
                  {shown.list === 'requests' ? (
                    <RequestsTable
                      sessionId={session.id}
                      requests={requests}
                      shown={shown}
                      chosen={at + 1}
                      now={now}
                    />
                  ) : (
                    <>
                      <StepKeys selector="[data-happening]" />
                      {listed.length === 0 ? (
                        <p className="px-4 py-3 text-ink-3">
                          {t('Context.nothingHappened')}{' '}
                          {t(`Context.clears_${outlook.kind}`, outlook)}
                        </p>
                      ) : (
                        <WhatHappened
                          sessionId={session.id}
                          happenings={listed}
                          gauge={gauge}
                          now={now}
                        />
                      )}
                      <div className="space-y-2 px-4 py-3 text-xs text-ink-2">
                        <UsedTokens requests={requests} happenings={listed} />
                        {listed.some(({ kind }) => kind === 'clearing') ? (
                          <p>{t('Context.clearedAnew')}</p>
                        ) : null}
                        {reminders.length === 0 ? null : (
                          <RemindersTable reminders={reminders} now={now} />
                        )}
                      </div>
                    </>
                  )}
                </div>
              </div>
              <SentRequest
                sessionId={session.id}
                stores={session.stores}
                requests={requests}
                at={at}
                shown={shown}
              />
            </div>
          </>
        )}
        <details
          id="settings"
          open={search.settings !== undefined}
          className="border-t border-line bg-well px-4 py-2"
        >
          <summary className="w-fit cursor-pointer py-1 font-medium">
            {t('ContextSettings.title')}
          </summary>
          <div className="max-w-4xl space-y-4 pt-2 pb-4">
            <GaugeWords gauge={gauge} />
            <SessionSettingsForm
              sessionId={session.id}
              title={session.title ?? ''}
              settings={session.settings}
              system={systemPrompt(session.settings, session.stores)}
              thresholds={settings().contextThresholds}
              isArchived={isArchived}
            />
          </div>
        </details>
      </div>
      <Keys sessionId={session.id} requests={requests} at={at} shown={shown} />
      <KeyBar
        keys={[
          ...(requests.length > 1 ? (['stepRequest'] as const) : []),
          ...(shown.list === 'happened' && listed.length > 0 ? OF_ROWS : []),
        ]}
      />
    </Page>
  )
}

/** The keys of the plot: the request before and after. */
function Keys({
  sessionId,
  requests,
  at,
  shown,
}: {
  sessionId: string
  requests: readonly ContextRequest[]
  at: number
  shown: ShownContext
}) {
  const before = requests[at - 1]
  const after = requests[at + 1]
  const addressOf = (change: Partial<ShownContext>) =>
    contextAddress(sessionId, { ...shown, ...change })
  return (
    <>
      {before || after ? <span hidden data-request-steps /> : null}
      {before ? <LinkKey stroke="ArrowLeft" href={addressOf({ request: before.startId })} /> : null}
      {after ? <LinkKey stroke="ArrowRight" href={addressOf({ request: after.startId })} /> : null}
    </>
  )
}

/** Sums up the tokens of all requests, and those of summaries. */
async function UsedTokens({
  requests,
  happenings,
}: {
  requests: readonly ContextRequest[]
  happenings: readonly NumberedHappening[]
}) {
  const t = await texts()
  const sum = usedTogether(requests)
  const summaries = usedBySummaries(happenings)
  const input = inputTokens(sum)
  if (input === 0) return null
  return (
    <p className="tabular-nums">
      {t('Context.cacheWords', {
        share: cacheShare(sum),
        cached: sum.cacheReadTokens,
        input,
        output: sum.outputTokens,
      })}{' '}
      {usedTokens(summaries) > 0
        ? t('Context.summariesCost', {
            input: inputTokens(summaries),
            output: summaries.outputTokens,
          })
        : null}
    </p>
  )
}

function requestTime(): number {
  return Date.now()
}
