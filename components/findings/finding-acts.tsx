'use client'

import { ChevronDown, Eraser } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useLayoutEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { type ActionResult, notDone } from '@/components/commands/action-result'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { handTexts } from '@/components/ui/handed-text'
import { Menu, MenuButton, MenuRule } from '@/components/ui/menu'
import { ErrorNotice } from '@/components/ui/notice'
import { disposeFindingAction, foundTextsAction, reportAgainAction } from './actions'
import { EXCEPTION_DAYS } from './exception-days'
import type { FindingStanding } from './finding-standing'
import { notifyJudged } from './judged'
import { redactAddress } from '@/components/redact/redact-address'

// Loaded when somebody accepts a risk.
const AcceptRiskForm = dynamic(
  () => import('./accept-risk-form').then((module) => module.AcceptRiskForm),
  { ssr: false },
)

export interface FindingActsProps {
  storeId: string
  /** as of rendering; key it by its status, so that another answer is shown */
  finding: FindingStanding
  /** the ids of what is redacted with it: all that one rule found, this first; omit if it is alone */
  together?: readonly string[] | undefined
  /** the place in a review where it is shown, to come back to; omit if it is shown elsewhere */
  review?: string
}

/**
 * What can be done about a finding, or the disposition that it has. A new one is shown here until
 * the page is read again.
 */
export function FindingActs({ storeId, finding, together, review }: FindingActsProps) {
  const t = useTranslations('Finding')
  const format = useFormatter()
  const router = useRouter()
  const group = useRef<HTMLDivElement>(null)
  const [made, setMade] = useState<FindingStanding | null>(null)
  const [why, setWhy] = useState<string | null>(null)
  const [isAccepting, setAccepting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const now = made ?? finding
  const findingId = finding.id
  const toRedact = together ?? [findingId]
  const act = async (work: () => Promise<ActionResult<FindingStanding>>): Promise<void> => {
    setBusy(true)
    const outcome = await work().catch(() => notDone(t('notSent')))
    // Not only once the page is read again: what was said can be taken back at once.
    setBusy(false)
    if (!outcome.isDone) return setWhy(outcome.why)
    setWhy(null)
    setAccepting(false)
    setMade(outcome.value)
    notifyJudged(outcome.value)
  }
  const redact = async (): Promise<void> => {
    setBusy(true)
    const outcome = await foundTextsAction({ storeId, findingIds: toRedact }).catch(() =>
      notDone(t('notSent')),
    )
    setBusy(false)
    if (!outcome.isDone) return setWhy(outcome.why)
    const [text, ...others] = outcome.value
    if (text === undefined) return setWhy(t('gone'))
    handTexts('redaction', text, others)
    router.push(redactAddress(storeId, review ?? null))
  }
  // The button that was pressed is gone.
  useLayoutEffect(() => {
    if (made && document.activeElement === document.body) focusFirst(group.current)
  }, [made])
  const until = now.exceptedUntil
  const isDismissed = now.status === 'false_positive' || now.status === 'accepted_risk'
  return (
    <div ref={group} className="min-w-0 space-y-2">
      <div
        role="group"
        aria-label={t('acts')}
        className="flex flex-wrap items-center gap-x-2 gap-y-1"
      >
        {now.mayBeRedacted && now.status === 'open' ? (
          <Button
            size="small"
            data-finding-act="redact"
            isBusy={isBusy}
            onClick={() => void redact()}
          >
            <Eraser size={13} aria-hidden />
            {toRedact.length > 1 ? t('redactAll', { count: toRedact.length }) : t('redact')}
          </Button>
        ) : null}
        {now.status === 'open' ? null : <Badge>{t(`status_${now.status}`)}</Badge>}
        {isDismissed && now.isStanding ? (
          <Button
            size="small"
            variant="quiet"
            data-finding-act="open"
            isBusy={isBusy}
            onClick={() =>
              void act(() => disposeFindingAction({ storeId, findingId, status: 'open' }))
            }
          >
            {t('takeBack')}
          </Button>
        ) : null}
        {!now.isStanding || isAccepting || (isDismissed && until !== null) ? null : (
          <Menu
            label={t(isDismissed ? 'except' : 'dismiss')}
            size="small"
            name="dismiss"
            button={
              <>
                {t(isDismissed ? 'except' : 'dismiss')} <ChevronDown size={12} aria-hidden />
              </>
            }
          >
            {now.status === 'open' ? (
              <>
                <MenuButton
                  onSelect={() =>
                    void act(() =>
                      disposeFindingAction({ storeId, findingId, status: 'false_positive' }),
                    )
                  }
                >
                  {t('falseAlarm')}
                </MenuButton>
                <MenuButton onSelect={() => setAccepting(true)}>{t('acceptRisk')}</MenuButton>
              </>
            ) : null}
            {until !== null ? null : (
              <>
                {now.status === 'open' ? <MenuRule /> : null}
                {EXCEPTION_DAYS.map((days) => (
                  <MenuButton
                    key={days}
                    onSelect={() =>
                      void act(() => disposeFindingAction({ storeId, findingId, exceptDays: days }))
                    }
                  >
                    {t('exceptFor', { days })}
                  </MenuButton>
                ))}
              </>
            )}
          </Menu>
        )}
        {until === null ? null : (
          <span className="text-xs text-ink-2">
            {t('exceptedUntil', { date: format.dateTime(until, { dateStyle: 'medium' }) })}
          </span>
        )}
        {until === null || now.exceptionId === null ? null : (
          <Button
            size="small"
            variant="quiet"
            isBusy={isBusy}
            onClick={() => {
              const { exceptionId } = now
              if (exceptionId === null) return
              void act(() => reportAgainAction({ storeId, findingId, exceptionId }))
            }}
          >
            {t('reportAgain')}
          </Button>
        )}
      </div>
      {isAccepting ? (
        <AcceptRiskForm
          isBusy={isBusy}
          onCancel={() => {
            setAccepting(false)
            requestAnimationFrame(() => focusFirst(group.current))
          }}
          onAccept={(reason, exceptDays) =>
            void act(() =>
              disposeFindingAction({
                storeId,
                findingId,
                status: 'accepted_risk',
                reason,
                ...(exceptDays === null ? {} : { exceptDays }),
              }),
            )
          }
        />
      ) : null}
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <p role="status" className="sr-only">
        {made ? t('told', { status: made.status }) : null}
      </p>
    </div>
  )
}

function focusFirst(group: HTMLElement | null): void {
  group?.querySelector('button')?.focus()
}
