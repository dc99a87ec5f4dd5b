'use client'

import { PencilLine } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button, buttonVariants } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { draftOf, dropDraft, useDrafts } from './drafts'

export interface DraftNoticeProps {
  memoryId: string
  /** address of the editor; null: it cannot be edited, as when the memory was deleted */
  editor: string | null
}

/** Offers the text again that somebody typed about this memory and did not save. */
export function DraftNotice({ memoryId, editor }: DraftNoticeProps) {
  const t = useTranslations('Memory')
  const draft = useDrafts().has(memoryId) ? draftOf(memoryId) : null
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
        <Link href={editor} className={buttonVariants({ size: 'small' })}>
          {t('draftGoOn')}
        </Link>
      )}
      <Button variant="quiet" size="small" onClick={() => dropDraft(memoryId)}>
        {t('draftDrop')}
      </Button>
    </div>
  )
}
