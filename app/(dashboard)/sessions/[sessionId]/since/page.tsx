import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { checkWords } from '@/components/why/check-words'
import { ChooseSinceMoment, type SinceMoment } from '@/components/why/since-moment'
import { StartBisection } from '@/components/why/start-bisection'
import { priceOnPage } from '@/components/why/price-on-page'
import type { Session } from '@/lib/agent/session'
import { database } from '@/lib/db/open-database'
import { isFreeWith } from '@/lib/replay/checks'
import { type CauseSearch, getCause } from '@/lib/replay/get-cause'
import { ReplayError } from '@/lib/replay/problems'
import { estimateBisection } from '@/lib/replay/start-bisection'
import { StoreError } from '@/lib/store/model/problems'
import { listNamedMoments } from '@/lib/store/time/named-moments'
import { plainName } from '@/lib/text/plain-text'
import { sessionOf } from '../../session-of'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Since.title') }
}

/** Asks since when an agent says what a search was about: what is looked through, and its price. */
export default async function SincePage(props: PageProps<'/sessions/[sessionId]/since'>) {
  const { sessionId } = await props.params
  const { cause: asked, after: chosen } = await props.searchParams
  const session = await sessionOf(sessionId)
  const cause = typeof asked === 'string' ? await getCause(database(), asked) : null
  if (!cause || cause.sessionId !== sessionId) notFound()
  const t = await texts()
  const format = await formats()
  const moments = await momentsBefore(session, cause.createdAt)
  const after = moments.find(({ at }) => String(at) === chosen)?.at ?? null
  const estimate = await estimateOrProblem(cause, after)
  const isFree = isFreeWith(session.settings.model, [cause.check])
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          { href: `/sessions/${sessionId}`, label: sessionTitle(t, format, session) },
          { href: `/sessions/${sessionId}/why/${cause.id}`, label: t('WhyFound.shortTitle') },
        ]}
        title={t('Since.title')}
      />
      <PageBody className="max-w-3xl space-y-4">
        <p>{await checkWords(cause.check)}</p>
        {moments.length === 0 ? null : (
          <ChooseSinceMoment causeId={cause.id} moments={moments} after={after} />
        )}
        {typeof estimate === 'string' ? (
          <p role="status">{t(`WhyRefused.${estimate}`)}</p>
        ) : (
          <>
            <p className="text-ink-2">
              {t('Since.intro', { count: estimate.changeCount })}{' '}
              {t('Since.price', {
                answers: estimate.answers,
                price: await priceOnPage({
                  tokens: estimate.inputTokens + estimate.outputTokens,
                  isFree,
                  usd: estimate.usd,
                }),
              })}{' '}
              {t('Why.onCopies')}
            </p>
            <StartBisection causeId={cause.id} after={after} />
          </>
        )}
      </PageBody>
    </Page>
  )
}

/** The moments that people named in a session's stores before a time, the latest first. */
async function momentsBefore({ stores }: Session, time: number): Promise<SinceMoment[]> {
  const named = await Promise.all(stores.map(({ storeId }) => momentsIfThere(storeId)))
  return named
    .flat()
    .flatMap(({ name, at }) => (at !== null && at < time ? [{ name: plainName(name), at }] : []))
    .toSorted((one, other) => other.at - one.at)
}

/** None of a store that was deleted. */
async function momentsIfThere(storeId: string) {
  try {
    return await listNamedMoments(database(), storeId)
  } catch (error) {
    if (error instanceof StoreError) return []
    throw error
  }
}

async function estimateOrProblem(cause: CauseSearch, after: number | null) {
  try {
    return await estimateBisection(database(), {
      sessionId: cause.sessionId,
      eventId: cause.eventId,
      check: cause.check,
      ...(after !== null && { good: { time: after } }),
    })
  } catch (error) {
    if (error instanceof ReplayError) return error.problem.kind
    // A branch's log may begin later than the moment that another of the stores has.
    if (error instanceof StoreError && error.problem.kind === 'moment_before_store') {
      return error.problem.kind
    }
    throw error
  }
}
