import { Ban, Check, PenLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import type { Action } from '@/components/act/act'
import { useAct } from '@/components/act/use-act'
import type { Stroke } from '@/components/keys/kbd'
import { FoundFlags } from '@/components/flags/card'
import { useRuleWords } from '@/components/flags/words'
import { useKey } from '@/components/keys/use-key'
import type { ShownWrite } from '@/components/session/call-difference'
import { Button } from '@/components/ui/button'
import { AskedOnce } from '@/components/ui/dialog'
import { Notice, WhyNot } from '@/components/ui/notice'
import { useNow } from '@/components/ui/time'
import type { Answered } from './actions'
import type * as Written from './written-answer'
import type { HeldReason } from '@/lib/held/held-writes'
import { plainName } from '@/lib/text/visible-text'
import { followed } from '@/components/live/followed'
import { isNothingFocused } from '@/components/keys/page-key'

export interface ApprovalProps {
  /** of the card, as its `data-call` */
  cardId: string
  /** where its changes were asked for; its text is, too */
  address: string
  /** as it is shown; undefined: it is on its way, and cannot be allowed before */
  write: ShownWrite | undefined
  /** tells what it was where nothing else on the page does */
  answer: Action<Answered, Answered['result'] | null>
  /** its session asks for each write, and can ask no more */
  canAllowAll: boolean
  /** whether its call waits for the answer, or the agent went on and is told of it */
  hears?: 'now' | 'later'
  /** something else would land by now: what is shown is to be read anew */
  onStale: () => void
  onDecided: () => void
}

type Given = Pick<Answered, 'result'> & Partial<Answered>

/** Refusals of a write that is not what the person saw. */
const OTHER_BY_NOW: ReadonlySet<string> = new Set([
  'held_changed',
  'held_not_possible',
  'not_waiting',
])

/** Allow, edit or deny a write that waits: by button, and by key while it is the current one. */
export function Approval(props: ApprovalProps) {
  const { cardId, address, write, answer, canAllowAll, hears = 'now', ...on } = props
  const t = useTranslations('Approval')
  const waitWords = useWaitWords()
  const ruleWords = useRuleWords()
  const root = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState<'deny' | 'edit' | 'critical' | 'all' | null>(null)
  const isCurrent = useCurrentCall(cardId)
  const call = useTranslations('Call')
  const deciding = useAct(answer, {
    done: (result) => result && call(result === 'allow' ? 'state_allowed' : 'state_denied'),
  })

  const decide = async (given: Given) => {
    const card = root.current?.closest<HTMLElement>('[data-call]')
    if (deciding.isBusy || !card) return
    const seen = { sha256: write?.sha256 ?? '', message: null, content: null, isForSession: false }
    const result = await deciding.run({ ...seen, ...given })
    if (isAskedOnce) setAsked(null)
    if (!result.ok && OTHER_BY_NOW.has(result.code)) on.onStale()
    if (!result.ok) return
    on.onDecided()
    // Once a dialog has given the focus back.
    requestAnimationFrame(() => focusNextCall(card))
  }
  const back = () => {
    setAsked(null)
    root.current?.closest<HTMLElement>('[data-call]')?.focus()
  }
  const canAllow = write?.isPossible === true
  const canEdit = write?.canEdit === true
  const flags = write?.flags ?? []
  const grave = flags.filter(({ severity }) => severity === 'critical').map(({ rule }) => rule)
  const critical = [...new Set(grave)].map(ruleWords).join(', ')
  const isAskedOnce = asked === 'critical' || asked === 'all'
  const allow = () => {
    if (critical === '') void decide({ result: 'allow' })
    else setAsked('critical')
  }
  const isAtRest = isCurrent && asked === null && !deciding.isBusy
  const key = { bar: true, when: isAtRest }
  useKey('a', t('allow'), allow, { ...key, when: isAtRest && canAllow })
  useKey('e', t('edit'), () => setAsked('edit'), { ...key, when: isAtRest && canEdit })
  useKey('r', t('deny'), () => setAsked('deny'), { ...key, when: isAtRest })
  useKey('shift+a', t('allowAll'), () => setAsked('all'), {
    when: isAtRest && canAllow && canAllowAll,
  })

  // It comes right after the page, and is there at once when somebody wants it.
  const [forms, setForms] = useState<typeof Written | null>(null)
  useEffect(() => void import('./written-answer').then(setForms), [])
  useEffect(() => {
    // What was asked for may begin below what is in sight.
    if (asked !== null) root.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])

  /** An answer; of the current call it shows its key. */
  const look = (stroke: Stroke) => ({
    isBusy: deciding.isBusy,
    className: 'max-md:h-11 max-md:flex-1',
    stroke: isCurrent ? stroke : undefined,
  })
  return (
    <div ref={root} className="border-t border-line px-3 py-2.5">
      {write && write.reason.about !== 'session' ? (
        <p className="mb-2 text-xs text-caution wrap-anywhere">{waitWords(write.reason)}</p>
      ) : null}
      <FoundFlags flags={flags} />
      {write && !write.isPossible ? (
        <div className="mb-2.5">
          <Notice tone="caution">{t(canEdit ? 'notPossible' : 'onlyDeny')}</Notice>
        </div>
      ) : null}
      {asked === 'edit' && write ? (
        forms && (
          <forms.EditWrite
            address={`${address}&text`}
            limit={write.limit}
            isBusy={deciding.isBusy}
            onAnswer={(content) => void decide({ result: 'allow', content })}
            onBack={back}
          />
        )
      ) : asked === 'deny' ? (
        forms && (
          <forms.DenyForm
            hears={hears}
            isBusy={deciding.isBusy}
            onAnswer={(message) => void decide({ result: 'deny', message })}
            onBack={back}
          />
        )
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <Button
            {...look('a')}
            variant={isCurrent ? 'primary' : 'secondary'}
            Icon={Check}
            disabled={!canAllow}
            onClick={allow}
          >
            {t('allow')}
          </Button>
          {canEdit ? (
            <Button {...look('e')} Icon={PenLine} onClick={() => setAsked('edit')}>
              {t('edit')}
            </Button>
          ) : null}
          <Button {...look('r')} Icon={Ban} onClick={() => setAsked('deny')}>
            {t('denyWith')}
          </Button>
          {canAllowAll ? (
            <Button
              variant="quiet"
              disabled={!canAllow}
              isBusy={deciding.isBusy}
              onClick={() => setAsked('all')}
              stroke={isCurrent ? 'shift+a' : undefined}
              className="ml-auto max-md:ml-0 max-md:h-11 max-md:basis-full"
            >
              {t('allowAll')}
            </Button>
          ) : null}
          {write?.lapsesAt ? <Lapses at={write.lapsesAt} /> : null}
        </div>
      )}
      <WhyNot why={isAskedOnce ? null : deciding.why} />
      <AskedOnce
        isOpen={isAskedOnce}
        title={t(asked === 'all' ? 'allTitle' : 'criticalTitle')}
        description={asked === 'all' ? t('allAbout') : t('criticalAbout', { critical })}
        act={t(asked === 'all' ? 'allowAll' : 'allowAnyway')}
        variant={critical === '' ? 'primary' : 'danger'}
        by={deciding}
        onAct={() => void decide({ result: 'allow', isForSession: asked === 'all' })}
        onClose={() => setAsked(null)}
      >
        {asked === 'all' && critical !== '' ? (
          <p className="mt-2 text-removed">{t('criticalAbout', { critical })}</p>
        ) : null}
      </AskedOnce>
    </div>
  )
}

const HOUR_MS = 3_600_000

/** How much longer it waits. It is asked for by the browser, so by its clock, as long as the page is open. */
function Lapses({ at }: { at: string }) {
  const t = useTranslations('Approval')
  const [opened] = useState(() => Date.now())
  const now = useNow(opened)
  const left = Math.max(0, new Date(at).getTime() - now)
  const hours = Math.floor(left / HOUR_MS)
  const facts = {
    days: Math.floor(hours / 24),
    hours: hours % 24,
    minutes: Math.ceil(left / 60_000),
  }
  return (
    <p className="ml-auto text-xs text-ink-3 max-md:ml-0 max-md:basis-full" title={at}>
      {t(hours > 0 ? 'waits' : 'waitsMinutes', facts)}
    </p>
  )
}

/** Says why a write waits: by which rule, or that its session asks. */
function useWaitWords(): (reason: HeldReason) => string {
  const t = useTranslations('Approval')
  return ({ about, isUnscanned }) => {
    const why =
      typeof about === 'string' ? t(`why.${about}`) : t('why.glob', { glob: plainName(about.glob) })
    return isUnscanned ? t('unscanned', { why }) : why
  }
}

/** Marks the card of a call; its `data-state` says what became of it. */
const WAITING = '[data-call][data-state="waiting"]'

/** A hunk of a review, which has the same keys. */
const OTHER = '[data-hunk]'

/** The waiting call in which the focus is; '': it is in something else that such keys are about; null: in none. */
let focused: string | null = null

/** The call that keys answer: that with the focus, or if it is in none the first that waits. */
const current = followed<string | null>(null)

const tell = () => current.set(focused ?? callOf(document.querySelector(WAITING)))

const callOf = (card: Element | null | undefined) =>
  card instanceof HTMLElement ? (card.dataset.call ?? null) : null

/** Where the focus came to rest; a click on what takes none leaves it where it was. */
function follow({ target }: FocusEvent): void {
  const at = target instanceof Element ? target.closest<HTMLElement>(`${WAITING}, ${OTHER}`) : null
  focused = at ? (callOf(at) ?? '') : callInRow(target)
  tell()
}

/** In a list whose rows hold calls: that of the row with the focus. Others stand beside their list. */
function callInRow(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest('[data-row]') : null
  if (!row || !document.querySelector(`[data-row] ${WAITING}`)) return null
  return callOf(row.querySelector(WAITING)) ?? ''
}

/** Whether keys answer this call. */
function useCurrentCall(callId: string): boolean {
  // Which is the first is seen on the page, once this one is there or gone.
  useEffect(() => {
    // A second time it does nothing.
    document.addEventListener('focusin', follow)
    tell()
    return () => {
      if (focused === callId) focused = null
      queueMicrotask(tell)
    }
  }, [callId])
  return current.useValue() === callId
}

const REST = '[data-composer], [data-hunk][data-open], [data-row] a[href]'

/**
 * Moves the focus from a call that was decided to the next that waits, else to where one writes (the element
 * marked `data-composer`), decides (an open hunk) or chooses (a row of a list). Whoever went elsewhere meanwhile stays there.
 */
function focusNextCall(decided: HTMLElement): void {
  if (!decided.contains(document.activeElement) && !isNothingFocused()) return
  const waiting = [...document.querySelectorAll<HTMLElement>(WAITING)].filter(
    (card) => card !== decided,
  )
  const isBehind = (card: HTMLElement) =>
    (decided.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next = waiting.find(isBehind) ?? waiting[0]
  ;(next ?? document.querySelector<HTMLElement>(REST) ?? decided).focus()
}
