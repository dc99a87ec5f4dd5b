import { PencilLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Button, ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { NoticeBar } from '@/components/ui/notice'
import { edits } from './drafts'

export interface DraftNoticeProps {
  memoryId: string
  /** address of the editor; null: the memory cannot be edited, as when it was deleted */
  editor: string | null
}

/** Offers the text again that somebody typed about this memory and did not save. */
export function DraftNotice({ memoryId, editor }: DraftNoticeProps) {
  const t = useTranslations('Memory')
  const draft = edits.useDraft(memoryId)
  if (draft === null) return null
  return (
    <NoticeBar
      tone="caution"
      Icon={PencilLine}
      acts={
        <>
          {editor === null ? (
            <CopyButton text={draft.text} />
          ) : (
            <ButtonLink href={editor} size="small">
              {t('draftGoOn')}
            </ButtonLink>
          )}
          <Button variant="quiet" size="small" onClick={() => edits.keep(memoryId, null)}>
            {t('draftDrop')}
          </Button>
        </>
      }
    >
      {t('draftKept')}
    </NoticeBar>
  )
}
