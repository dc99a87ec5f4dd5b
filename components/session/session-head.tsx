'use client'

import {
  Archive,
  Download,
  Ellipsis,
  FileDiff,
  Gauge,
  Hand,
  Layers,
  Settings2,
  ShieldCheck,
} from 'lucide-react'
import dynamic from 'next/dynamic'
import { useOptimistic, useRef, useState, useTransition } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type ActionResult, notDone, whyNot } from '@/components/commands/action-result'
import { VisibleLabel } from '@/components/content/visible-label'
import { CompactDialog } from '@/components/context/compact-dialog-lazy'
import { ContextGauge } from '@/components/context/plots/context-gauge'
import { ActWords, PageHead } from '@/components/frame/page'
import { Badge } from '@/components/ui/badge'
import { Button, buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import { useFocusHandOn } from '@/components/ui/use-focus-hand-on'
import type { ContextGauge as GaugeFacts } from '@/lib/agent/context-gauge'
import type { SessionHead as HeadFacts } from '@/lib/agent/session-head'
import type { SessionSettings } from '@/lib/agent/session-settings'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'
import { plainName } from '@/lib/text/plain-text'
import { updateSessionAction } from './actions'
import { StillWaiting } from './still-waiting'
import { sessionTitle } from './session-title'

const EndDialog = dynamic(() => import('./end-dialog').then((module) => module.EndDialog), {
  ssr: false,
})

export type SessionStanding =
  | 'waiting'
  | 'summary'
  | 'running'
  | 'failed'
  | 'stopped'
  | 'idle'
  | 'archived'
  | 'gone'

export interface SessionHeadProps {
  session: HeadFacts
  /** the name of its model */
  model: string
  standing: SessionStanding
  /** calls that wait for a person */
  waiting: number
  gauge: GaugeFacts
  /** whether there is something to summarise, and no summary is in progress */
  canCompact: boolean
  /** whether it asks no more since a person answered a call for all that follow */
  isAllowedForGood: boolean
  /** of what it changed; null: it changed nothing */
  review: SessionReview | null
}

/** A session's title, its state, how full its context is, and the acts on it as a whole. */
export function SessionHead(props: SessionHeadProps) {
  const { session, model, standing, waiting, gauge, canCompact, isAllowedForGood } = props
  const t = useTranslations('SessionHeader')
  const texts = useTranslations()
  const format = useFormatter()
  const nav = useTranslations('Nav')
  const gauged = useTranslations('Gauge')
  const [open, setOpen] = useState<'end' | 'compact' | null>(null)
  const { id, isArchived } = session
  const asking = useAsking(session)
  const onOpenChange = (which: 'end' | 'compact') => (isOpen: boolean) =>
    setOpen(isOpen ? which : null)
  return (
    <>
      <PageHead
        crumbs={[{ href: '/sessions', label: nav('sessions') }]}
        title={
          <span className="max-md:line-clamp-1">
            <VisibleLabel text={sessionTitle(texts, format, session)} />
          </span>
        }
        meta={
          <>
            <Standing standing={standing} waiting={waiting} />
            <ShortGauge sessionId={id} gauge={gauge} />
          </>
        }
        actions={
          <>
            <span className="max-md:hidden">
              <HeadGauge sessionId={id} gauge={gauge} />
            </span>
            {canCompact && gauge.level !== 'below' ? (
              <Button onClick={() => setOpen('compact')} title={gauged('compact')}>
                <Layers size={15} strokeWidth={1.75} aria-hidden />
                <ActWords>{gauged('compact')}</ActWords>
              </Button>
            ) : null}
            {isArchived ? null : <AskSwitch asking={asking} isAllowedForGood={isAllowedForGood} />}
            {props.review === null ? null : (
              <ReviewLink sessionId={id} review={props.review} isNext={standing === 'idle'} />
            )}
            <Menu label={t('menu')} button={<Ellipsis size={16} aria-hidden />}>
              <div
                role="menuitem"
                aria-disabled
                tabIndex={-1}
                className="px-2.5 py-1.5 text-ink-3 outline-offset-[-2px]"
              >
                {t('model')} <span className="font-medium text-ink">{plainName(model)}</span>
              </div>
              <MenuRule />
              <MenuLink Icon={Settings2} href={`/sessions/${id}/context?settings=open#settings`}>
                {t('settings')}
              </MenuLink>
              {canCompact ? (
                <MenuButton Icon={Layers} onSelect={() => setOpen('compact')}>
                  {gauged('compact')}
                </MenuButton>
              ) : null}
              <MenuLink Icon={Gauge} href={`/sessions/${id}/context`}>
                {t('contextPage')}
              </MenuLink>
              <MenuLink Icon={Download} isDownload href={`/sessions/${id}/transcript?format=md`}>
                {t('markdown')}
              </MenuLink>
              <MenuLink Icon={Download} isDownload href={`/sessions/${id}/transcript?format=json`}>
                {t('json')}
              </MenuLink>
              <MenuRule />
              <MenuButton Icon={Archive} isDanger onSelect={() => setOpen('end')}>
                {t('end')}
              </MenuButton>
            </Menu>
          </>
        }
      />
      {open === 'end' ? (
        <EndDialog
          sessionId={id}
          isArchived={isArchived}
          isOpen
          onOpenChange={onOpenChange('end')}
        />
      ) : null}
      <CompactDialog
        sessionId={id}
        isOpen={open === 'compact'}
        onOpenChange={onOpenChange('compact')}
      />
    </>
  )
}

interface ReviewLinkProps {
  sessionId: string
  review: SessionReview
  /** whether nothing else is to be done first */
  isNext: boolean
}

/** The way to what a session changed, with how much of it waits for a person as far as it is known. */
function ReviewLink({ sessionId, review, isNext }: ReviewLinkProps) {
  const t = useTranslations('SessionHeader')
  const { isExamined, openHunks } = review
  const variant = isNext && isExamined && openHunks > 0 ? 'primary' : 'secondary'
  return (
    <Link
      href={`/sessions/${sessionId}/changes`}
      className={`${buttonVariants({ variant })} max-md:hidden`}
    >
      <FileDiff size={15} strokeWidth={1.75} aria-hidden />
      {!isExamined
        ? t('changes')
        : openHunks === 0
          ? t('reviewed')
          : t('reviewCount', { count: openHunks })}
    </Link>
  )
}

/** Shows what a session is doing or waiting for; announced when it changes. */
export function Standing({ standing, waiting }: { standing: SessionStanding; waiting: number }) {
  const t = useTranslations('Session')
  return (
    <span role="status">
      {standing === 'waiting' ? (
        <Badge tone="caution" Icon={Hand}>
          {t('waits', { count: waiting })}
        </Badge>
      ) : standing === 'summary' ? (
        <Badge tone="caution" Icon={Hand}>
          {t('summaryWaits')}
        </Badge>
      ) : standing === 'idle' ? (
        <span className="sr-only">{t('standing_idle')}</span>
      ) : (
        <Badge tone={TONES[standing] ?? 'plain'}>{t(`standing_${standing}`)}</Badge>
      )}
    </span>
  )
}

const TONES: Partial<Record<SessionStanding, 'added' | 'removed'>> = {
  running: 'added',
  failed: 'removed',
}

/** The gauge, which leads to the page about the context. */
export function HeadGauge({ sessionId, gauge }: { sessionId: string; gauge: GaugeFacts }) {
  const t = useTranslations('Gauge')
  return (
    <div className="relative flex items-center gap-2 rounded-control px-1.5 py-1 text-xs hover:bg-hover">
      <Link
        href={`/sessions/${sessionId}/context`}
        className="text-ink-3 after:absolute after:inset-0 max-xl:sr-only"
      >
        {t('page')}
      </Link>
      <ContextGauge gauge={gauge} />
    </div>
  )
}

/** The gauge on a phone: how full it is, in a number. */
function ShortGauge({ sessionId, gauge }: { sessionId: string; gauge: GaugeFacts }) {
  const t = useTranslations('Gauge')
  const format = useFormatter()
  const share = format.number(gauge.tokens / gauge.window, {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  return (
    <Link
      href={`/sessions/${sessionId}/context`}
      aria-label={`${t('page')}: ${share}`}
      className="flex items-center gap-1 md:hidden"
    >
      <Gauge size={14} strokeWidth={1.75} aria-hidden /> {share}
    </Link>
  )
}

/** Whether a session asks before writing, and the change of that. */
interface Asking {
  isOn: boolean
  change: (isOn: boolean) => void
  isPending: boolean
  /** why the server refused the last change; null: it did not */
  why: string | null
}

/** Changes at once; if the server refuses, it reverts and says why. */
function useAsking({ id, settings }: HeadFacts): Asking {
  const t = useTranslations('SessionHeader')
  const [isOn, setOn] = useOptimistic(settings.approval === 'always_ask')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const save = (approval: SessionSettings['approval']): Promise<ActionResult> =>
    updateSessionAction({ sessionId: id, settings: { approval } })
  const change = (isOn: boolean) =>
    startTransition(async () => {
      setOn(isOn)
      setWhy(null)
      const outcome = await save(isOn ? 'always_ask' : 'always_allow').catch(() =>
        notDone(t('notSaved')),
      )
      // In a transition of its own, so that the optimistic state lasts until the page has updated.
      startTransition(() => {
        setWhy(whyNot(outcome))
      })
    })
  return { isOn, change, isPending, why }
}

function AskSwitch({
  asking: { isOn, change, isPending, why },
  isAllowedForGood,
}: {
  asking: Asking
  isAllowedForGood: boolean
}) {
  const t = useTranslations('SessionHeader')
  return (
    <span data-asking className="flex items-center gap-1.5">
      <Switch isOn={isOn} onChange={change}>
        <ShieldCheck size={14} strokeWidth={1.75} aria-hidden className="md:hidden" />
        <ActWords>{t('ask')}</ActWords>
      </Switch>
      {isAllowedForGood && !isOn ? <AskAgain onAsk={() => change(true)} /> : null}
      <StillWaiting isPending={isPending} />
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </span>
  )
}

/** Takes back that a person allowed all; once that is done, the focus is on the switch. */
function AskAgain({ onAsk }: { onAsk: () => void }) {
  const t = useTranslations('SessionHeader')
  const button = useRef<HTMLButtonElement>(null)
  useFocusHandOn(button, '[data-asking]', (around) => around.querySelector('[role="switch"]'))
  return (
    <span className="flex items-center gap-1 text-xs text-ink-3">
      <span className="max-lg:sr-only">{t('asksAgain')}</span>
      <Button ref={button} size="small" onClick={onAsk} aria-label={t('undoAllowed')}>
        {t('undo')}
      </Button>
    </span>
  )
}
