'use client'

import { PencilLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button, buttonLook } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { keepDraft, useDraft } from './draft'

export interface DraftNoticeProps {
  memoryId: string
  /** address of the editor; null: the memory cannot be edited, as when it was deleted */
  editor: string | null
}

/** Offers the text again that somebody typed about this memory and did not save. */
export function DraftNotice({ memoryId, editor }: DraftNoticeProps) {
  const t = useTranslations('Memory')
  const draft = useDraft(memoryId)
  if (draft === null) return null
  return (
    <div
      role="note"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-caution-line bg-caution-bg px-4 py-1.5"
    >
      <PencilLine size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-caution" />
      <p className="min-w-0 flex-1">{t('draftKept')}</p>
      {editor === null ? (
        <CopyButton text={draft.text} />
      ) : (
        <Link href={editor} className={buttonLook({ size: 'small' })}>
          {t('draftGoOn')}
        </Link>
      )}
      <Button variant="quiet" size="small" onClick={() => keepDraft(memoryId, null)}>
        {t('draftDrop')}
      </Button>
    </div>
  )
}
