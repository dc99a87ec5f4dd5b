'use client'

import { useTranslations } from 'use-intl'
import { GateNotice } from '@/components/gates/gate-notice'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { useBoard } from '../board/board-context'
import { focusHunk } from '../board/board-focus'

/** Writes what is decided; the rest stays open. While the result of that is shown, it is away. */
export function ApplyButton() {
  const t = useTranslations('Review')
  const { apply, tray, asked, isToApply, progress } = useBoard()
  const { run, isPending, done } = apply
  const isDisabled = tray.hunks === 0
  useSubmitShortcut(run, {
    // Before all else the question about a write is answered.
    disabled: isDisabled || isPending || done !== null || asked !== null,
  })
  // Of writes that only wait nothing is applied.
  if (done !== null || progress.memories === 0) return null
  return (
    <Button
      variant="primary"
      // On a phone it lies at the thumb then (`ThumbActs`).
      className={isToApply ? 'max-md:hidden' : undefined}
      isBusy={isPending}
      disabled={isDisabled}
      title={isDisabled ? t('nothingToApply') : undefined}
      onClick={run}
    >
      {isPending ? t('applying') : t('apply')} <Kbd>⌘↵</Kbd>
    </Button>
  )
}

/** What is to be said before applying: that something critical is open, or what went wrong. */
export function ApplyNotices() {
  const t = useTranslations('Review')
  const { all, apply, decisionOf, gates } = useBoard()
  const { isAsking, why, run } = apply
  const critical = all.filter((hunk) => hunk.isCritical && decisionOf(hunk) === null)
  return (
    <>
      {why === null ? null : (
        <div className="px-4 pt-3">
          <ErrorNotice>{why}</ErrorNotice>
        </div>
      )}
      <GateNotice gates={gates} />
      {isAsking ? (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-danger-line bg-danger-bg px-4 py-2 text-removed"
        >
          <p className="min-w-0 flex-1">{t('criticalOpen', { count: critical.length })}</p>
          <Button onClick={() => focusHunk(critical[0]?.id)}>{t('showCritical')}</Button>
          <Button variant="quiet" onClick={run}>
            {t('applyRest')} <Kbd>⌘↵</Kbd>
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** What applying writes, once all of the changeset is decided. */
export function WhatGoesBack() {
  const t = useTranslations('Review')
  const { all, decisionOf, progress, tray } = useBoard()
  if (tray.hunks === 0 || progress.decided < progress.memories) return null
  const stay = progress.memories - tray.memories
  const isRewritten = all.some((hunk) => decisionOf(hunk) === 'edited')
  return (
    <div className="border-b border-line px-5 pt-7 pb-5 max-md:px-4">
      <h2 className="text-lead font-semibold text-balance">
        {t(isRewritten ? 'goBackOrRewritten' : 'goBack', { back: tray.memories, stay })}
      </h2>
      <p className="mt-1 text-ink-2">{t('goBackAbout')}</p>
    </div>
  )
}
