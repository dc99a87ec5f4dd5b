'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { EditConflict } from '@/components/content/edit-conflict'
import { byteLength, EditSize } from '@/components/content/edit-size'
import { LeaveQuestion } from '@/components/content/leave-question'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { sendByKeys } from '@/components/ui/send-by-keys'

/** A text that was typed and is not saved yet. */
export interface Draft {
  /** the text that what is written started from */
  base: string
  written: string
}

export interface TextFormProps {
  text: string
  /** of the field; left out: what the lines should say */
  label?: string
  /** bytes; left out: it is not known here */
  limit?: number
  /** a draft with which to continue, in place of the text */
  draft?: Draft | null
  /** at every change of what is written */
  onDraft?: (draft: Draft) => void
  /** reason why the text was refused; null: it was not */
  why?: string | null
  /** of the button that takes the text; null: it was decided meanwhile, and is only kept */
  save: string | null
  onSave: (text: string) => void
  onCancel: () => void
}

/** Both sides of a text that changed below what is written. */
interface Overtaken {
  base: string
  theirs: string
  merged: string
  fits: boolean
}

/**
 * A text to write anew, in place: ⌘ or Ctrl with Enter takes it, Escape goes back, and asks if
 * something would be lost. If the text has changed below what is written, both are shown and one
 * chooses before it is taken.
 */
export function TextForm(props: TextFormProps) {
  const { text, label, limit, draft = null, onDraft, why = null, save, onSave, onCancel } = props
  const t = useTranslations('Edit')
  const field = useRef<HTMLTextAreaElement>(null)
  /** the text that the edit began from */
  const base = useRef(draft?.base ?? text)
  const isGiven = useRef(false)
  const [bytes, setBytes] = useState(() => byteLength(draft?.written ?? text))
  const [isOverTold, setOverTold] = useState(false)
  const [overtaken, setOvertaken] = useState<Overtaken | null>(null)
  const [isAsked, setAsked] = useState(false)
  useEffect(() => field.current?.focus(), [])
  const written = () => {
    const value = field.current?.value ?? ''
    const isEnded = value === '' || value.endsWith('\n') || !base.current.endsWith('\n')
    return isEnded ? value : `${value}\n`
  }
  const tell = () => {
    const value = field.current?.value ?? ''
    setBytes(byteLength(value))
    onDraft?.({ base: base.current, written: value })
  }
  const showBoth = async () => {
    // Until it has loaded, the text is not taken either.
    const merge = await import('@/lib/text/merge').catch(() => null)
    if (!merge || !field.current) return
    const sides = { base: base.current, ours: written(), theirs: text }
    setOvertaken({
      base: sides.base,
      theirs: text,
      merged: merge.mergeKeepingBoth(sides),
      fits: merge.mergeTexts(sides).clean,
    })
  }
  const goOnFrom = (value: string | null) => {
    if (value !== null && field.current) field.current.value = value
    base.current = overtaken?.theirs ?? text
    isGiven.current = false
    setOvertaken(null)
    tell()
    field.current?.focus()
  }
  const take = () => {
    if (save === null) return
    const isOver = limit !== undefined && byteLength(written()) > limit
    setOverTold(isOver)
    if (isOver) return
    if (text !== base.current) return void showBoth()
    isGiven.current = true
    onSave(written())
  }
  const leave = () => {
    if (written() === base.current) onCancel()
    else setAsked(true)
  }
  // It was refused, since the text is another now.
  const onChanged = useEffectEvent(() => {
    const isAgain = isGiven.current || overtaken !== null
    if (isAgain && save !== null && text !== base.current) void showBoth()
  })
  useEffect(() => onChanged(), [text])
  const isOver = limit !== undefined && bytes > limit
  return (
    <>
      <LeaveQuestion
        isAsked={isAsked}
        onStay={() => setAsked(false)}
        onDiscard={onCancel}
        onKeep={null}
      />
      <form
        className="border-t border-line bg-well"
        onSubmit={(event) => {
          event.preventDefault()
          take()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.defaultPrevented) {
            event.preventDefault()
            leave()
          }
          if (event.key === 's' && (event.metaKey || event.ctrlKey)) {
            event.preventDefault()
            take()
          }
          sendByKeys(event)
        }}
      >
        {overtaken === null ? null : (
          <EditConflict
            base={overtaken.base}
            theirs={overtaken.theirs}
            by=""
            fits={overtaken.fits}
            onMerge={() => goOnFrom(overtaken.merged)}
            onMine={() => goOnFrom(null)}
            onTheirs={() => goOnFrom(overtaken.theirs)}
          />
        )}
        <div className="p-3">
          <label className="block">
            <span className="text-xs text-ink-2">{label ?? t('linesLabel')}</span>
            <textarea
              ref={field}
              defaultValue={draft?.written ?? text}
              onInput={tell}
              rows={Math.min(20, Math.max(3, text.split('\n').length))}
              spellCheck={false}
              className="mt-1 field-sizing-content block max-h-[60dvh] w-full rounded-control border border-control bg-sheet p-2 font-mono text-code"
            />
          </label>
          {limit !== undefined && isOverTold && isOver ? (
            <ErrorNotice>{t('over', { over: bytes - limit })}</ErrorNotice>
          ) : null}
          {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
          <p role="status" className="mt-1 text-caution empty:hidden">
            {save === null ? t('decidedMeanwhile') : null}
          </p>
          <div className="mt-2 flex flex-wrap items-center gap-2">
            {save === null ? null : (
              <Button type="submit" variant="primary" size="small">
                {save} <Kbd>⌘↵</Kbd>
              </Button>
            )}
            <Button variant="quiet" size="small" onClick={leave}>
              {t('cancel')} <Kbd>Esc</Kbd>
            </Button>
            {limit === undefined ? null : (
              <span className="ml-auto text-xs">
                <EditSize bytes={bytes} limit={limit} />
              </span>
            )}
          </div>
        </div>
      </form>
    </>
  )
}
