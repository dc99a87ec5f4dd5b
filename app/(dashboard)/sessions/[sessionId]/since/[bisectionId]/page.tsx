import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Undo2 } from 'lucide-react'
import { DiffTexts } from '@/components/i18n/part-texts'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { Badge } from '@/components/ui/badge'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Steps } from '@/components/why/bisection-steps'
import { checkWords } from '@/components/why/check-words'
import { failureWords } from '@/components/why/failure-words'
import { FoundChange } from '@/components/why/found-change'
import { sinceHeadline, sinceTone } from '@/components/why/since-words'
import { FollowReplay } from '@/components/why/follow-replay'
import { StopReplay } from '@/components/why/stop-replay'
import { toldCheck } from '@/components/why/told-check'
import { hasModelServer } from '@/lib/agent/model-client'
import { database } from '@/lib/db/open-database'
import { isFreeWith } from '@/lib/replay/checks'
import { type Bisection, getBisection } from '@/lib/replay/get-bisection'
import { sessionOf } from '../../../session-of'
import { MoreAnswers } from '../../more-answers'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Since.title') }
}

/** Since when an agent says what it said, as far as it is known: the change first, its proof below. */
export default async function BisectionPage(
  props: PageProps<'/sessions/[sessionId]/since/[bisectionId]'>,
) {
  const { sessionId, bisectionId } = await props.params
  const session = await sessionOf(sessionId)
  const bisection = await getBisection(database(), bisectionId)
  if (!bisection || bisection.sessionId !== sessionId) notFound()
  const t = await texts()
  const isFree = isFreeWith(session.settings.model, [bisection.check]) || !hasModelServer()
  const isOpen = bisection.state === 'pending' || bisection.state === 'running'
  const answers = bisection.steps.reduce((sum, { share }) => sum + share.of, 0)
  const change = bisection.result?.change ?? null
  return (
    <Page kind="index">
      {isOpen ? (
        <FollowReplay sessionId={sessionId} replayId={bisectionId} shown={answers} />
      ) : null}
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          { href: `/sessions/${sessionId}`, label: sessionTitle(t, await formats(), session) },
        ]}
        title={t('Since.title')}
        meta={
          <Badge tone={sinceTone(bisection, isOpen)}>
            {t(`WhyFound.state_${bisection.state}`)}
          </Badge>
        }
        actions={
          isOpen ? (
            <StopReplay replayId={bisectionId} />
          ) : change ? (
            <KeyedLink
              href={`/stores/${change.storeId}/undo?version=${change.versionId}`}
              letter="z"
              variant="primary"
            >
              <Undo2 size={14} aria-hidden /> {t('Since.undo')}
            </KeyedLink>
          ) : (
            <MoreAnswers head={bisection} answers={answers} isFree={isFree} />
          )
        }
      />
      <PageBody className="max-w-5xl space-y-6">
        <div role="status" aria-live="polite">
          <h2 className="text-[22px] leading-tight font-semibold tracking-[-0.015em]">
            {await sinceHeadline(bisection, ({ begins, sequence }) =>
              t(begins ? 'Since.begins' : 'Since.stops', { sequence, ...toldCheck(bisection.check) }),
            )}
          </h2>
          <p className="mt-1.5 text-ink-2">{await subline(bisection)}</p>
        </div>
        {bisection.result?.isConsistent === false ? (
          <p className="rounded-card bg-caution-bg px-3 py-2 text-sm shadow-[inset_0_0_0_1px_var(--caution-line)]">
            {t('Since.contradicts')}
          </p>
        ) : null}
        {change ? (
          <DiffTexts>
            <FoundChange change={change} />
          </DiffTexts>
        ) : null}
        <Steps bisection={bisection} />
      </PageBody>
    </Page>
  )
}

/** The sentence below: what was looked for, and among how much; or why there is no result. */
async function subline({ state, error, check, changeCount }: Bisection) {
  const t = await texts()
  if (state === 'failed') return failureWords(error ?? '')
  const among = changeCount === null ? '' : t('Since.among', { count: changeCount })
  return [await checkWords(check), among].filter((words) => words !== '').join(' ')
}
