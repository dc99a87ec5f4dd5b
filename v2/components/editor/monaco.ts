'use client'

import * as monaco from 'monaco-editor/editor'
import 'monaco-editor/features/register.all'
import 'monaco-editor/languages/definitions/markdown/register'

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
export function followTheme(): () => void {
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

/** The language of a text with this many characters. */
export function languageFor(length: number): 'markdown' | 'plaintext' {
  return length > MAX_MARKDOWN ? 'plaintext' : 'markdown'
}

export { monaco }
