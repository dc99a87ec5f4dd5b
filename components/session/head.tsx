import { Ellipsis, Hand, Inbox } from 'lucide-react'
import { useTranslations } from 'next-intl'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { ContextGauge } from '@/components/context/gauge'
import { ActWords, PageHead } from '@/components/frame/page'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { ButtonLink } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { WhyNot } from '@/components/ui/notice'
import { patiently } from '@/components/live/fault'
import { Switch } from '@/components/ui/switch'
import { change } from './actions'
import type * as Later from './later'
import { type SessionFacts, type SessionState, type Standing, standingOf, TONES } from './state'
import { useShowAtOnce } from './use-session'

// Loaded once somebody asks for it.
const EndSession = dynamic(() => patiently(() => import('./end')).then((it) => it.EndSession), {
  ssr: false,
})

/** A session's title, how it stands, and the acts on it as a whole; its stores are named beside, with what they hold. */
export function SessionHead({ state, later }: { state: SessionState; later: typeof Later | null }) {
  const t = useTranslations('Session')
  const [isNamed, setNamed] = useState(false)
  const [isEnded, setEnded] = useState(false)
  const { facts, gauge, sequence, toReview } = state
  const { id, title, isArchived } = facts
  const asking = useAsking(facts)
  return (
    <>
      <PageHead
        crumbs={[{ href: '/sessions', label: t('sessions') }]}
        title={
          isNamed && later ? (
            <later.TitleField facts={facts} onDone={() => setNamed(false)} />
          ) : (
            <span className="max-md:line-clamp-2">
              <VisibleLabel text={title ?? t('untitled')} />
            </span>
          )
        }
        meta={<StandingBadge standing={standingOf(facts)} />}
        acts={
          <>
            <ContextGauge
              sessionId={id}
              gauge={gauge}
              sequence={sequence}
              canSummarise={!isArchived && !state.isGone}
            />
            {isArchived ? null : (
              <>
                {/* Where its words find no room, it is in the menu. */}
                <span className="contents max-lg:hidden">
                  <Switch isOn={asking.isOn} onClick={asking.turn}>
                    {t('ask')}
                  </Switch>
                </span>
                <WhyNot why={asking.why} />
              </>
            )}
            {toReview > 0 ? (
              <ButtonLink href={`/review/${id}`} Icon={Inbox}>
                <ActWords>{t('review', { count: toReview })}</ActWords>
              </ButtonLink>
            ) : null}
            <Menu label={t('menu')} button={<Ellipsis size={16} aria-hidden />}>
              {later ? (
                <later.MenuItems
                  state={state}
                  asking={asking}
                  onName={() => setNamed(true)}
                  onEnd={() => setEnded(true)}
                />
              ) : null}
            </Menu>
          </>
        }
      />
      {isEnded ? (
        <EndSession id={id} isArchived={isArchived} onClose={() => setEnded(false)} />
      ) : null}
    </>
  )
}

/** What a session does or waits for; of one that is idle nothing is said. */
function StandingBadge({ standing }: { standing: Standing }) {
  const t = useTranslations('Session')
  if (standing === 'idle') return null
  return (
    <Badge tone={TONES[standing] ?? 'plain'} Icon={standing === 'waiting' ? Hand : undefined}>
      {t(`standing_${standing}`)}
    </Badge>
  )
}

/** Whether the agent asks before it writes; holds from its next step on. */
function useAsking({ id, settings }: SessionFacts) {
  const show = useShowAtOnce(id)
  const { approval } = settings
  const isOn = approval === 'always_ask'
  const saving = useAct(change)
  const turn = async () => {
    const now = { approval: isOn ? 'always_allow' : 'always_ask' } as const
    show({ settings: { ...settings, ...now } })
    const result = await saving.run({ sessionId: id, was: { approval }, now })
    if (!result.ok) show({ settings })
  }
  return { isOn, turn: () => void turn(), why: saving.why }
}
