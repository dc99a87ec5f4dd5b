'use client'

import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { plainName } from '@/lib/text/plain-text'
import type { Undoable } from './use-tree-commands'

export interface TreeUndoProps {
  undoable: Undoable | null
  /** why a command was refused; null if none was */
  why: string | null
  onUndo: () => void
  onDismiss: () => void
}

/** Below the tree: what was just done, with undo; or why it was not done. */
export function TreeUndo({ undoable, why, onUndo, onDismiss }: TreeUndoProps) {
  const t = useTranslations('Tree')
  const app = useTranslations('App')
  return (
    <div className={undoable || why ? 'border-t border-line px-3 py-1.5 text-sm' : ''}>
      <p role="alert" className="text-removed empty:hidden">
        {why}
      </p>
      <p role="status" className="break-all empty:hidden">
        {undoable ? saysDone(undoable, t) : null}
      </p>
      {undoable || why ? (
        <p className="flex gap-2">
          {undoable ? (
            <Button size="small" onClick={onUndo} aria-keyshortcuts="Control+Z Meta+Z">
              {t('undo')}
            </Button>
          ) : null}
          <Button look="quiet" size="small" onClick={onDismiss}>
            {app('close')}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

function saysDone(
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
