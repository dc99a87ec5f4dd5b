import 'server-only'
import type { ReactNode } from 'react'
import { LastPath } from '@/components/content/last-path'
import { formats, texts } from '@/components/i18n/server-texts'
import { agentNames } from '@/components/policy/agent-names'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import type { ReviewDigest } from '@/lib/review/model/digest'
import { actorNames } from '@/lib/store/stores/name-actor'
import { plainName } from '@/lib/text/plain-text'
import { EndingRules, LostLinesList, OldestOpen, PathList } from './digest-lists'
import { DigestSection } from './digest-section'
import { PrecisionTable } from './precision-table'
import { RejectionsTable } from './rejections-table'
import { shownSpan } from './shown-span'
import { SpanPlot } from './wait-plot'
import { sharesIn, WhoDecided } from './who-decided'

/**
 * The parts of a digest, and how reviewing went in its time; those with nothing in them are a
 * line, unless all are: then the headline says so.
 */
export async function DigestFigures({ digest, now }: { digest: ReviewDigest; now: number }) {
  const t = await texts()
  const format = await formats()
  const { metrics, open, rejected, lapsed, lost, ending } = digest
  const { wait, attention, decisions } = metrics
  const oldest = await changesetTitles(open.oldest)
  const listed = [...rejected, ...lapsed, ...lost.most].map(({ actor }) => actor.id)
  const names = await actorNames(database(), [...new Set(listed)])
  const agents = await agentNames(agentsIn(digest))
  const medianNote =
    wait.median === null ? null : t('Digest.median', { span: shownSpan(t, wait.median) })
  const parts: readonly Part[] = [
    {
      title: t('Digest.whoDecided'),
      isEmpty: sharesIn(digest) === 0,
      content: <WhoDecided digest={digest} names={agents} />,
    },
    {
      title: t('Digest.timeToDecision'),
      note: medianNote,
      isEmpty: wait.spans.every(({ count }) => count === 0) && attention.mean === null,
      content: (
        <>
          <SpanPlot label={t('Digest.timeToDecision')} spans={wait.spans} />
          {/* What was not measured may yet have been looked at. */}
          {attention.mean === null ? null : (
            <p className="pt-2 text-xs text-ink-3">
              {t('Digest.attention', {
                span: shownSpan(t, attention.mean),
                count: attention.changesets,
              })}
            </p>
          )}
        </>
      ),
    },
    {
      title: t('Digest.oldestOpen'),
      note: open.changesets,
      isEmpty: open.oldest.length === 0,
      content: (
        <OldestOpen
          changesets={open.oldest}
          titles={oldest.titles}
          names={oldest.names}
          now={now}
        />
      ),
    },
    {
      title: t('Digest.rejected'),
      note: decisions.rejected,
      isEmpty: rejected.length === 0,
      content: <PathList rows={rejected} names={names} now={now} />,
    },
    {
      title: t('Digest.lapsed'),
      note: metrics.proposals.lapsed,
      isEmpty: lapsed.length === 0,
      content: <PathList rows={lapsed} names={names} now={now} />,
    },
    {
      title: t('Digest.ending'),
      isEmpty: ending.length === 0,
      content: <EndingRules rules={ending} agents={agents} now={now} />,
    },
    {
      title: t('Digest.lostLines'),
      note: t('Digest.lostOf', { lost: lost.lines, removed: lost.removed }),
      isEmpty: lost.most.length === 0,
      content: <LostLinesList lost={lost} names={names} />,
    },
    {
      title: t('Digest.rejectedByAgent'),
      isEmpty: metrics.byAgent.length === 0,
      content: (
        <RejectionsTable
          label={t('Digest.rejectedByAgent')}
          about={t('Digest.agent')}
          rows={metrics.byAgent.map(({ agent, ...counts }) => ({
            key: agent,
            name: plainName(agents[agent] ?? agent),
            ...counts,
          }))}
        />
      ),
    },
    {
      title: t('Digest.rejectedByPath'),
      isEmpty: metrics.byPath.length === 0,
      content: (
        <RejectionsTable
          label={t('Digest.rejectedByPath')}
          about={t('Digest.memory')}
          rows={metrics.byPath.map(({ storeId, memoryId, path, isDeleted, ...counts }) => ({
            key: memoryId,
            name: (
              <Link
                href={`/stores/${storeId}?memory=${memoryId}`}
                className="font-mono text-xs hover:underline"
              >
                <LastPath path={path} isDeleted={isDeleted} />
              </Link>
            ),
            ...counts,
          }))}
        />
      ),
    },
    {
      title: t('Digest.openByAge'),
      note: open.changesets,
      isEmpty: metrics.open.every(({ count }) => count === 0),
      content: <SpanPlot label={t('Digest.openByAge')} spans={metrics.open} />,
    },
  ]
  const { findings } = metrics
  const empty = [
    ...parts.filter(({ isEmpty }) => isEmpty).map(({ title }) => title),
    // Its title is a question.
    ...(findings.length === 0 ? [t('Digest.findings').replace(/[?？]$/, '')] : []),
  ]
  return (
    <>
      <div className="grid gap-px lg:grid-cols-2 xl:grid-cols-3">
        {parts
          .filter(({ isEmpty }) => !isEmpty)
          .map(({ title, note, content }) => (
            <DigestSection key={title} title={title} note={note}>
              {content}
            </DigestSection>
          ))}
      </div>
      {findings.length === 0 ? null : (
        <DigestSection title={t('Digest.findings')} note={t('Digest.findingsNote')}>
          <PrecisionTable findings={findings} />
        </DigestSection>
      )}
      {empty.length === 0 || empty.length > parts.length ? null : (
        <p className="border-t border-line px-6 py-3 text-xs text-ink-3 max-md:px-4">
          {t('Digest.emptyParts', { parts: format.list(empty, { type: 'conjunction' }) })}
        </p>
      )}
    </>
  )
}

/** One of the figures. */
interface Part {
  title: string
  note?: ReactNode
  isEmpty: boolean
  content: ReactNode
}

/** The agents that are named by figures and by rules. */
function agentsIn({ metrics, landed, ending }: ReviewDigest): string[] {
  const rules = [...landed, ...ending].flatMap(({ rule }) => rule?.match.agents ?? [])
  return [...new Set([...metrics.byAgent.map(({ agent }) => agent), ...rules])]
}
