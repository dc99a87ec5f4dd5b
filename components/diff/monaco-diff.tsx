'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { type DiffOptions, storeDiffOptions, storedDiffOptions } from './diff-options'
import { followScheme, isDarkScheme } from './dark-scheme'
import { languageFor, monaco, themeFor } from './monaco'

export interface MonacoDiffProps {
  before: string
  after: string
  /** called once the difference is shown */
  onReady?: () => void
}

type DiffEditor = ReturnType<typeof monaco.editor.createDiffEditor>

/** Below this width two texts don't fit side by side; pixels. */
const WIDE = 700

const SWITCHES = ['isSideBySide', 'ignoresSpaces', 'marksWords', 'foldsSame'] as const

/**
 * Two texts compared in Monaco, side by side or stacked, with steps between changes by `n` and `p`.
 */
export function MonacoDiff({ before, after, onReady }: MonacoDiffProps) {
  const t = useTranslations('Diff')
  const container = useRef<HTMLDivElement>(null)
  const editor = useRef<DiffEditor>(null)
  const [options, setOptions] = useState(storedDiffOptions)
  const [found, setFound] = useState<{ before: string; after: string; count: number } | null>(null)
  const [at, setAt] = useState(0)
  // Results for earlier texts don't apply to these.
  const changes = found?.before === before && found.after === after ? found.count : null
  const labels = { before: t('before'), after: t('after') }

  const compared = useEffectEvent(() => {
    const found = editor.current?.getLineChanges() ?? []
    setFound({ before, after, count: found.length })
    setAt(0)
    // Before anybody scrolls, show the first change rather than the first line.
    if (found[0]) editor.current?.getModifiedEditor().revealLineInCenter(lineOf(found[0]))
    onReady?.()
  })
  const created = useEffectEvent((element: HTMLElement) =>
    monaco.editor.createDiffEditor(element, { ...FIXED, ...monacoOptions(options) }),
  )
  const labelled = useEffectEvent((made: DiffEditor) => {
    // The constructor's own options for these names do not reach the two editors.
    made.getOriginalEditor().updateOptions({ ariaLabel: labels.before })
    made.getModifiedEditor().updateOptions({ ariaLabel: labels.after })
  })
  useEffect(() => {
    if (!container.current) return
    const made = created(container.current)
    editor.current = made
    labelled(made)
    const listener = made.onDidUpdateDiff(() => compared())
    const onScheme = () => monaco.editor.setTheme(themeFor(isDarkScheme()))
    onScheme()
    const unfollow = followScheme(onScheme)
    return () => {
      unfollow()
      listener.dispose()
      editor.current = null
      made.dispose()
    }
  }, [])
  useEffect(() => {
    const language = languageFor(before.length + after.length)
    const models = {
      original: monaco.editor.createModel(before, language),
      modified: monaco.editor.createModel(after, language),
    }
    editor.current?.setModel(models)
    return () => {
      editor.current?.setModel(null)
      models.original.dispose()
      models.modified.dispose()
    }
  }, [before, after])

  const change = (name: keyof DiffOptions) => {
    const next = { ...options, [name]: !options[name] }
    setOptions(next)
    storeDiffOptions(next)
    editor.current?.updateOptions(monacoOptions(next))
  }
  const go = (by: 1 | -1) => {
    const found = editor.current?.getLineChanges() ?? []
    if (found.length === 0) return
    const next =
      at === 0 && by === -1 ? found.length : ((at - 1 + by + found.length) % found.length) + 1
    const target = found[next - 1]
    const line = target ? lineOf(target) : 1
    const side = editor.current?.getModifiedEditor()
    side?.setPosition({ lineNumber: line, column: 1 })
    side?.revealLineInCenter(line)
    setAt(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key !== 'j' && event.key !== 'k') return
    event.preventDefault()
    event.stopPropagation()
    go(event.key === 'j' ? 1 : -1)
  }
  return (
    <div className="flex h-full min-h-96 flex-col" onKeyDownCapture={onKeyDown}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-1 text-xs">
        <p role="status" className="text-ink-3">
          {changes === null ? t('comparing') : t('changes', { count: changes })}
          {at === 0 || changes === null ? '' : ` · ${t('at', { at, count: changes })}`}
        </p>
        <Button
          variant="quiet"
          size="small"
          disabled={!changes}
          aria-keyshortcuts="k"
          onClick={() => go(-1)}
        >
          <ChevronUp size={14} aria-hidden /> {t('previous')}
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={!changes}
          aria-keyshortcuts="j"
          onClick={() => go(1)}
        >
          <ChevronDown size={14} aria-hidden /> {t('next')}
        </Button>
        {SWITCHES.map((name) => (
          <label key={name} className="flex items-center gap-1">
            <input type="checkbox" checked={options[name]} onChange={() => change(name)} />
            {t(name)}
          </label>
        ))}
      </div>
      <div
        ref={container}
        className={classNames('min-h-0 flex-1', !options.marksWords && 'without-words')}
      />
    </div>
  )
}

/** The line of a change in the new text; a pure deletion is before its line. */
function lineOf({ modifiedStartLineNumber }: { modifiedStartLineNumber: number }): number {
  return Math.max(modifiedStartLineNumber, 1)
}

const FIXED = {
  readOnly: true,
  automaticLayout: true,
  useInlineViewWhenSpaceIsLimited: true,
  renderSideBySideInlineBreakpoint: WIDE,
  minimap: { enabled: false },
  renderOverviewRuler: false,
  scrollBeyondLastLine: false,
  wordWrap: 'on',
  // Beyond this time the rest is shown as replaced; milliseconds.
  maxComputationTime: 1_000,
  unicodeHighlight: { ambiguousCharacters: false },
  fontFamily: "'JetBrains Mono Variable', monospace",
  fontSize: 13,
} as const

function monacoOptions(options: DiffOptions) {
  return {
    renderSideBySide: options.isSideBySide,
    ignoreTrimWhitespace: options.ignoresSpaces,
    hideUnchangedRegions: { enabled: options.foldsSame },
  }
}
