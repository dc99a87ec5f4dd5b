import { FlaskConical } from 'lucide-react'
import { getFormatter, getTranslations } from 'next-intl/server'
import { Scrolled } from '@/components/frame/page'
import { VisibleText } from '@/components/lines/visible-text'
import { Live } from '@/components/live/use-live'
import { HeadActs, TestActs } from '@/components/tests/acts'
import { TestForm } from '@/components/tests/form'
import { Outcome, TestList } from '@/components/tests/list'
import { TwoRuns } from '@/components/tests/two-runs'
import { Empty } from '@/components/ui/empty'
import { SCROLLED } from '@/components/ui/near'
import { soughtIn, usdWords } from '@/components/why/words'
import { numbersOf } from '@/lib/live/live'
import { listModels } from '@/lib/sessions/models'
import { PRACTICE_MODEL } from '@/lib/sessions/settings'
import { priceRun } from '@/lib/why/runs'
import { stripsOf } from '@/lib/why/strips'
import { givenOf } from '@/lib/why/tests'
import { storeAt, StorePage } from '../store-page'
import { readTest } from './read-test'

/** Does it still answer right? */
export default async function TestsPage({ params, searchParams }: PageProps<'/stores/[id]/tests'>) {
  const { id: storeId } = await params
  const search = await searchParams
  const t = await getTranslations('Tests')
  const why = await getTranslations('Why')
  const format = await getFormatter()
  const store = await storeAt(storeId)
  const at = Object.fromEntries(await numbersOf([`store:${storeId}`, `tests:${storeId}`]))
  const tests = await stripsOf(storeId)
  const isNew = search.new !== undefined
  const current = tests.find(({ test }) => test.id === search.test) ?? tests[0] ?? null
  const priceOf = async (testIds?: string[]) => {
    const { usd } = await priceRun({ storeId, testIds })
    return usd === null ? '' : usdWords(format, why, usd)
  }
  const isShown = !isNew && current !== null && search.edit === undefined
  const shown = isShown ? await readTest(storeId, current, search) : null
  const [model] = (await listModels()).models
  return (
    <StorePage
      texts={['Tests', 'Why']}
      kind="working"
      store={store}
      title={t('title')}
      tab="tests"
      acts={
        <HeadActs
          storeId={storeId}
          count={tests.length}
          isNew={isNew}
          price={tests.length === 0 ? '' : await priceOf()}
        />
      }
    >
      <Live at={at} />
      <div className="flex min-h-0 flex-1">
        {tests.length === 0 ? null : (
          <aside
            aria-label={t('title')}
            {...SCROLLED}
            className="w-96 shrink-0 overflow-y-auto border-r border-line max-lg:w-72 max-md:hidden"
          >
            <TestList
              storeId={storeId}
              tests={tests}
              current={isNew ? null : (current?.test.id ?? null)}
            />
          </aside>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <div className="md:hidden">
            {tests.length > 0 && !isNew ? (
              <TestList storeId={storeId} tests={tests} current={current?.test.id ?? null} />
            ) : null}
          </div>
          {isNew || (current !== null && !isShown) ? (
            <TestForm
              key={isNew ? 'new' : current?.test.id}
              storeId={storeId}
              model={model?.id ?? PRACTICE_MODEL}
              saved={
                isNew || current === null
                  ? null
                  : {
                      id: current.test.id,
                      updatedAt: current.test.updatedAt,
                      given: givenOf(current.test),
                    }
              }
            />
          ) : current === null || shown === null ? (
            <Empty Icon={FlaskConical} title={t('none')}>
              {t('noneAbout')}
            </Empty>
          ) : (
            <>
              <Scrolled label={t('title')}>
                <header className="grid gap-1 px-6 py-5 max-md:px-4">
                  <h2 className="text-[22px] leading-7 font-semibold wrap-anywhere">
                    {shown.since ? (
                      t(shown.since.count === 1 ? 'failsSince' : 'failsSinceOne', {
                        who: shown.sinceWho,
                        path: shown.sincePath,
                        count: shown.since.count,
                      })
                    ) : (
                      <VisibleText text={current.test.name} />
                    )}
                  </h2>
                  <p className="flex items-center gap-2 text-ink-2">
                    <Outcome cell={current.strip.at(-1) ?? null} />
                    {current.test.passesEmpty ? t('passesEmpty') : null}
                  </p>
                </header>
                <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-4 gap-y-2 px-6 pb-5 max-md:grid-cols-1 max-md:px-4">
                  <dt className="text-ink-3">{t('asked')}</dt>
                  <dd className="grid gap-1 wrap-anywhere whitespace-pre-wrap">
                    {current.test.question.messages.map((message) => (
                      <VisibleText key={message} text={message} />
                    ))}
                  </dd>
                  <dt className="text-ink-3">{t('rightIf')}</dt>
                  <dd className="grid gap-1 wrap-anywhere">
                    {current.test.question.checks.map((check) => (
                      <span key={JSON.stringify(check)}>
                        {why(`answer.${check.type}`)}{' '}
                        <span className="rounded-control bg-well px-1.5 py-0.5 font-mono text-code">
                          <VisibleText text={soughtIn(check)} />
                        </span>
                      </span>
                    ))}
                  </dd>
                  <dt className="text-ink-3">{t('model')}</dt>
                  <dd>
                    {current.test.question.model}
                    {current.test.isAutomatic ? `, ${t('afterChanges')}` : ''}
                  </dd>
                </dl>
                {shown.sides.length > 0 ? (
                  <TwoRuns
                    sides={shown.sides}
                    isDifferent={shown.compared?.isDifferent ?? null}
                    interval={shown.compared?.interval ?? null}
                    choices={shown.choices}
                  />
                ) : null}
              </Scrolled>
              <TestActs
                storeId={storeId}
                test={{ id: current.test.id, name: current.test.name }}
                runningId={current.running?.job.id ?? null}
                price={await priceOf([current.test.id])}
                since={
                  shown.since && {
                    // What is not all of it undoes nothing.
                    versionIds: (shown.since.count > shown.since.changes.length
                      ? []
                      : shown.since.changes
                    ).map(({ versionId }) => versionId),
                    halfway: shown.halfway,
                  }
                }
              />
            </>
          )}
        </div>
      </div>
    </StorePage>
  )
}
