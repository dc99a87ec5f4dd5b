'use client'

import { useTranslations } from 'use-intl'
import { TextForm } from '@/components/proposals/text-form'
import { useBoard } from '../board/board-context'
import { focusHunk } from '../board/board-focus'

/** The lines of a hunk to write anew, in place; of a write that waits its whole text. */
export function HunkEditor({ hunkId, lines }: { hunkId: string; lines: string }) {
  const t = useTranslations('Review')
  const { edited, edit, decide, hunkOf, overtaken } = useBoard()
  if (edited !== hunkId) return null
  return (
    <TextForm
      text={lines}
      save={
        overtaken === hunkId ? null : hunkOf(hunkId)?.waiting ? t('allowEdited') : t('editSave')
      }
      onSave={(text) => decide([hunkId], 'edited', text)}
      onCancel={() => {
        edit(null)
        focusHunk(hunkId)
      }}
    />
  )
}
