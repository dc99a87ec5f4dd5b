import type { Metadata } from 'next'
import { VisibleText } from '@/components/content/visible-line'
import { checkFromAddress } from '@/components/checks/check-address'
import { wordsOf } from '@/components/checks/check-draft'
import { Page, PageBody, PageHead } from '@/components/frame/page'
import { formats, texts } from '@/components/i18n/server-texts'
import { sessionTitle } from '@/components/session/session-title'
import { WhyForm } from '@/components/why/why-form'
import { SessionError } from '@/lib/agent/problems'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import { database } from '@/lib/db/open-database'
import { isFreeWith } from '@/lib/replay/checks'
import {
  CAUSE_BUDGETS,
  DEFAULT_CAUSE_BUDGET,
  USUAL_CAUSE_ANSWERS,
} from '@/lib/replay/model/cause-answers'
import { ReplayError } from '@/lib/replay/problems'
import { repeatedByAgent } from '@/lib/replay/repeated-by-agent'
import { ReplayedTurn } from '@/lib/replay/replayed-turn'
import { usdOf } from '@/lib/replay/usd'
import { secretsMaskedIn } from '@/lib/scan/masked-secrets'
import { StoreError } from '@/lib/store/model/problems'
import { plainName } from '@/lib/text/plain-text'
import { observedOf, sessionOf } from '../../session-of'
import { likelyQuote } from './likely-quote'
import { questionOfTurn } from './question-of-turn'
import { RepeatedEarlierNote } from './repeated-earlier'

export const dynamic = 'force-dynamic'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('WhyFound.title') }
}

/** Asks what made an agent say something: what to look for, and what it costs. */
export default async function WhyPage(props: PageProps<'/sessions/[sessionId]/why'>) {
  const { sessionId } = await props.params
  const { event, ...search } = await props.searchParams
  const eventId = typeof event === 'string' ? event : ''
  const t = await texts()
  if (await observedOf(sessionId)) {
    return <CannotAsk sessionId={sessionId} title="" kind="observed_session" />
  }
  const session = await sessionOf(sessionId)
  const title = sessionTitle(t, await formats(), session)
  const turn = await turnOrProblem(sessionId, eventId)
  if (typeof turn === 'string') return <CannotAsk sessionId={sessionId} title={title} kind={turn} />
  // What is secret in it goes to no browser that did not ask for it.
  const said = await secretsMaskedIn(turn.recorded.texts.join('\n\n'))
  const memories = await turn.hideable()
  const given = checkFromAddress(search)
  const selected = typeof search.selected === 'string' ? search.selected : ''
  const check =
    wordsOf(given) === '' ? checkFromAddress({ text: likelyQuote(said, selected) }) : given
  const repeated = await repeatedByAgent(turn)
  const { outputTokens } = turn.recordedUsage
  const inputTokens = turn.requestCount * estimatedTokens(turn.firstRequest)
  const tokensPerVerdict = VERDICT_SHARE * outputTokens
  const judges = [turn.model, ...(check.type === 'judged' ? [check.model] : [])]
  const usdPerJudgedAnswer = Object.fromEntries(
    judges.map((judge) => [
      judge,
      usdOf([turn.model, judge], { inputTokens: inputTokens + tokensPerVerdict, outputTokens }),
    ]),
  )
  const freeJudges = judges.filter((judge) =>
    isFreeWith(turn.model, [{ type: 'judged', question: '', model: judge }]),
  )
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          { href: `/sessions/${sessionId}`, label: title },
        ]}
        title={t('WhyFound.title')}
      />
      <PageBody className="max-w-3xl space-y-6">
        <p className="text-ink-2">{t('WhyFound.intro')}</p>
        <section aria-labelledby="why-answer">
          <h2 id="why-answer" className="font-semibold">
            {t('WhyFound.answer')}
          </h2>
          <blockquote className="mt-1.5 max-h-60 overflow-auto rounded-card bg-track px-3.5 py-2.5 break-words whitespace-pre-wrap">
            <VisibleText text={said} />
          </blockquote>
          <p className="mt-1.5 text-sm text-ink-3">
            {t('WhyFound.memories', { count: memories.length })}
          </p>
        </section>
        <RepeatedEarlierNote
          sessionId={sessionId}
          repeated={repeated}
          check={check}
          words={t('WhyFound.repeated')}
        />
        <WhyForm
          sessionId={sessionId}
          eventId={eventId}
          said={said}
          called={[...new Set(turn.recorded.calls.map(({ name }) => name))]}
          question={await secretsMaskedIn((await questionOfTurn(session, eventId)) ?? '')}
          stores={session.stores.map(({ storeId, name }) => ({ storeId, label: plainName(name) }))}
          check={check}
          model={turn.model}
          requestsPerAnswer={turn.requestCount}
          tokensPerAnswer={inputTokens + outputTokens}
          tokensPerVerdict={tokensPerVerdict}
          usdPerAnswer={usdOf([turn.model], { inputTokens, outputTokens })}
          usdPerJudgedAnswer={usdPerJudgedAnswer}
          budgets={CAUSE_BUDGETS}
          likelyBudget={DEFAULT_CAUSE_BUDGET}
          usualAnswers={USUAL_CAUSE_ANSWERS}
          isFree={isFreeWith(turn.model, [])}
          freeJudges={freeJudges}
        />
      </PageBody>
    </Page>
  )
}

/** A model that judges an answer reads it, and says less than it. */
const VERDICT_SHARE = 2

async function turnOrProblem(sessionId: string, eventId: string) {
  try {
    return await ReplayedTurn.open(database(), { sessionId, eventId })
  } catch (error) {
    if (error instanceof ReplayError) return error.problem.kind
    if (error instanceof StoreError && error.problem.kind === 'moment_before_store') {
      return error.problem.kind
    }
    if (error instanceof SessionError) return 'no_memory_in_answer'
    throw error
  }
}

async function CannotAsk({
  sessionId,
  title,
  kind,
}: {
  sessionId: string
  title: string
  kind: ReplayError['problem']['kind']
}) {
  const t = await texts()
  return (
    <Page kind="index">
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('Nav.sessions') },
          ...(title === '' ? [] : [{ href: `/sessions/${sessionId}`, label: title }]),
        ]}
        title={t('WhyFound.cannot')}
      />
      <PageBody>
        <p role="status">{t(`WhyRefused.${kind}`)}</p>
      </PageBody>
    </Page>
  )
}
