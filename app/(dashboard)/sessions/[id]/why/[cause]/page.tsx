import { notFound } from 'next/navigation'
import { getFormatter, getTranslations } from 'next-intl/server'
import { jobProblem } from '@/components/act/problem-words'
import { Cache } from '@/components/frame/cache'
import { PageHead, Scrolled } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { ListKeys } from '@/components/keys/use-rows'
import { Live } from '@/components/live/use-live'
import { ProgressBar } from '@/components/ui/progress-bar'
import { FoundActs, AskFurther, StopCause } from '@/components/why/acts'
import { AskedAbout, LookedFor } from '@/components/why/aside'
import { FoundLines, NotCleared, Verdict, WhoWrote, WithAndWithout } from '@/components/why/found'
import { AnswerRow, Steps } from '@/components/why/steps'
import { RepeatedEarlier } from '@/components/why/earlier'
import { usdWords } from '@/components/why/words'
import { lineHash } from '@/lib/text/lines'
import { plainName } from '@/lib/text/visible-text'
import { type CauseResult, MAX_BUDGET } from '@/lib/why/causes'
import { readCausePage } from './read-cause'

/** Why a search was not decided that more answers may decide. */
const GOES_ON: readonly CauseResult['why'][] = ['budget', 'open']

/** Which lines made it say so, and who wrote them? */
export default async function CausePage({ params }: PageProps<'/sessions/[id]/why/[cause]'>) {
  const { id: sessionId, cause: id } = await params
  const page = await readCausePage(sessionId, id)
  if (page === null) notFound()
  const t = await getTranslations('Why')
  const format = await getFormatter()
  const { job, memories, steps, newest, paths, question, answer, usage, usd } = page
  const { ask, found, state } = job
  const isRunning = state === 'running'
  const problem = jobProblem(await getTranslations('Problems'), job)
  const [first] = memories
  const run = first?.runs[0]
  const isOpen = !found || (found.verdict === 'undecided' && GOES_ON.includes(found.why))
  const canGoOn = isOpen && ask.budget < MAX_BUDGET
  const isCaused = !isRunning && found?.verdict === 'caused'
  const cost = { known: usd === null ? 'no' : 'yes', usd: usdWords(format, t, usd) }
  return (
    <PageWithTexts texts={['Why']} kind="working" name={t('title')}>
      <Live at={{ [`job:${id}`]: job.updatedAt.getTime() }} />
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('sessions') },
          {
            href: `/sessions/${sessionId}`,
            label: page.title === null ? t('untitled') : plainName(page.title),
          },
          { href: `/sessions/${sessionId}/why?event=${ask.eventId}`, label: t('title') },
        ]}
        title={t(isRunning ? 'searching' : found ? `found.${found.verdict}` : `state.${state}`)}
        primary={isRunning ? <StopCause sessionId={sessionId} id={id} /> : null}
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <Scrolled label={t('title')}>
            <div role="status" className="sr-only">
              {t(isRunning ? 'searching' : found ? `found.${found.verdict}` : `state.${state}`)}
            </div>
            {isRunning ? (
              <header className="grid gap-2 px-6 py-5 max-md:px-4">
                <h2 className="text-[22px] leading-7 font-semibold">
                  {t('askingNow', { hid: steps.at(-1)?.hid ?? 0, of: steps.at(-1)?.of ?? 0 })}
                </h2>
                <p className="text-ink-2">
                  {t('soFar', { count: page.count, budget: ask.budget, ...cost })}
                </p>
                <ProgressBar label={t('searching')} done={page.count} total={ask.budget} />
              </header>
            ) : found ? (
              <Verdict found={found} check={ask.check} memories={memories} />
            ) : (
              <header className="px-6 py-5 max-md:px-4">
                <h2 className="text-[22px] leading-7 font-semibold">{t(`state.${state}`)}</h2>
                <p className="text-ink-2">{problem ?? t('kept')}</p>
              </header>
            )}
            {/* Where there is no room beside it. */}
            <div className="px-6 pb-4 max-md:px-4 lg:hidden">
              <LookedFor sought={ask.check} />
            </div>
            {found ? <RepeatedEarlier sessionId={sessionId} of={found.repeated} /> : null}
            {isRunning
              ? null
              : memories.map((memory) => <FoundLines key={memory.memoryId} memory={memory} />)}
            <NotCleared memories={page.notCleared} paths={paths} />
            {isCaused ? (
              <WithAndWithout
                sought={ask.check.type === 'contains' ? ask.check.text : ''}
                rows={[
                  {
                    label: t('everythingShown', { scope: 'memories' }),
                    about: t('allMemories', { count: found.memories }),
                    share: page.shares.all,
                    example: page.examples.all,
                  },
                  {
                    label: t('onlyThis'),
                    about: t('restHidden'),
                    share: found.only,
                    example: page.examples.only,
                  },
                  {
                    label: t('thisHidden'),
                    about: t('restShown'),
                    share: found.without,
                    example: page.examples.without,
                  },
                ]}
              />
            ) : null}
            {isCaused ? (
              <div className="border-t border-line lg:hidden">
                <WhoWrote memories={memories} />
              </div>
            ) : null}
            <section aria-label={t('asked')} className="border-t border-line">
              <h3 className="flex flex-wrap items-baseline gap-x-2 bg-well px-6 py-2 font-semibold max-md:px-4">
                {t('asked')}
                <span className="text-xs font-normal text-ink-3">{t('until')}</span>
                <span className="ml-auto text-xs font-normal text-ink-3 tabular-nums">
                  {t('took', { count: page.count, requests: usage.requests, ...cost })}
                </span>
              </h3>
              <Cache>
                <Steps id={id} steps={steps} paths={paths} check={ask.check} />
              </Cache>
            </section>
          </Scrolled>
          {isRunning ? (
            <ListKeys />
          ) : isCaused && first && run ? (
            <FoundActs
              storeId={first.storeId}
              memoryId={first.memoryId}
              versionId={first.versionId}
              lines={{ from: first.lines[0] ?? 1, to: first.lines.at(-1) ?? 1 }}
              brought={memories
                .filter(({ storeId }) => storeId === first.storeId)
                .flatMap(({ runs }) => runs.flatMap(({ lines }) => lines))}
              before={plainName((run.before[0] ?? '').replace(/^[\s*-]+/, ''))}
              open={`/stores/${first.storeId}?memory=${first.memoryId}${lineHash(first.lines[0] ?? 1, first.lines.at(-1) ?? 1)}`}
              check={ask.check}
              question={question}
              model={page.model}
            />
          ) : canGoOn ? (
            <AskFurther sessionId={sessionId} id={id} />
          ) : (
            <ListKeys />
          )}
        </div>
        <AskedAbout question={page.shownQuestion} answer={answer} sought={ask.check}>
          {isCaused ? (
            <WhoWrote memories={memories} />
          ) : (
            <section className="px-5 py-4">
              <h2 className="mb-2 font-semibold">{t('newest')}</h2>
              <ul className="grid gap-3">
                {newest.map((each) => (
                  <AnswerRow key={`${each.cell} ${each.number}`} answer={each} check={ask.check} />
                ))}
              </ul>
            </section>
          )}
        </AskedAbout>
      </div>
    </PageWithTexts>
  )
}
