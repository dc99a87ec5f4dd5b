'use client'

import { useTranslations } from 'use-intl'
import { TextForm } from '@/components/proposals/text-form'
import { useBoard } from '../board/board-context'
import { isAllSettled } from '../board/board-hunk'
import { focusHunk } from '../board/board-focus'

export interface HunkEditorProps {
  hunkId: string
  lines: string
  /** of a memory's text, in bytes; left out: `lines` are not all of it */
  limit?: number
}

/** The lines of a hunk to write anew, in place; of a write that waits its whole text. */
export function HunkEditor({ hunkId, lines, limit }: HunkEditorProps) {
  const t = useTranslations('Review')
  const ofMemory = useTranslations('Edit')
  const { writings, decide, hunkOf } = useBoard()
  const writing = writings.writingOf(hunkId, 'text')
  if (!writing) return null
  const { state, why } = writing
  const hunk = hunkOf(hunkId)
  const isOver = state === 'overtaken' || (hunk !== undefined && isAllSettled(hunk))
  return (
    <div hidden={state === 'sent'}>
      <TextForm
        text={lines}
        {...(limit !== undefined && { label: ofMemory('memoryLabel') })}
        limit={limit}
        draft={writings.draftOf(hunkId, 'text')}
        onDraft={(draft) => writings.keepDraft(hunkId, 'text', draft)}
        why={why}
        save={isOver ? null : hunk?.waiting ? t('allowEdited') : t('editSave')}
        onSave={(text) => decide([hunkId], 'edited', text)}
        onCancel={() => {
          writings.end(hunkId, 'text')
          focusHunk(hunkId)
        }}
      />
    </div>
  )
}
