'use client'

import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/markdown/register'

self.MonacoEnvironment = {
  getWorker: () => new Worker(new URL('./editor.worker.ts', import.meta.url), { type: 'module' }),
}

/** Monaco's own colours, overridden by those of the page. */
const THEMES = {
  'palimpsest-light': {
    base: 'vs',
    colors: {
      'editor.background': '#ffffff',
      'diffEditor.insertedLineBackground': '#e6f6ea',
      'diffEditor.insertedTextBackground': '#b4e6c1',
      'diffEditor.removedLineBackground': '#fdecea',
      'diffEditor.removedTextBackground': '#f8c6c1',
    },
  },
  'palimpsest-dark': {
    base: 'vs-dark',
    colors: {
      'editor.background': '#191a1d',
      'diffEditor.insertedLineBackground': '#12301b',
      'diffEditor.insertedTextBackground': '#1f5a30',
      'diffEditor.removedLineBackground': '#3a1917',
      'diffEditor.removedTextBackground': '#6b2a25',
    },
  },
} as const

for (const [name, { base, colors }] of Object.entries(THEMES)) {
  monaco.editor.defineTheme(name, { base, inherit: true, rules: [], colors })
}

/** The theme for the system's light or dark preference. */
export function themeFor(isDark: boolean): keyof typeof THEMES {
  return isDark ? 'palimpsest-dark' : 'palimpsest-light'
}

/**
 * Limit on the characters of both texts for which Markdown is recognised: that takes a quarter of a
 * second.
 */
const MAX_MARKDOWN = 50_000

/** Returns the language of texts with this many characters. */
export function languageFor(length: number): 'markdown' | 'plaintext' {
  return length > MAX_MARKDOWN ? 'plaintext' : 'markdown'
}

export { monaco }
