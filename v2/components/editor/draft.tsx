'use client'

import { PencilLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useSyncExternalStore } from 'react'
import { Button, buttonLook } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { NoticeBar } from '@/components/ui/notice'

/** A text that somebody edits and has not saved. */
export interface Draft {
  /** the version with which the edit began, and its text */
  versionId: string
  base: string
  text: string
}

/*
 * In the memory of this tab only: on a disk a text would outlive its redaction. Before the tab is
 * closed or loads another page the browser asks.
 */
const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()
const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Keeps what is typed about a memory, in place of what was kept before; null: nothing any more. */
export function keepDraft(memoryId: string, draft: Draft | null): void {
  if (draft) drafts.set(memoryId, draft)
  else if (!drafts.delete(memoryId)) return
  if (drafts.size > 0) window.addEventListener('beforeunload', warn)
  else window.removeEventListener('beforeunload', warn)
  for (const listener of listeners) listener()
}

/** The unsaved text of a memory; null if there is none. */
export const draftOf = (memoryId: string): Draft | null => drafts.get(memoryId) ?? null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export interface DraftNoticeProps {
  memoryId: string
  /** address of the editor; null: the memory cannot be edited, as when it was deleted */
  editor: string | null
}

/** Offers the text again that somebody typed about this memory and did not save. */
export function DraftNotice({ memoryId, editor }: DraftNoticeProps) {
  const t = useTranslations('Memory')
  const draft = useSyncExternalStore(
    subscribe,
    () => draftOf(memoryId),
    () => null,
  )
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
            <Link href={editor} className={buttonLook({ size: 'small' })}>
              {t('draftGoOn')}
            </Link>
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
