'use client'

import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ChangingTexts } from '@/components/i18n/part-texts'
import { ActResult } from '@/components/plan/act-result'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { KeyedLink } from '@/components/ui/keyed-link'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { useBoard } from '../board/board-context'
import { focusHunk } from '../board/board-focus'
import { neverAgainHref } from '../hunks/never-again'

export interface UntilAppliedProps {
  changesetId: string
  storeId: string
  children: ReactNode
}

/**
 * A changeset, until something of it is applied: then what was done, what was left and why, and the
 * way to undo it, or to keep the one change that was reverted as a test. What is being written in it stays meanwhile.
 */
export function UntilApplied({ changesetId, storeId, children }: UntilAppliedProps) {
  const t = useTranslations('Review')
  const { all, apply, decisionOf } = useBoard()
  const { done, undo, isPending } = apply
  const open = all.filter((hunk) => decisionOf(hunk) === null)
  const kept = all
    .filter((hunk) => decisionOf(hunk) === 'accepted')
    .reduce((sum, { withFinding }) => sum + withFinding, 0)
  const [only, ...others] = all.filter((hunk) => decisionOf(hunk) === 'rejected')
  const isAlone = others.length === 0 && only?.isShown
  const neverAgain = isAlone ? neverAgainHref({ storeId, changesetId, hunkId: only.id }) : null
  return (
    <>
      {done === null ? null : (
        <ChangingTexts>
          <ActResult
            kind="review"
            storeId={storeId}
            outcome={done}
            mergeHref={`/stores/${storeId}/undo/merge?changeset=${changesetId}&memory=`}
            note={kept === 0 ? undefined : t('keptWithFinding', { count: kept })}
            next={open.length === 0 ? null : <GoOn count={open.length} firstId={open[0]?.id} />}
            undo={{ run: undo, isPending }}
            after={
              neverAgain === null ? null : (
                <KeyedLink href={neverAgain} letter="t">
                  <FlaskConical size={14} aria-hidden /> {t('neverAgain')}
                </KeyedLink>
              )
            }
          />
        </ChangingTexts>
      )}
      <div className={done === null ? 'contents' : 'hidden'}>{children}</div>
    </>
  )
}

/** Goes on with what is still to be decided. */
function GoOn({ count, firstId }: { count: number; firstId: string | undefined }) {
  const t = useTranslations('Review')
  const { apply } = useBoard()
  const goOn = () => {
    apply.goOn()
    // Once it can be seen again.
    requestAnimationFrame(() => focusHunk(firstId))
  }
  useSubmitShortcut(goOn, { disabled: apply.isPending })
  return (
    <Button variant="primary" onClick={goOn}>
      {t('goOn', { count })} <Kbd>⌘↵</Kbd>
    </Button>
  )
}
