import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Theme = 'light' | 'dark'

const TOKENS = tokensOf(readFileSync('app/css/tokens.css', 'utf8'))

/** WCAG 2.2, success criterion 1.4.3: text of any size that we use. */
const TEXT = 4.5

/**
 * Criterion 1.4.11: the contrast of what identifies a control, and of a mark that carries meaning.
 */
const MARK = 3

const SURFACES = ['sheet', 'well', 'raised', 'desk', 'hover', 'selected'] as const
const SYNTAX = ['syn-key', 'syn-str', 'syn-num', 'syn-code', 'syn-link'] as const

/** Colours of text, each with the grounds that it is written on. */
const WRITTEN: readonly (readonly [ink: string, grounds: readonly string[]])[] = [
  ['ink', [...SURFACES, 'match', 'track', 'desk-selected', 'added-word', 'removed-word']],
  ['ink-2', [...SURFACES, 'track', 'desk-selected', 'desk-hover', 'added-word', 'removed-word']],
  ['ink-3', ['sheet', 'well', 'raised', 'desk', 'hover', 'track', 'added-line', 'removed-line']],
  ['accent', ['sheet', 'raised', 'accent-bg', 'well']],
  ['on-accent', ['accent', 'accent-hover']],
  ['added', ['sheet', 'raised', 'track', 'added-line']],
  ['removed', ['sheet', 'raised', 'track', 'removed-line', 'danger-bg']],
  ['caution', ['sheet', 'raised', 'caution-bg']],
  ['on-danger', ['danger']],
  ...Array.from({ length: 8 }, (_, at) => [`who-${at + 1}-ink`, [`who-${at + 1}`]] as const),
  ...SYNTAX.map(
    (name) =>
      [
        name,
        ['sheet', 'well', 'added-line', 'removed-line', 'added-word', 'removed-word'],
      ] as const,
  ),
  ['syn-code', ['syn-code-bg']],
]

/** Colours of edges and fills that mean something, each with the grounds around it. */
const TOLD: readonly (readonly [mark: string, grounds: readonly string[]])[] = [
  ['control', ['sheet', 'raised', 'well', 'desk']],
  ['added-bar', ['sheet', 'added-line']],
  ['removed-bar', ['sheet', 'removed-line']],
  ['accent', ['sheet', 'desk', 'selected']],
]

describe.each<Theme>(['light', 'dark'])('in the %s theme', (theme) => {
  test.each(WRITTEN)('%s can be read on %j', (ink, grounds) => {
    for (const ground of grounds) {
      expect.soft(contrast(theme, ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(TEXT)
    }
  })

  test.each(TOLD)('%s can be told from %j', (mark, grounds) => {
    for (const ground of grounds) {
      expect
        .soft(contrast(theme, mark, ground), `${mark} on ${ground}`)
        .toBeGreaterThanOrEqual(MARK)
    }
  })
})

function tokensOf(css: string): Record<Theme, ReadonlyMap<string, string>> {
  const found = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/g)]
  return {
    light: new Map(found.map(([, name = '', light = '']) => [name, light])),
    dark: new Map(found.map(([, name = '', , dark = '']) => [name, dark])),
  }
}

/** The contrast ratio of WCAG 2.2, 1 to 21. */
function contrast(theme: Theme, one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other]
    .map((name) => luminance(TOKENS[theme].get(name) ?? missing(name)))
    .toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function missing(name: string): never {
  throw new Error(`app/css/tokens.css has no colour --${name}`)
}

/** Relative luminance of WCAG 2.2, of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
