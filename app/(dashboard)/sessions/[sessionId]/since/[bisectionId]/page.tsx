import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { checkWords } from '@/components/why/check-words'
import { failureWords } from '@/components/why/failure-words'
import { FollowReplay } from '@/components/why/follow-replay'
import { SinceFound, SinceState, UndoFound } from '@/components/why/since-found'
import { StopReplay } from '@/components/why/stop-replay'
import { toldCheck } from '@/components/why/told-check'
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
  const isFree = isFreeWith(session.settings.model, [bisection.check])
  const isOpen = bisection.state === 'pending' || bisection.state === 'running'
  const answers = bisection.steps.reduce((sum, { share }) => sum + share.of, 0)
  const change = bisection.result?.change ?? null
  const told = toldCheck(bisection.check)
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
        meta={<SinceState bisection={bisection} />}
        actions={
          isOpen ? (
            <StopReplay replayId={bisectionId} />
          ) : change ? (
            <UndoFound change={change} />
          ) : (
            <MoreAnswers head={bisection} answers={answers} isFree={isFree} />
          )
        }
      />
      <PageBody className="max-w-5xl space-y-6">
        <SinceFound
          bisection={bisection}
          wordsOf={({ begins, sequence }) =>
            t(begins ? 'Since.begins' : 'Since.stops', { sequence, ...told })
          }
          about={await about(bisection)}
        />
      </PageBody>
    </Page>
  )
}

/** The sentence below: what was looked for, and among how much; or why there is no result. */
async function about({ state, error, check, changeCount }: Bisection) {
  const t = await texts()
  if (state === 'failed') return failureWords(error ?? '')
  const among = changeCount === null ? '' : t('Since.among', { count: changeCount })
  return [await checkWords(check), among].filter((words) => words !== '').join(' ')
}
