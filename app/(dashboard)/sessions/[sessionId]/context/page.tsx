import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { VisibleLabel } from '@/components/content/visible-label'
import { ContextSettingsForm } from '@/components/context/context-settings-form'
import { GaugeWords } from '@/components/context/gauge-words'
import { RemindersTable } from '@/components/context/reminders-table'
import { Section } from '@/components/context/section'
import { type NumberedHappening, WhatHappened } from '@/components/context/what-happened'
import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { contextGauge } from '@/lib/agent/context-gauge'
import { contextHistory } from '@/lib/agent/context-history'
import { listContextEvents } from '@/lib/agent/list-context-events'
import { database } from '@/lib/db/open-database'
import { settings } from '@/lib/settings'
import { plainName } from '@/lib/text/plain-text'
import { sessionOf } from '../../session-of'
import { SentRequest } from './sent-request'
import { TokensSection } from './tokens-section'
import { TurnsSection } from './turns-section'

export const dynamic = 'force-dynamic'

export async function generateMetadata(
  props: PageProps<'/sessions/[sessionId]/context'>,
): Promise<Metadata> {
  const t = await texts()
  const { title } = await sessionOf((await props.params).sessionId)
  return { title: `${t('Context.title')}${title === null ? '' : ` · ${plainName(title)}`}` }
}

/**
 * A session's context: what it holds, how it grew, what happened to it, and a request as it was
 * sent.
 */
export default async function ContextPage(props: PageProps<'/sessions/[sessionId]/context'>) {
  const t = await texts()
  const session = await sessionOf((await props.params).sessionId)
  const { requests, happenings } = contextHistory(await listContextEvents(database(), session.id))
  const gauge = contextGauge(session)
  const asked = (await props.searchParams).request
  const shown =
    asked === undefined
      ? requests.length - 1
      : requests.findIndex(({ startId }) => startId === asked)
  if (asked !== undefined && shown === -1) notFound()
  const now = requestTime()
  const reminders = happenings.filter((each) => each.kind === 'reminder')
  const listed = happenings
    .filter((each) => each.kind !== 'reminder')
    .map((each, index): NumberedHappening => ({ ...each, number: index + 1 }))
  return (
    <div className="sheet space-y-10 px-5 py-4" data-page="index">
      <header className="space-y-3">
        <div>
          <Link href={`/sessions/${session.id}`} className="text-sm text-accent hover:underline">
            ←{' '}
            <VisibleLabel
              text={session.title ?? t('Sessions.untitled', { id: session.id.slice(-6) })}
            />
          </Link>
          <h1 className="text-xl font-semibold">{t('Context.title')}</h1>
          <p className="text-ink-3">{t('Context.about')}</p>
        </div>
        <GaugeWords gauge={gauge} />
      </header>
      {requests.length === 0 ? (
        <div className="border-y border-line py-12 text-center">
          <p className="font-medium">{t('Context.empty')}</p>
          <p className="mt-1 text-ink-3">{t('Context.emptyHint')}</p>
        </div>
      ) : (
        <>
          <TokensSection requests={requests} happenings={listed} gauge={gauge} now={now} />
          <TurnsSection requests={requests} happenings={listed} now={now} />
          <Section title={t('Context.happened')}>
            {listed.length === 0 ? (
              <p className="text-ink-3">{t('Context.nothingHappened')}</p>
            ) : (
              <WhatHappened sessionId={session.id} happenings={listed} now={now} />
            )}
            {listed.some(({ kind }) => kind === 'clearing') ? (
              <p className="text-sm text-ink-3">{t('Context.clearedAnew')}</p>
            ) : null}
            {reminders.length === 0 ? null : <RemindersTable reminders={reminders} now={now} />}
          </Section>
          <SentRequest sessionId={session.id} requests={requests} shown={shown} />
        </>
      )}
      <Section id="settings" title={t('ContextSettings.title')}>
        <ContextSettingsForm
          sessionId={session.id}
          settings={session.settings.context}
          installation={settings().contextThresholds}
          isArchived={session.archivedAt !== null}
        />
      </Section>
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}
