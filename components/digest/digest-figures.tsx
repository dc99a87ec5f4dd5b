import 'server-only'
import { LastPath } from '@/components/content/last-path'
import { texts } from '@/components/i18n/server-texts'
import { agentNames } from '@/components/policy/agent-names'
import { changesetTitles } from '@/components/review/changeset/changeset-title'
import { Link } from '@/components/ui/link'
import { database } from '@/lib/db/open-database'
import type { ReviewDigest } from '@/lib/review/model/digest'
import { actorNames } from '@/lib/store/stores/name-actor'
import { plainName } from '@/lib/text/plain-text'
import { EndingRules, LostLinesList, OldestOpen, PathList } from './digest-lists'
import { DigestRow, DigestSection } from './digest-section'
import { PrecisionTable } from './precision-table'
import { RejectionsTable } from './rejections-table'
import { shownSpan } from './shown-span'
import { SpanPlot } from './wait-plot'
import { WhoDecided } from './who-decided'

/** The parts of a digest, and how reviewing went in its time. */
export async function DigestFigures({ digest, now }: { digest: ReviewDigest; now: number }) {
  const t = await texts()
  const { metrics, open, rejected, lapsed, lost } = digest
  const { wait, attention, decisions } = metrics
  const oldest = await changesetTitles(open.oldest)
  const listed = [...rejected, ...lapsed, ...lost.most].map(({ actor }) => actor.id)
  const names = await actorNames(database(), [...new Set(listed)])
  const agents = await agentNames(agentsIn(digest))
  const medianNote =
    wait.median === null ? null : t('Digest.median', { span: shownSpan(t, wait.median) })
  return (
    <>
      <DigestRow>
        <DigestSection title={t('Digest.whoDecided')}>
          <WhoDecided digest={digest} names={agents} />
        </DigestSection>
        <DigestSection title={t('Digest.timeToDecision')} note={medianNote}>
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
        </DigestSection>
        <DigestSection title={t('Digest.oldestOpen')} note={open.changesets}>
          <OldestOpen
            changesets={open.oldest}
            titles={oldest.titles}
            names={oldest.names}
            now={now}
          />
        </DigestSection>
      </DigestRow>
      <DigestRow>
        <DigestSection title={t('Digest.rejected')} note={decisions.rejected}>
          <PathList none={t('Digest.noneRejected')} rows={rejected} names={names} now={now} />
        </DigestSection>
        <DigestSection title={t('Digest.lapsed')} note={metrics.proposals.lapsed}>
          <PathList none={t('Digest.noneLapsed')} rows={lapsed} names={names} now={now} />
          <EndingRules rules={digest.ending} agents={agents} now={now} />
        </DigestSection>
        <DigestSection
          title={t('Digest.lostLines')}
          note={t('Digest.lostOf', { lost: lost.lines, removed: lost.removed })}
        >
          <LostLinesList lost={lost} names={names} />
        </DigestSection>
      </DigestRow>
      <DigestSection title={t('Digest.findings')} note={t('Digest.findingsNote')}>
        <PrecisionTable findings={metrics.findings} />
      </DigestSection>
      <DigestRow>
        <DigestSection title={t('Digest.rejectedByAgent')}>
          <RejectionsTable
            label={t('Digest.rejectedByAgent')}
            about={t('Digest.agent')}
            rows={metrics.byAgent.map(({ agent, ...counts }) => ({
              key: agent,
              name: plainName(agents[agent] ?? agent),
              ...counts,
            }))}
          />
        </DigestSection>
        <DigestSection title={t('Digest.rejectedByPath')}>
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
        </DigestSection>
        <DigestSection title={t('Digest.openByAge')} note={open.changesets}>
          <SpanPlot label={t('Digest.openByAge')} spans={metrics.open} />
        </DigestSection>
      </DigestRow>
    </>
  )
}

/** The agents that are named by figures and by rules. */
function agentsIn({ metrics, landed, ending }: ReviewDigest): string[] {
  const rules = [...landed, ...ending].flatMap(({ rule }) => rule?.match.agents ?? [])
  return [...new Set([...metrics.byAgent.map(({ agent }) => agent), ...rules])]
}
