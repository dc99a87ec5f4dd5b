'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { monaco } from './monaco'

export interface MonacoDiffProps {
  before: string
  after: string
}

const WIDE = 1000

/** Two texts side by side, or one below the other where there is no room. */
export function MonacoDiff({ before, after }: MonacoDiffProps) {
  const t = useTranslations('Diff')
  const container = useRef<HTMLDivElement>(null)
  const [changes, setChanges] = useState<number | null>(null)

  useEffect(() => {
    const element = container.current
    if (!element) return
    const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches
    const editor = monaco.editor.createDiffEditor(element, {
      readOnly: true,
      automaticLayout: true,
      renderSideBySideInlineBreakpoint: WIDE,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      hideUnchangedRegions: { enabled: true },
      theme: isDark ? 'vs-dark' : 'vs',
      fontFamily: "'JetBrains Mono Variable', monospace",
    })
    const models = {
      original: monaco.editor.createModel(before, 'markdown'),
      modified: monaco.editor.createModel(after, 'markdown'),
    }
    editor.setModel(models)
    // The constructor's own options for these names do not reach the two editors.
    editor.getOriginalEditor().updateOptions({ ariaLabel: t('before') })
    editor.getModifiedEditor().updateOptions({ ariaLabel: t('after') })
    const listener = editor.onDidUpdateDiff(() => setChanges(editor.getLineChanges()?.length ?? 0))
    return () => {
      listener.dispose()
      editor.dispose()
      models.original.dispose()
      models.modified.dispose()
    }
  }, [before, after, t])

  return (
    <div className="flex h-full min-h-96 flex-col">
      <p role="status" className="px-4 py-1 text-xs text-faint">
        {changes === null ? t('comparing') : t('changes', { count: changes })}
      </p>
      <div ref={container} className="flex-1" />
    </div>
  )
}
