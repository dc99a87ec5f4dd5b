import { PencilLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { draftsKept } from '@/components/live/drafts'
import { Button, ButtonLink } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { NoticeBar } from '@/components/ui/notice'

/** A text that somebody edits and has not saved. */
export interface Draft {
  /** the version with which the edit began, and its text */
  versionId: string
  base: string
  text: string
}

const drafts = draftsKept<Draft>()

/** Keeps what is typed about a memory; null: nothing any more. */
export const keepDraft = drafts.keep

/** The unsaved text of a memory; null if there is none. */
export const draftOf = drafts.draftOf

export interface DraftNoticeProps {
  memoryId: string
  /** address of the editor; null: the memory cannot be edited, as when it was deleted */
  editor: string | null
}

/** Offers the text again that somebody typed about this memory and did not save. */
export function DraftNotice({ memoryId, editor }: DraftNoticeProps) {
  const t = useTranslations('Memory')
  const draft = drafts.useDraft(memoryId)
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
          <Button variant="quiet" size="small" onClick={() => keepDraft(memoryId, null)}>
            {t('draftDrop')}
          </Button>
        </>
      }
    >
      {t('draftKept')}
    </NoticeBar>
  )
}
