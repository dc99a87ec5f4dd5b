import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { isTextInput } from '@/components/keys/page-key'
import { hidesNothing } from '@/components/lines/visible-text'
import { useHydrated } from '@/components/ui/time'
import type { MonacoText, MonacoTextProps } from './monaco-text'

/** The editor, once it has been loaded. */
let known: typeof MonacoText | undefined

/**
 * A text to edit. The editor is large: until somebody turns to the text, a plain field stands in its
 * place, which works as well; what was typed there, the selection and the focus then go over to the
 * editor. It comes at once if the page was reached from another one, and where a plain field would not
 * show what hides in the text, or would take seconds to lay it out.
 */
export function EditedText(props: Omit<MonacoTextProps, 'typedIn' | 'onOpen'>) {
  const { label, text, onChange, onSave } = props
  const t = useTranslations('Edit')
  const field = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const [isReachedByAct] = useState(useHydrated())
  const [Loaded, setLoaded] = useState(() => known)
  const [isOpen, setOpen] = useState(false)
  const isAsked = useRef(false)
  const isPlain = useMemo(() => fitsField(text), [text])

  const open = () => {
    // A word that is being put together would be lost.
    if (!isComposing.current) setLoaded(() => known)
  }
  const load = () => {
    // Only browsers have it: what is left out by this was built for the server as well.
    if (typeof window === 'undefined' || isAsked.current) return
    // On a phone the plain field is the better one.
    if (isPlain && window.matchMedia('(width < 48rem)').matches) return
    isAsked.current = true
    void import('./monaco-text').then(
      (module) => {
        known = module.MonacoText
        open()
      },
      () => (isAsked.current = false),
    )
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
    <div className="relative flex min-h-96 flex-1 flex-col print:hidden" onPointerMove={load}>
      {Loaded ? <Loaded {...props} typedIn={field} onOpen={() => setOpen(true)} /> : null}
      {isOpen || !isPlain ? null : (
        <>
          <textarea
            key={text}
            ref={field}
            aria-label={label}
            defaultValue={text}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            className="absolute inset-0 resize-none bg-sheet max-md:bottom-6 pr-3.5 pl-[87px] max-md:px-4 max-md:py-2 font-mono text-[14px] leading-[19px] wrap-anywhere whitespace-pre-wrap outline-none [tab-size:4]"
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
          <p className="pointer-events-none absolute inset-x-0 bottom-0 bg-sheet px-4 py-1 text-xs text-ink-3 md:hidden">
            {t('editorWide')}
          </p>
        </>
      )}
    </div>
  )
}

/** Characters. A longer line may be such that a browser needs seconds to break it. */
const LONGEST_LINE = 2_000

/** Whether a plain field shows the text in full, without lag and with nothing invisible in it. */
function fitsField(text: string): boolean {
  return text.split('\n').every((line) => line.length <= LONGEST_LINE && hidesNothing(line))
}
