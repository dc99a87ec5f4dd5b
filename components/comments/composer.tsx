'use client'

import { type ReactNode, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import type { ActionResult } from '@/components/commands/action-result'
import { ErrorNotice } from '@/components/ui/notice'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { Disposition } from '@/lib/review/model/comment'
import type { LineRange } from '@/lib/text/line-range'
import { LinesField } from './lines-field'
import { RemarkField } from './remark-field'

export interface NewComment {
  lines: LineRange
  text: string
  disposition: Disposition
}

export interface ComposerProps {
  /** lines that can be commented on */
  within: LineRange
  /** those that are chosen at first; left out: all */
  first?: LineRange | undefined
  /** what it asks for at first; left out: nothing */
  disposition?: Disposition
  onSave: (comment: NewComment) => Promise<ActionResult<unknown>>
  /** the comment is written, or given up */
  onEnd: () => void
  /** at every change of its text */
  onDraft?: (text: string) => void
  /** further choices */
  children?: ReactNode
}

const KINDS: readonly Disposition[] = ['note', 'question', 'fix']

/** Below long lines only its field would be seen. */
const showAll = (form: HTMLElement | null) => form?.scrollIntoView({ block: 'nearest' })

const focusField = (field: HTMLTextAreaElement | null) => field?.focus()

/** A form to write a comment: its text, the lines it is on, and whether it asks for something. */
export function Composer(props: ComposerProps) {
  const { within, first = within, onSave, onEnd, onDraft, children } = props
  const t = useTranslations('Comment')
  const noAnswer = useNoAnswer()
  const [chosen, setChosen] = useState({ within, lines: first })
  const [disposition, setDisposition] = useState(props.disposition ?? 'note')
  const [why, setWhy] = useState<string | null>(null)
  const [isBusy, startTransition] = useTransition()
  // Of other lines all are chosen again.
  const lines = isSame(chosen.within, within) ? chosen.lines : within
  const save = (text: string) =>
    startTransition(async () => {
      const outcome = await onSave({ lines, text, disposition }).catch(noAnswer)
      if (outcome.isDone) onEnd()
      else setWhy(outcome.why)
    })
  return (
    <section
      ref={showAll}
      aria-label={t('new')}
      className="space-y-2 border-t border-line bg-well p-3 font-sans text-sm"
    >
      <RemarkField
        ref={focusField}
        label={t('text')}
        rows={3}
        save={t('save')}
        isBusy={isBusy}
        onSave={save}
        onDraft={onDraft}
        onCancel={onEnd}
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <SegmentedChoice
            name="comment-disposition"
            legend={t('disposition')}
            choices={KINDS.map((value) => ({ value, label: t(value) }))}
            value={disposition}
            onChoose={setDisposition}
          />
          {children}
          <LinesField
            within={within}
            lines={lines}
            onChoose={(wanted) => setChosen({ within, lines: wanted })}
          />
        </div>
        {disposition === 'fix' ? <p className="text-xs text-ink-2">{t('fixHint')}</p> : null}
      </RemarkField>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
    </section>
  )
}

const isSame = (one: LineRange, other: LineRange) => one.from === other.from && one.to === other.to
