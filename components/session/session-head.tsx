'use client'

import {
  Archive,
  ChevronDown,
  Download,
  FileDiff,
  Gauge,
  Hand,
  Settings2,
  ShieldCheck,
  Shrink,
} from 'lucide-react'
import dynamic from 'next/dynamic'
import { useOptimistic, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { type ActionResult, notDone, whyNot } from '@/components/commands/action-result'
import { VisibleLabel } from '@/components/content/visible-label'
import { CompactDialog } from '@/components/context/compact-dialog-lazy'
import { ContextGauge } from '@/components/context/plots/context-gauge'
import { ActWords, PageHead } from '@/components/frame/page'
import { Badge } from '@/components/ui/badge'
import { buttonVariants } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { Menu, MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { Switch } from '@/components/ui/switch'
import type { ContextGauge as GaugeFacts } from '@/lib/agent/context-gauge'
import type { SessionHead as HeadFacts } from '@/lib/agent/session-head'
import type { SessionSettings } from '@/lib/agent/session-settings'
import { updateSessionAction } from './actions'
import { StillWaiting } from './still-waiting'
import { sessionTitle } from './session-title'

const SettingsDialog = dynamic(
  () => import('./session-dialogs').then((module) => module.SettingsDialog),
  { ssr: false },
)
const EndDialog = dynamic(() => import('./session-dialogs').then((module) => module.EndDialog), {
  ssr: false,
})

export type SessionStanding =
  | 'waiting'
  | 'summary'
  | 'running'
  | 'failed'
  | 'idle'
  | 'archived'
  | 'gone'

export interface SessionHeadProps {
  session: HeadFacts
  standing: SessionStanding
  /** calls that wait for a person */
  waiting: number
  gauge: GaugeFacts
  /** whether there is something to summarise, and no summary is in progress */
  canCompact: boolean
}

/** A session's title with all that concerns it as a whole, its state, and how full its context is. */
export function SessionHead({ session, standing, waiting, gauge, canCompact }: SessionHeadProps) {
  const t = useTranslations('SessionHeader')
  const texts = useTranslations()
  const nav = useTranslations('Nav')
  const gauged = useTranslations('Gauge')
  const [open, setOpen] = useState<'settings' | 'end' | 'compact' | null>(null)
  const { id, settings, isArchived } = session
  const onOpenChange = (which: 'settings' | 'end' | 'compact') => (isOpen: boolean) =>
    setOpen(isOpen ? which : null)
  return (
    <>
      <PageHead
        crumbs={[{ href: '/sessions', label: nav('sessions') }]}
        title={<VisibleLabel text={sessionTitle(texts, session)} />}
        meta={
          <>
            <Menu
              label={t('menu')}
              buttonClass={`${buttonVariants({ variant: 'quiet', size: 'small-icon' })} max-md:-my-2`}
              button={<ChevronDown size={15} aria-hidden />}
            >
              <MenuButton Icon={Settings2} onSelect={() => setOpen('settings')}>
                {t('settings')}
              </MenuButton>
              {canCompact ? (
                <MenuButton Icon={Shrink} onSelect={() => setOpen('compact')}>
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
            <Standing standing={standing} waiting={waiting} />
            <span className="truncate font-mono text-xs max-lg:hidden">{settings.model}</span>
          </>
        }
        actions={
          <>
            <HeadGauge sessionId={id} gauge={gauge} />
            <AskSwitch session={session} />
            <Link href={`/sessions/${id}/changes`} className={`${buttonVariants()} max-md:hidden`}>
              <FileDiff size={15} strokeWidth={1.75} aria-hidden /> {t('changes')}
            </Link>
          </>
        }
      />
      {open === 'settings' ? (
        <SettingsDialog session={session} isOpen onOpenChange={onOpenChange('settings')} />
      ) : null}
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
        className="text-ink-3 after:absolute after:inset-0 max-md:sr-only"
      >
        {t('page')}
      </Link>
      <ContextGauge gauge={gauge} />
    </div>
  )
}

/** Applies at once; if the server refuses, it reverts and says why. */
function AskSwitch({ session: { id, settings, isArchived } }: { session: HeadFacts }) {
  const t = useTranslations('SessionHeader')
  const [shown, setShown] = useOptimistic(settings.approval === 'always_ask')
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const save = (approval: SessionSettings['approval']): Promise<ActionResult> =>
    updateSessionAction({ sessionId: id, settings: { approval } })
  const change = (isOn: boolean) =>
    startTransition(async () => {
      setShown(isOn)
      setWhy(null)
      const outcome = await save(isOn ? 'always_ask' : 'always_allow').catch(() =>
        notDone(t('notSaved')),
      )
      // In a transition of its own, so that the optimistic state lasts until the page has updated.
      startTransition(() => {
        setWhy(whyNot(outcome))
      })
    })
  if (isArchived) return null
  return (
    <>
      <Switch isOn={shown} onChange={change}>
        <ShieldCheck size={14} strokeWidth={1.75} aria-hidden />
        <ActWords>{t('ask')}</ActWords>
      </Switch>
      <StillWaiting isPending={isPending} />
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </>
  )
}
