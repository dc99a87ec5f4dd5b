import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/markdown/register'
import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { isTextInput } from '@/components/keys/page-key'
import { openPalette } from '@/components/palette/host'
import { lineRange } from '@/lib/text/lines'

self.MonacoEnvironment = {
  getWorker: () => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' }),
}

const THEMES = {
  'palimpsest-light': { base: 'vs', colors: { 'editor.background': '#ffffff' } },
  'palimpsest-dark': { base: 'vs-dark', colors: { 'editor.background': '#141619' } },
} as const

for (const [name, { base, colors }] of Object.entries(THEMES)) {
  monaco.editor.defineTheme(name, { base, inherit: true, rules: [], colors })
}

const SYSTEM = '(prefers-color-scheme: dark)'

/** Gives all editors the theme of the page: the person's choice goes before the system's. */
function setTheme(): void {
  const { theme } = document.documentElement.dataset
  const isChosen = theme === 'dark' || theme === 'light'
  const isDark = isChosen ? theme === 'dark' : window.matchMedia(SYSTEM).matches
  monaco.editor.setTheme(isDark ? 'palimpsest-dark' : 'palimpsest-light')
}

/** Keeps the theme that of the page, until the returned function is called. */
function followTheme(): () => void {
  setTheme()
  const system = window.matchMedia(SYSTEM)
  system.addEventListener('change', setTheme)
  const chosen = new MutationObserver(setTheme)
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => {
    system.removeEventListener('change', setTheme)
    chosen.disconnect()
  }
}

/** Characters of a text whose Markdown is coloured: of longer ones that takes a quarter of a second. */
const MAX_MARKDOWN = 50_000

export interface MonacoTextProps {
  label: string
  /** the text to edit; a new value replaces what was typed */
  text: string
  /** the text with all line ends as `\n` */
  onChange: (text: string) => void
  onSave: () => void
  /** the field in which the text was edited until now; it leaves once the editor has opened */
  typedIn: RefObject<HTMLTextAreaElement | null>
  onOpen: () => void
}

/** A plain field in its place must not differ, see `EditedText`. */
const LETTERS = {
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontSize: 14,
  lineHeight: 19,
} as const

/** A text editor. ⌘ or Ctrl with Enter or S saves; Ctrl+M makes Tab move the focus instead of indenting. */
export function MonacoText({ label, text, onChange, onSave, typedIn, onOpen }: MonacoTextProps) {
  const container = useRef<HTMLDivElement>(null)
  const changed = useEffectEvent(onChange)
  const save = useEffectEvent(onSave)
  const takeOver = useEffectEvent((editor: monaco.editor.IStandaloneCodeEditor) => {
    const field = typedIn.current
    if (field) takeFrom(field, editor)
    // Loading takes a while: who writes elsewhere by now goes on there.
    else if (!isTextInput(document.activeElement)) editor.focus()
    const named = lineRange(window.location.hash)
    if (named && (field?.selectionStart ?? 0) === 0) {
      editor.setPosition({ lineNumber: named.from, column: 1 })
      editor.revealLineInCenter(named.from)
    }
    onOpen()
  })

  // Before the next key: none is lost between the field and the editor.
  useLayoutEffect(() => {
    const element = container.current
    if (!element) return
    const language = text.length > MAX_MARKDOWN ? 'plaintext' : 'markdown'
    const model = monaco.editor.createModel(text, language)
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
      unicodeHighlight: { ambiguousCharacters: false },
      ...LETTERS,
    })
    for (const key of [monaco.KeyCode.KeyS, monaco.KeyCode.Enter]) {
      editor.addCommand(monaco.KeyMod.CtrlCmd | key, () => save())
    }
    // The editor would wait for another key after it.
    editor.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyK, openPalette)
    const listener = model.onDidChangeContent(() =>
      changed(model.getValue(monaco.editor.EndOfLinePreference.LF, true)),
    )
    const unfollow = followTheme()
    takeOver(editor)
    return () => {
      unfollow()
      listener.dispose()
      editor.dispose()
      model.dispose()
    }
  }, [text, label])

  return <div ref={container} className="min-h-96 flex-1" />
}

/** Takes over text, selection, scroll position and focus from the field; its text can be undone, too. */
function takeFrom(field: HTMLTextAreaElement, editor: monaco.editor.IStandaloneCodeEditor): void {
  const model = editor.getModel()
  if (!model) return
  if (field.value !== model.getValue(monaco.editor.EndOfLinePreference.LF)) {
    editor.executeEdits('typed', [{ range: model.getFullModelRange(), text: field.value }])
    editor.pushUndoStop()
  }
  const { selectionStart, selectionEnd, selectionDirection } = field
  const isBackward = selectionDirection === 'backward'
  editor.setSelection(
    monaco.Selection.fromPositions(
      model.getPositionAt(isBackward ? selectionEnd : selectionStart),
      model.getPositionAt(isBackward ? selectionStart : selectionEnd),
    ),
  )
  editor.setScrollTop(field.scrollTop)
  if (document.activeElement === field) editor.focus()
}
