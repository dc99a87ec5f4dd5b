import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { RestoredTable } from '@/components/context/restored-table'
import { Section } from '@/components/context/section'
import { formats, texts } from '@/components/i18n/server-texts'
import { AnswerText } from '@/components/session/answer-text'
import { Link } from '@/components/ui/link'
import { compactionAt, type CompactionAt } from '@/lib/agent/compaction-at'
import { transcriptParts } from '@/lib/agent/transcript'
import { database } from '@/lib/db/open-database'
import { plainName } from '@/lib/text/plain-text'
import { sessionOf } from '../../../../session-of'

export const dynamic = 'force-dynamic'

/** The page shows this many of the replaced events, the newest. */
const SHOWN = 2_000

type Props = PageProps<'/sessions/[sessionId]/context/compactions/[eventId]'>

export async function generateMetadata(props: Props): Promise<Metadata> {
  const t = await texts()
  const { title } = await sessionOf((await props.params).sessionId)
  return {
    title: `${t('CompactionComparison.title')}${title === null ? '' : ` · ${plainName(title)}`}`,
  }
}

/** A summary beside the conversation that it replaced. */
export default async function CompactionPage(props: Props) {
  const t = await texts()
  const format = await formats()
  const { sessionId, eventId } = await props.params
  await sessionOf(sessionId)
  const comparison = await compactionAt(database(), { sessionId, eventId, limit: SHOWN })
  if (!comparison) notFound()
  const { compacted } = comparison
  const sizes = { before: compacted.tokensBefore, after: compacted.tokensAfter }
  const time = format.dateTime(compacted.createdAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className="sheet space-y-6 px-5 py-4" data-page="index">
      <header className="space-y-3">
        <div>
          <Link
            href={`/sessions/${sessionId}/context`}
            className="text-sm text-accent hover:underline"
          >
            ← {t('CompactionComparison.back')}
          </Link>
          <h1 className="text-xl font-semibold">{t('CompactionComparison.title')}</h1>
          <p className="text-ink-3">
            {t('CompactionComparison.when', { time })}, {t(`Context.cause_${compacted.cause}`)}
          </p>
        </div>
        <div className="space-y-0.5 tabular-nums">
          <h2 className="font-medium">
            {t(compacted.isCounted ? 'Context.fromTo' : 'Context.fromToGuess', sizes)}
          </h2>
          <Said comparison={comparison} />
        </div>
      </header>
      <div className="grid gap-6 lg:grid-cols-2">
        <Column title={t('CompactionComparison.replaced')}>
          <Replaced sessionId={sessionId} comparison={comparison} />
        </Column>
        <Column title={t('CompactionComparison.summary')}>
          {compacted.isEdited ? (
            <p className="mb-3 text-sm text-ink-3">{t('Context.edited')}</p>
          ) : null}
          {compacted.summary === null ? (
            <p className="text-ink-3">{t('CompactionComparison.hidden')}</p>
          ) : (
            <AnswerText text={compacted.summary} />
          )}
        </Column>
      </div>
      {compacted.by === 'api' ? null : (
        <Section title={t('CompactionComparison.memories')}>
          {compacted.restored.length === 0 ? (
            <p className="text-ink-3">{t('Restored.none')}</p>
          ) : (
            <RestoredTable restored={compacted.restored} />
          )}
        </Section>
      )}
    </div>
  )
}

/** One side; it scrolls by itself when both are side by side. */
function Column({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="min-w-0 space-y-3">
      {/* A summary's headings follow, starting one level deeper. */}
      <h3 id={heading} className="font-medium">
        {title}
      </h3>
      <div
        role="group"
        tabIndex={0}
        aria-label={title}
        className="relative overflow-auto rounded-control border border-line bg-sheet p-4 max-lg:max-h-[32rem] lg:h-[calc(100dvh-22rem)] lg:min-h-96"
      >
        {children}
      </div>
    </section>
  )
}

/** How much of the person's words the summary keeps verbatim. */
async function Said({ comparison: { said, kept } }: { comparison: CompactionAt }) {
  const t = await texts()
  if (said === null) return null
  return (
    <div className="space-y-1 text-sm">
      <p>
        {said.total === 0
          ? t('CompactionComparison.nothingSaid')
          : t('CompactionComparison.said', { verbatim: said.verbatim, total: said.total })}{' '}
        {kept > 0 ? t('CompactionComparison.kept', { count: kept }) : null}
      </p>
      {said.missing.length === 0 ? null : (
        <details>
          <summary className="w-fit cursor-pointer">
            {t('CompactionComparison.missing', { count: said.missing.length })}
          </summary>
          <ul
            tabIndex={0}
            aria-label={t('CompactionComparison.missing', { count: said.missing.length })}
            className="mt-1 max-h-60 space-y-1 overflow-auto border-l-2 border-line pl-3"
          >
            {said.missing.map((message, index) => (
              <li key={index} className="break-words whitespace-pre-wrap">
                <VisibleText text={message} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

async function Replaced({
  sessionId,
  comparison: { events, hasMore, previousId },
}: {
  sessionId: string
  comparison: CompactionAt
}) {
  const t = await texts()
  const parts = transcriptParts(events)
  return (
    <div className="space-y-4">
      {previousId === null ? null : (
        <p className="text-sm text-ink-3">
          {t.rich('CompactionComparison.begins', {
            link: (words) => (
              <Link
                href={`/sessions/${sessionId}/context/compactions/${previousId}`}
                className="text-accent hover:underline"
              >
                {words}
              </Link>
            ),
          })}
        </p>
      )}
      {hasMore ? (
        <p className="text-sm text-ink-3">{t('CompactionComparison.newest', { count: SHOWN })}</p>
      ) : null}
      {parts.length === 0 ? (
        <p className="text-ink-3">{t('CompactionComparison.nothing')}</p>
      ) : null}
      {parts.map(({ eventId, text }) => (
        <div key={eventId} className="font-mono text-xs leading-5 break-words whitespace-pre-wrap">
          <VisibleText text={text} />
        </div>
      ))}
    </div>
  )
}
