import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { CircleHelp, History } from 'lucide-react'
import { checkInAddress } from '@/components/checks/check-address'
import { ActWords, Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { KeyedLink } from '@/components/ui/keyed-link'
import { Link } from '@/components/ui/link'
import { FollowReplay } from '@/components/why/follow-replay'
import { StopReplay } from '@/components/why/stop-replay'
import { WaitingAnswers } from '@/components/why/waiting-answers'
import { database } from '@/lib/db/open-database'
import { causeFunnel } from '@/lib/replay/cause-funnel'
import { isFreeWith } from '@/lib/replay/checks'
import { getCause, tellingAnswers } from '@/lib/replay/get-cause'
import { newestAnswers } from '@/lib/replay/newest-answers'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { sessionOf } from '../../../session-of'
import { MoreAnswers } from '../../more-answers'
import { RepeatedEarlierNote } from '../repeated-earlier'
import { doubts } from './doubt-words'
import { FoundLines } from './found-lines'
import { HowFound } from './how-found'
import { KeepAsTest } from './keep-as-test'
import { NewestAnswers } from './newest-answers'
import { PartsOffer } from './parts-offer'
import { PartsTable } from './parts-table'
import { headline, standing, subline } from './verdict-words'
import { WithAndWithout } from './with-and-without'

export const dynamic = 'force-dynamic'

/** Answers that are shown while a search runs. */
const NEWEST = 5

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('WhyFound.title') }
}

/** What made an agent say something, as far as it is known: the result first, its proof below. */
export default async function CausePage(props: PageProps<'/sessions/[sessionId]/why/[causeId]'>) {
  const { sessionId, causeId } = await props.params
  const session = await sessionOf(sessionId)
  const cause = await getCause(database(), causeId)
  if (!cause || cause.sessionId !== sessionId) notFound()
  const funnel = await causeFunnel(database(), causeId)
  const t = await texts()
  const asked = cause.rounds.reduce((sum, { share }) => sum + share.of, 0)
  const waiting = await Promise.all(
    cause.waiting.map(async ({ sample, texts: said }) => ({
      sample,
      text: await secretsMaskedIn(said.join('\n\n').trim()),
    })),
  )
  const isFree = isFreeWith(session.settings.model, [cause.check])
  const hasEffect = cause.result?.verdict !== 'no_effect'
  const isOpen = cause.state === 'pending' || cause.state === 'running'
  const isSure = cause.result?.verdict === 'caused' || cause.result?.verdict === 'no_memory'
  const asksFor = cause.check.type === 'person' ? {} : checkInAddress(cause.check)
  const ask = new URLSearchParams({ event: cause.eventId, ...asksFor })
  return (
    <Page kind="index">
      {isOpen ? (
        <FollowReplay
          sessionId={sessionId}
          replayId={causeId}
          shown={asked + waiting.length}
          waiting={waiting.length}
        />
      ) : null}
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          { href: `/sessions/${sessionId}`, label: sessionTitle(t, await formats(), session) },
        ]}
        title={t('WhyFound.shortTitle')}
        meta={
          <Badge tone={isOpen ? 'accent' : isSure || cause.result === null ? 'plain' : 'caution'}>
            {await standing(cause)}
          </Badge>
        }
        actions={
          isOpen ? (
            <StopReplay replayId={causeId} />
          ) : (
            <>
              <MoreAnswers head={cause} answers={asked} isFree={isFree} />
              {hasEffect ? <KeepAsTest cause={cause} session={session} /> : null}
              {cause.check.type === 'person' ? null : (
                <KeyedLink href={`/sessions/${sessionId}/since?cause=${causeId}`} letter="b">
                  <History size={14} aria-hidden /> <ActWords>{t('Since.ask')}</ActWords>
                </KeyedLink>
              )}
            </>
          )
        }
      />
      <PageBody className="max-w-5xl space-y-6">
        <div role="status" aria-live="polite">
          <h2 className="text-[22px] leading-tight font-semibold tracking-[-0.015em]">
            {await headline(cause, funnel)}
          </h2>
          <p className="mt-1.5 text-ink-2">{await subline(cause)}</p>
          {(cause.result ? await doubts(cause.result) : []).map((doubt) => (
            <p key={doubt} className="mt-1.5 text-sm text-ink-3">
              {doubt}
            </p>
          ))}
        </div>
        <PartsOffer cause={cause} isFree={isFree} />
        {cause.result ? (
          <RepeatedEarlierNote
            sessionId={sessionId}
            repeated={{
              eventIds: cause.result.repeatedEarlier,
              firstRead: cause.result.firstRead ?? null,
            }}
            check={cause.check}
            words={t('WhyFound.repeatedFound')}
          />
        ) : null}
        {isOpen ? <WaitingAnswers replayId={causeId} answers={waiting} /> : null}
        <PartsTable causes={cause.result?.causes ?? []} />
        {cause.result?.causes.map((found, _, all) => (
          <FoundLines
            key={found.memoryId}
            found={found}
            isOnly={all.length === 1}
            hasEffect={hasEffect}
          />
        ))}
        {cause.result?.confirmed ? (
          <WithAndWithout
            result={cause.result}
            confirmed={cause.result.confirmed}
            answers={await tellingAnswers(database(), causeId)}
            check={cause.check}
          />
        ) : null}
        <HowFound
          cause={cause}
          funnel={funnel}
          isOpen={isOpen || cause.result?.confirmed === null}
        />
        {isOpen && cause.check.type !== 'person' ? (
          <NewestAnswers
            answers={await newestAnswers(database(), { id: causeId, limit: NEWEST })}
            check={cause.check}
          />
        ) : null}
        {isOpen ? null : (
          <Link href={`/sessions/${sessionId}/why?${ask}`} className={buttonVariants({})}>
            <CircleHelp size={14} aria-hidden /> {t('WhyFound.askAgain')}
          </Link>
        )}
      </PageBody>
    </Page>
  )
}
