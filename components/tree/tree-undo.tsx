'use client'

import { type Ref, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { isPageKey } from '@/components/ui/page-key'
import { plainName } from '@/lib/text/plain-text'
import type { Undoable } from './use-tree-commands'

export interface TreeUndoProps {
  undoable: Undoable | null
  /** reason why a command was refused; null: none was */
  why: string | null
  undoButton: Ref<HTMLButtonElement>
  onUndo: () => void
  onDismiss: () => void
  /** its button had the focus, and goes away */
  onLeave: () => void
}

/**
 * Below the tree: what was just done, with undo, by Z too wherever nothing is typed;
 * or why it was not done.
 */
export function TreeUndo(props: TreeUndoProps) {
  const { undoable, why, undoButton, onUndo, onDismiss, onLeave } = props
  const t = useTranslations('Tree')
  const app = useTranslations('App')
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'z' || event.repeat || !undoable || !isPageKey(event)) return
    event.preventDefault()
    if (event.target instanceof Element && event.target.closest('[data-tree-undo]')) onLeave()
    onUndo()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return (
    <div
      data-tree-undo
      className={undoable || why ? 'border-t border-line px-3 py-1.5 text-sm' : ''}
    >
      <p role="alert" className="text-removed empty:hidden">
        {why}
      </p>
      <p role="status" className="break-all empty:hidden">
        {undoable ? undoableWords(undoable, t) : null}
      </p>
      {undoable || why ? (
        <p className="flex gap-2">
          {undoable ? (
            <Button
              ref={undoButton}
              size="small"
              onClick={() => {
                onLeave()
                onUndo()
              }}
              aria-keyshortcuts="z"
            >
              {t('undo')} <Kbd>Z</Kbd>
            </Button>
          ) : null}
          <Button
            variant="quiet"
            size="small"
            onClick={() => {
              onLeave()
              onDismiss()
            }}
          >
            {app('close')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

function undoableWords(
  { kind, path, memories }: Undoable,
  t: ReturnType<typeof useTranslations<'Tree'>>,
): string {
  if (path !== null)
    return t(kind === 'moved' ? 'movedOne' : 'removedOne', {
      path: plainName(path),
      count: memories,
    })
  return t(kind === 'moved' ? 'movedMany' : 'removedMany', { count: memories })
}
