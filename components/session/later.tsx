import { Archive, Braces, CircleQuestionMark, Download, Pencil, Settings2 } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAct } from '@/components/act/use-act'
import { VisibleLabel } from '@/components/lines/visible-text'
import { useActorName } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { MenuButton, MenuLink, MenuRule } from '@/components/ui/menu'
import { onceNear } from '@/components/ui/near'
import { WhyNot } from '@/components/ui/notice'
import { newestSaid, whyAddress } from '@/components/why/why-link'
import { wholeStart } from '@/lib/text/long-text'
import { plainText } from '@/lib/text/visible-text'
import { rename } from './actions'
import { namedEvent } from './conversation'
import { type SessionFacts, type SessionState, standingOf } from './state'
import { useEarlier, useShowAtOnce } from './use-session'

/** What a session's page has no use for before its script is there: it is loaded right after it. */

export interface TitleFieldProps {
  facts: SessionFacts
  onDone: () => void
}

/** The title as a field: Enter or leaving it saves, Escape gives up; by key one comes back to where one was. */
export function TitleField({ facts: { id, title }, onDone }: TitleFieldProps) {
  const t = useTranslations('Session')
  const show = useShowAtOnce(id)
  const field = useRef<HTMLInputElement>(null)
  const [opener] = useState(() => document.activeElement)
  const isOver = useRef(false)
  const leave = () => {
    isOver.current = true
    if (document.activeElement === field.current && opener instanceof HTMLElement) opener.focus()
    onDone()
  }
  const naming = useAct(rename, {
    done: (now) => {
      show({ title: now })
      leave()
    },
  })
  const save = (typed: string) => {
    if (isOver.current || naming.isBusy) return
    if (typed.trim() === (title ?? '')) return leave()
    void naming.run({ sessionId: id, was: title, title: typed })
  }
  return (
    <>
      <input
        ref={field}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it takes the place of what was chosen
        autoFocus
        aria-label={t('title')}
        defaultValue={title ?? ''}
        maxLength={255}
        onFocus={({ target }) => target.select()}
        onBlur={({ target }) => save(target.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') save(currentTarget.value)
          if (key === 'Escape') leave()
        }}
        className="h-7 w-full min-w-40 rounded-control bg-raised px-2 shadow-[inset_0_0_0_1px_var(--control)] outline-none focus:shadow-[inset_0_0_0_2px_var(--accent)] md:w-96"
      />
      <WhyNot why={naming.why} />
    </>
  )
}

export interface MenuItemsProps {
  state: SessionState
  /** whether the agent asks before it writes */
  asking: { isOn: boolean; turn: () => void }
  onName: () => void
  onEnd: () => void
}

/** What the menu of a session holds. */
export function MenuItems({ state: { facts, entries }, asking, onName, onEnd }: MenuItemsProps) {
  const t = useTranslations('Session')
  const nameOf = useActorName()
  const { id, settings, isArchived } = facts
  const answer = newestSaid(entries)
  const file = `/sessions/${id}/export`
  return (
    <>
      <p className="px-2.5 py-1.5 text-ink-3">
        {t('model')}{' '}
        <span className="font-medium text-ink">
          <VisibleLabel text={nameOf({ type: 'session', id, name: settings.model })} />
        </span>
      </p>
      <MenuRule />
      {answer ? (
        <MenuLink
          Icon={CircleQuestionMark}
          stroke="w"
          href={whyAddress({ sessionId: id, eventId: answer.id })}
        >
          {t('why')}
        </MenuLink>
      ) : null}
      {isArchived ? null : (
        <>
          <span className="contents lg:hidden">
            <MenuButton isOn={asking.isOn} onSelect={asking.turn}>
              {t('ask')}
            </MenuButton>
          </span>
          <MenuButton Icon={Pencil} onSelect={onName}>
            {t('rename')}
          </MenuButton>
        </>
      )}
      <MenuLink Icon={Settings2} href={`/sessions/${id}/settings`}>
        {t('settings')}
      </MenuLink>
      <MenuLink Icon={Download} download href={`${file}?format=md`}>
        {t('markdown')}
      </MenuLink>
      <MenuLink Icon={Braces} download href={`${file}?format=json`}>
        {t('json')}
      </MenuLink>
      <MenuRule />
      <MenuButton Icon={Archive} isDanger onSelect={onEnd}>
        {t('end')}
      </MenuButton>
    </>
  )
}

/** What is further up: it is read before a reader comes there, and all of it once they look for something. */
export function Earlier({ id, from }: { id: string; from: number }) {
  const t = useTranslations('Session')
  const load = useEarlier(id)
  const [state, setState] = useState<'rest' | 'busy' | 'failed'>('rest')
  const reading = (part: Promise<unknown>) => {
    setState('busy')
    part.then(
      () => setState('rest'),
      () => setState('failed'),
    )
  }
  const readAll = async () => {
    for (let next = from; next > 1;) next = await load(next)
  }
  // The browser's own search opens meanwhile, and finds what comes.
  const sought = useEffectEvent(({ key, metaKey, ctrlKey }: KeyboardEvent) => {
    if (key === 'f' && (metaKey || ctrlKey) && state !== 'busy') reading(readAll())
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => sought(event)
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
  return (
    <div
      ref={state === 'rest' ? onceNear(() => reading(load(from))) : undefined}
      className="mx-auto text-center"
    >
      <Button
        size="small"
        isBusy={state === 'busy'}
        busyWords={t('loadingPart')}
        onClick={() => reading(load(from))}
      >
        {t('loadPart')}
      </Button>
      <WhyNot why={state === 'failed' ? t('partFailed') : null} />
    </div>
  )
}

/** Longer answers are begun, and the rest is read on the page. */
const MOST_SAID = 400

/** Reads out what the agent said once it is whole, and how the session stands when that changes. */
export function Announcer({ state: { entries, facts } }: { state: SessionState }) {
  const t = useTranslations('Session')
  const standing = standingOf(facts)
  const last = entries.findLast(({ kind }) => kind === 'said')
  const seen = useRef({ id: last?.id, standing })
  const [words, setWords] = useState('')
  useEffect(() => {
    const before = seen.current
    seen.current = { id: last?.id, standing }
    const said = last?.kind === 'said' && last.id !== before.id ? plainText(last.text) : null
    const stands = standing !== before.standing ? t(`standing_${standing}`) : null
    const news = [said && wholeStart(said, MOST_SAID), stands].filter(Boolean)
    // oxlint-disable-next-line react-hooks/set-state-in-effect -- what is read out is what changed
    if (news.length > 0) setWords(news.join(' '))
  }, [last, standing, t])
  return (
    <p role="status" className="sr-only">
      {words}
    </p>
  )
}

/** Leads to the call or the words that the address names, once, through as many earlier parts as it takes. */
export function NamedEvent({ state: { facts, from } }: { state: SessionState }) {
  const load = useEarlier(facts.id)
  const isDone = useRef(false)
  const seek = useEffectEvent(() => {
    const named = namedEvent()
    if (isDone.current || named === null) return
    const card = document.querySelector<HTMLElement>(named)
    card?.closest('details')?.setAttribute('open', '')
    card?.focus()
    isDone.current = card !== null || from <= 1
    if (!isDone.current) load(from).catch(() => (isDone.current = true))
  })
  useEffect(() => seek(), [from])
  return null
}
