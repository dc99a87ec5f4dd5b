'use client'

import { Pencil, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { ActorMark } from '@/components/ui/actor-mark'
import { Button } from '@/components/ui/button'
import { RelativeTime } from '@/components/ui/relative-time'
import { RemarkField } from './remark-field'
import type { RemarkView } from './thread-view'

export interface RemarkRowProps {
  remark: RemarkView
  isBusy: boolean
  /** resolves once it is saved, or refused */
  onEdit: (text: string) => Promise<boolean>
  /** null: it cannot be deleted */
  onRemove: (() => void) | null
}

const focusField = (field: HTMLTextAreaElement | null) => field?.focus()

/** Shows a remark, which its writer can edit and remove. */
export function RemarkRow({ remark, isBusy, onEdit, onRemove }: RemarkRowProps) {
  const t = useTranslations('Comment')
  const [isEdited, setEdited] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited) pencil.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  const close = () => setEdited(false)
  const save = async (text: string) => {
    if (await onEdit(text)) close()
  }
  return (
    <div className="flex gap-2.5 px-3 py-2">
      <ActorMark look={remark.look} label={remark.label} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-[22px] items-center gap-2">
          <span className="min-w-0 truncate font-semibold">
            <VisibleLabel text={remark.name} />
          </span>
          <span className="text-xs text-ink-3">
            <RelativeTime time={remark.at} now={remark.now} />
            {remark.isEdited ? ` · ${t('edited')}` : null}
          </span>
          {remark.isMine && !isEdited ? (
            <span className="ml-auto flex shrink-0">
              <Button
                ref={pencil}
                variant="quiet"
                size="small-icon"
                aria-label={t('edit')}
                title={t('edit')}
                onClick={() => setEdited(true)}
              >
                <Pencil size={13} aria-hidden />
              </Button>
              {onRemove ? (
                <Button
                  variant="quiet-danger"
                  size="small-icon"
                  aria-label={t('remove')}
                  title={t('remove')}
                  isBusy={isBusy}
                  onClick={onRemove}
                >
                  <Trash2 size={13} aria-hidden />
                </Button>
              ) : null}
            </span>
          ) : null}
        </p>
        {isEdited ? (
          <RemarkField
            ref={focusField}
            label={t('text')}
            isLabelHidden
            text={remark.text}
            rows={2}
            save={t('save')}
            isBusy={isBusy}
            onSave={(text) => void save(text)}
            onCancel={close}
          />
        ) : (
          <p className="max-w-[80ch] wrap-anywhere whitespace-pre-wrap">
            <VisibleText text={remark.text} />
          </p>
        )}
      </div>
    </div>
  )
}
