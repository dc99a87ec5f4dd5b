'use client'

import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useBoard } from './board-context'

/** The lines of a hunk to write anew, in place. */
export function HunkEditor({ hunkId, lines }: { hunkId: string; lines: string }) {
  const t = useTranslations('Review')
  const { edited, edit, decide } = useBoard()
  const field = useRef<HTMLTextAreaElement>(null)
  const isOpen = edited === hunkId
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  if (!isOpen) return null
  const save = () => {
    const text = field.current?.value ?? ''
    decide([hunkId], 'edited', text === '' || text.endsWith('\n') ? text : `${text}\n`)
  }
  return (
    <form
      className="border-t border-line bg-well p-3"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <label className="block">
        <span className="text-xs text-ink-2">{t('editLabel')}</span>
        <textarea
          ref={field}
          defaultValue={lines}
          rows={Math.min(20, Math.max(3, lines.split('\n').length))}
          className="mt-1 block w-full rounded-control border border-control bg-sheet p-2 font-mono text-code"
          onKeyDown={(event) => {
            if (event.key === 'Escape') edit(null)
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
            event.preventDefault()
            event.stopPropagation()
            save()
          }}
        />
      </label>
      <div className="mt-2 flex gap-2">
        <Button type="submit" look="primary" size="small">
          {t('editSave')} <Kbd>⌘↵</Kbd>
        </Button>
        <Button look="quiet" size="small" onClick={() => edit(null)}>
          {t('editCancel')} <Kbd>Esc</Kbd>
        </Button>
      </div>
    </form>
  )
}
