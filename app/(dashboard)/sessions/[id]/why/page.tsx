import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { problemWords } from '@/components/act/problem-words'
import { PageHead } from '@/components/frame/page'
import { PageWithTexts } from '@/components/i18n/texts'
import { Live } from '@/components/live/use-live'
import { PathInLine, VisibleText } from '@/components/lines/visible-text'
import { AskedAbout } from '@/components/why/aside'
import { WhyForm } from '@/components/why/form'
import { EarlierCauses, RepeatedEarlier } from '@/components/why/earlier'
import { Notice } from '@/components/ui/notice'
import { isRefusal } from '@/lib/refusal'
import { getSession } from '@/lib/sessions/sessions'
import { shownTexts } from '@/lib/sessions/shown-text'
import { plainName } from '@/lib/text/visible-text'
import { causesOf } from '@/lib/why/causes'
import { suspectsOf } from '@/lib/why/items'
import { MIN_BUDGET, priceOfTurn } from '@/lib/why/price'
import { openTurn, repeatedEarlier, type Turn } from '@/lib/why/turn'
import { found } from '../../../answered'

const MOST_SUSPECTS = 12

/** What shall be found out, and for what? */
export default async function WhyPage({ params, searchParams }: PageProps<'/sessions/[id]/why'>) {
  const { id } = await params
  const { event } = await searchParams
  if (typeof event !== 'string') notFound()
  const t = await getTranslations('Why')
  const opened = await openTurn(id, event).catch((error: unknown) => {
    if (isRefusal(error)) return error
    throw error
  })
  const isObserved = isRefusal(opened) && opened.code === 'observed_session'
  const session = isObserved ? null : await found(getSession(id))
  const title = session?.title == null ? t('untitled') : plainName(session.title)
  const earlier = (await causesOf(id)).filter(({ input }) => input.eventId === event)
  return (
    <PageWithTexts texts={['Why']} kind="working" name={t('title')}>
      <PageHead
        crumbs={[
          { href: '/sessions', label: t('sessions') },
          { href: `/sessions/${id}`, label: title },
        ]}
        title={t('title')}
      />
      {isRefusal(opened) ? (
        <div className="p-6">
          {session ? <Live at={{ [`session:${id}`]: session.updatedAt.getTime() }} /> : null}
          <Notice tone="caution">{problemWords(await getTranslations('Problems'), opened)}</Notice>
        </div>
      ) : (
        <Asking
          turn={opened}
          eventId={event}
          earlier={<EarlierCauses sessionId={id} jobs={earlier} />}
        />
      )}
    </PageWithTexts>
  )
}

interface AskingProps {
  turn: Turn
  eventId: string
  earlier: React.ReactNode
}

async function Asking({ turn, eventId, earlier }: AskingProps) {
  const t = await getTranslations('Why')
  const [question = '', ...answer] = await shownTexts([turn.question.text, ...turn.recorded.texts])
  const said = answer.join('\n').toLowerCase()
  const asked = { eventId, shown: answer, most: MOST_SUSPECTS }
  const { suspects, proposed } = await suspectsOf(turn, asked)
  const [first] = suspects
  const check = { type: 'contains' as const, text: proposed || ' ' }
  const price = priceOfTurn(turn, { check, budget: 200, withLines: true })
  const repeated = first ? await repeatedEarlier(turn, [first.memory.memoryId]) : null
  const { session, settings } = turn
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex min-w-0 flex-1 flex-col">
        <WhyForm
          sessionId={session.id}
          eventId={eventId}
          proposed={proposed}
          price={price}
          model={settings.model}
          least={MIN_BUDGET}
        >
          {repeated ? <RepeatedEarlier sessionId={session.id} of={repeated} /> : null}
          <section aria-label={t('suspects')} className="border-t border-line">
            <h3 className="bg-well px-6 py-2 font-semibold max-md:px-4">
              {t('suspectsOf', {
                count: turn.memories.length,
                store: session.stores.map(({ name }) => plainName(name)).join(', '),
              })}{' '}
              <span className="text-xs font-normal text-ink-3">{t('inOrder')}</span>
            </h3>
            <ul>
              {suspects.map(({ memory, shares, isRead }) => (
                <li
                  key={memory.memoryId}
                  className="grid min-h-8 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4rem] items-center gap-x-4 border-t border-line px-6 py-1 max-md:grid-cols-[minmax(0,1fr)_3rem] max-md:px-4"
                >
                  <span className="min-w-0 font-mono text-code">
                    <PathInLine path={memory.path} />
                  </span>
                  <span className="truncate text-xs text-ink-3 max-md:hidden">
                    <SharedWords words={shares.filter((word) => said.includes(word))} />
                  </span>
                  <span className="text-right text-xs text-ink-3">{isRead ? t('read') : null}</span>
                </li>
              ))}
            </ul>
            {turn.memories.length > MOST_SUSPECTS ? (
              <p className="border-t border-line bg-well px-6 py-1.5 text-xs text-ink-2">
                {t('moreSuspects', { count: turn.memories.length - MOST_SUSPECTS })}
              </p>
            ) : null}
          </section>
          {earlier}
        </WhyForm>
      </div>
      <AskedAbout question={question} answer={answer} sought={null}>
        <p className="px-5 py-4 text-ink-2">{t('selectOthers')}</p>
      </AskedAbout>
    </div>
  )
}

async function SharedWords({ words }: { words: readonly string[] }) {
  const t = await getTranslations('Why')
  if (words.length === 0) return null
  return <VisibleText text={t('shares', { words: words.map((word) => `“${word}”`).join(', ') })} />
}
