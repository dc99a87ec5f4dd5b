'use client'

import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isTextInput } from '@/components/ui/is-text-input'
import { useHydrated } from '@/components/ui/use-hydrated'
import { splitLines } from '@/lib/text/lines'
import { visibleRuns } from '@/lib/text/visible-text'
import type { MonacoText, MonacoTextProps } from './monaco-text'

type Editor = typeof MonacoText

/** The editor, once it has been loaded. */
let known: Editor | undefined

/**
 * A text to edit. The editor is large: until somebody turns to the text, a plain field stands in
 * its place, which works as well; the text typed there, the selection and the focus are then handed
 * to the editor. The editor comes at once if the page was reached from another one. It replaces the
 * field from the start if a field would not show what hides in the text, or would take seconds to
 * lay it out.
 */
export function EditedText(props: Omit<MonacoTextProps, 'typedIn' | 'onOpen'>) {
  const { label, text, onChange, onSave } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const [isReachedByAct] = useState(useHydrated())
  const [Editor, setEditor] = useState(() => known)
  const [isOpen, setOpen] = useState(false)
  const isAsked = useRef(false)
  const isPlain = useMemo(() => fitsField(text), [text])

  const open = () => {
    // A word that is being put together would be lost.
    if (!isComposing.current) setEditor(() => known)
  }
  const load = () => {
    // Only browsers have it: what is left out by this was built for the server as well.
    if (typeof window === 'undefined' || isAsked.current) return
    isAsked.current = true
    const fail = () => {
      isAsked.current = false
    }
    void import('./monaco-text').then((module) => {
      known = module.MonacoText
      open()
    }, fail)
  }
  const begin = useEffectEvent(() => {
    const element = field.current
    if (element && !isTextInput(document.activeElement)) element.focus()
    // Typed before the scripts came.
    if (element && element.value !== element.defaultValue) onChange(element.value)
    if (isReachedByAct || !isPlain) load()
  })
  useEffect(() => begin(), [])

  return (
    <div className="relative flex min-h-96 flex-1 flex-col" onPointerMove={load}>
      {Editor ? <Editor {...props} typedIn={field} onOpen={() => setOpen(true)} /> : null}
      {isOpen || !isPlain ? null : (
        <textarea
          key={text}
          ref={field}
          aria-label={label}
          defaultValue={text}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          className="edit-field"
          onPointerDown={load}
          onKeyDown={(event) => {
            load()
            const isSave = event.key === 's' || event.key === 'Enter'
            if (!isSave || !(event.ctrlKey || event.metaKey)) return
            event.preventDefault()
            onSave()
          }}
          onInput={({ currentTarget }) => {
            load()
            onChange(currentTarget.value)
          }}
          onCompositionStart={() => (isComposing.current = true)}
          onCompositionEnd={() => {
            isComposing.current = false
            if (known) open()
          }}
        />
      )}
    </div>
  )
}

/** Characters. A longer line may be such that a browser needs seconds to break it. */
const LONGEST_LINE = 2_000

/**
 * Returns whether a plain field can show the text in full, without lag and with nothing invisible
 * in it.
 */
function fitsField(text: string): boolean {
  return splitLines(text).every(
    (line) => line.length <= LONGEST_LINE && visibleRuns(line).every(({ label }) => label === null),
  )
}
