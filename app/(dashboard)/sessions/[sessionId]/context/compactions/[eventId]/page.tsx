import { Check, TriangleAlert } from 'lucide-react'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { type ReactNode, useId } from 'react'
import { VisibleText } from '@/components/content/visible-line'
import { RestoredTable } from '@/components/context/restored-table'
import { Page, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { AnswerMarkdown } from '@/components/session/conversation/answer-markdown'
import { classNames } from '@/components/ui/class-names'
import { compactionAt, type CompactionAt } from '@/lib/agent/compaction-at'
import { database } from '@/lib/db/open-database'
import { plainName } from '@/lib/text/plain-text'
import { sessionOf } from '../../../../session-of'
import { Replaced } from './replaced'
import { sessionTitle } from '@/components/session/session-title'

export const dynamic = 'force-dynamic'

/** The page shows this many of the replaced events, the newest: each is laid out as Markdown. */
const SHOWN = 500

/** As many messages that the summary lost are unfolded. */
const FEW = 5

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
  const session = await sessionOf(sessionId)
  const { title } = session
  const comparison = await compactionAt(database(), { sessionId, eventId, limit: SHOWN })
  if (!comparison) notFound()
  const { compacted } = comparison
  const sizes = { before: compacted.tokensBefore, after: compacted.tokensAfter }
  const time = format.dateTime(compacted.createdAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <Page kind="working">
      <PageHead
        guide="context"
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          {
            href: `/sessions/${sessionId}`,
            label: sessionTitle(t, format, { id: sessionId, title }),
          },
          { href: `/sessions/${sessionId}/context`, label: t('Context.title') },
        ]}
        title={t('CompactionComparison.title')}
        meta={
          <>
            <span className="font-medium text-ink">
              {t(compacted.isCounted ? 'Context.fromTo' : 'Context.fromToGuess', sizes)}
            </span>
            <span>
              <span data-changes-with-time>{t('CompactionComparison.when', { time })}</span>,{' '}
              {t(`Context.cause_${compacted.cause}`)}
            </span>
          </>
        }
      />
      <KeptWords comparison={comparison} />
      <div className="summary-panes">
        <Column title={t('CompactionComparison.replaced')} look="bg-well">
          <Replaced
            sessionId={sessionId}
            stores={session.stores}
            comparison={comparison}
            limit={SHOWN}
          />
        </Column>
        <Column title={t('CompactionComparison.summary')}>
          {compacted.isEdited ? (
            <p className="mb-3 text-xs text-ink-3">{t('Context.edited')}</p>
          ) : null}
          {compacted.summary === null ? (
            <p className="text-ink-3">{t('CompactionComparison.hidden')}</p>
          ) : (
            <AnswerMarkdown
              text={compacted.summary}
              labels={{ image: t('Memory.image'), done: t('Memory.done'), open: t('Memory.open') }}
            />
          )}
          {compacted.by === 'api' ? null : (
            <section className="mt-6 border-t border-line pt-4">
              <h4 className="mb-2 font-semibold">{t('CompactionComparison.memories')}</h4>
              {compacted.restored.length === 0 ? (
                <p className="text-ink-3">{t('Restored.none')}</p>
              ) : (
                <RestoredTable restored={compacted.restored} />
              )}
            </section>
          )}
        </Column>
      </div>
    </Page>
  )
}

/** One side; it scrolls by itself when both are side by side. */
function Column({ title, look, children }: { title: string; look?: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={classNames('context-pane', look)}>
      {/* A summary's headings follow, starting one level deeper. */}
      <h2
        id={heading}
        className="flex h-9 items-center border-b border-line px-4 text-xs font-medium text-ink-2"
      >
        {title}
      </h2>
      <div
        role="group"
        tabIndex={0}
        aria-label={title}
        className="context-scroll px-4 py-3 outline-offset-[-2px]"
      >
        {children}
      </div>
    </section>
  )
}

/** Shows how much of the person's words the summary keeps verbatim; what it lost stands out. */
async function KeptWords({ comparison: { said, kept } }: { comparison: CompactionAt }) {
  const t = await texts()
  if (said === null) return null
  const isWhole = said.missing.length === 0
  return (
    <div
      className={classNames(
        'flex gap-2.5 border-b px-4 py-2.5',
        isWhole ? 'border-line' : 'border-caution-line bg-caution-bg',
      )}
    >
      {isWhole ? (
        <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
      ) : (
        <TriangleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-caution" />
      )}
      <div className="min-w-0">
        <p>
          {said.total === 0
            ? t('CompactionComparison.nothingSaid')
            : t('CompactionComparison.said', { verbatim: said.verbatim, total: said.total })}{' '}
          {kept > 0 ? t('CompactionComparison.kept', { count: kept }) : null}
        </p>
        {isWhole ? null : (
          <details open={said.missing.length <= FEW}>
            <summary className="w-fit cursor-pointer font-medium">
              {t('CompactionComparison.missing', { count: said.missing.length })}
            </summary>
            <ul
              tabIndex={0}
              aria-label={t('CompactionComparison.missing', { count: said.missing.length })}
              className="mt-1 max-h-60 space-y-1 overflow-auto border-l-2 border-caution-line pl-3"
            >
              {said.missing.map((message, index) => (
                <li key={index} className="break-words whitespace-pre-wrap">
                  <VisibleText text={message} />
                </li>
              ))}
            </ul>
            <p className="mt-1 text-xs text-ink-2">{t('CompactionComparison.missingHint')}</p>
          </details>
        )}
      </div>
    </div>
  )
}
