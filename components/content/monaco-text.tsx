'use client'

import { isWritten } from '@/components/ui/is-written'
import { useEffect, useEffectEvent, useRef } from 'react'
import { followScheme, isDarkScheme } from '@/components/diff/dark-scheme'
import { monaco, themeFor } from '@/components/diff/monaco'

export interface MonacoTextProps {
  label: string
  /** the text to edit; a new value replaces what was typed */
  text: string
  /** the text with all line ends as `\n` */
  onChange: (text: string) => void
  onSave: () => void
}

/** A text editor. Ctrl+S saves; Ctrl+M makes Tab move the focus instead of indenting. */
export function MonacoText({ label, text, onChange, onSave }: MonacoTextProps) {
  const container = useRef<HTMLDivElement>(null)
  const changed = useEffectEvent(onChange)
  const save = useEffectEvent(onSave)

  useEffect(() => {
    const element = container.current
    if (!element) return
    const model = monaco.editor.createModel(text, 'markdown')
    model.setEOL(monaco.editor.EndOfLineSequence.LF)
    const editor = monaco.editor.create(element, {
      model,
      ariaLabel: label,
      automaticLayout: true,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      wordWrap: 'on',
      // The text stays as it is: nothing is trimmed, converted or asked about.
      trimAutoWhitespace: false,
      unusualLineTerminators: 'off',
      detectIndentation: false,
      theme: themeFor(isDarkScheme()),
      fontFamily: "'JetBrains Mono Variable', monospace",
    })
    editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS, () => save())
    const listener = model.onDidChangeContent(() =>
      changed(model.getValue(monaco.editor.EndOfLinePreference.LF, true)),
    )
    const unfollow = followScheme(() => monaco.editor.setTheme(themeFor(isDarkScheme())))
    // Loading takes a while: who writes elsewhere by now goes on there.
    if (!isWritten(document.activeElement)) editor.focus()
    return () => {
      unfollow()
      listener.dispose()
      editor.dispose()
      model.dispose()
    }
  }, [text, label])

  return <div ref={container} className="min-h-96 flex-1" />
}
