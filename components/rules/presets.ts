import type { StoreRules } from '@/lib/review/rules'
import { PINNED_PATHS } from '@/lib/text/memory-path'

/** The answers that a store's rules may have, presets of them, and what they do in a sentence. */

/** In the order in which they are offered. */
export const ANSWERS = {
  everything: ['review', 'hold', 'land'],
  secrets: ['flag', 'mask', 'hold', 'refuse'],
  personalData: ['flag', 'ignore', 'mask', 'hold'],
  instructions: ['flag', 'hold', 'refuse'],
  deletions: ['review', 'hold', 'refuse'],
} as const satisfies { [Of in Exclude<keyof StoreRules, 'paths'>]: readonly StoreRules[Of][] }

export type Asked = keyof typeof ANSWERS

export const ASKED = Object.keys(ANSWERS) as Asked[]

/** What a row of paths may answer, in place of `everything`. */
export const PATH_ANSWERS = ['land', 'hold', 'refuse'] as const

export type PathRow = StoreRules['paths'][number]

/** As the schema has them (lib/review/rules.ts). */
export const MAX_ROWS = 100
export const MAX_GLOB = 256

/** Answers to start from. */
export const PRESETS = {
  watch: {
    everything: 'review',
    secrets: 'flag',
    personalData: 'flag',
    instructions: 'flag',
    deletions: 'review',
    paths: [],
  },
  careful: {
    everything: 'review',
    secrets: 'mask',
    personalData: 'flag',
    instructions: 'hold',
    deletions: 'hold',
    paths: PINNED_PATHS.map((glob) => ({ glob, answer: 'hold' })),
  },
  strict: {
    everything: 'hold',
    secrets: 'refuse',
    personalData: 'mask',
    instructions: 'refuse',
    deletions: 'hold',
    paths: [],
  },
} as const satisfies Record<string, StoreRules>

export type Preset = keyof typeof PRESETS

/** The preset whose answers these are, whatever they say of paths; null: none. */
export function presetOf(rules: StoreRules): Preset | null {
  const presets = Object.keys(PRESETS) as Preset[]
  return presets.find((name) => ASKED.every((of) => PRESETS[name][of] === rules[of])) ?? null
}

/** Rules with a preset's answers; rows of paths that no preset made are kept. */
export function withPreset(name: Preset, paths: readonly PathRow[]): StoreRules {
  const isPresets = ({ glob, answer }: PathRow) =>
    answer === 'hold' && PINNED_PATHS.some((path) => path === glob)
  const own = paths.filter((row) => !isPresets(row))
  return { ...PRESETS[name], paths: [...PRESETS[name].paths, ...own] }
}

/** What a sentence needs of a language: its texts of `Rules.sentence`, and lists. */
export interface SentenceWords {
  text: (key: SentenceKey, facts?: Record<string, string | number>) => string
  list: (parts: readonly string[]) => string
}

export type SentenceKey =
  | `base.${StoreRules['everything']}`
  | 'paths'
  | Exclude<Asked, 'everything'>
  | Clause

/** What a part of the sentence says of those that it names. */
type Clause = 'mask' | 'ignore' | 'hold' | 'refuse' | 'land'

const CLAUSES: readonly Clause[] = ['mask', 'ignore', 'land', 'hold', 'refuse']

/** More globs than these are counted. */
const MOST_NAMED = 1

/**
 * What rules do, in a sentence or two. What it says holds for every write, in that the strictest of what
 * it says of one holds; what it does not name is as it says of all.
 */
export function sentenceOf(rules: StoreRules, { text, list }: SentenceWords): string {
  const { everything, paths } = rules
  const landing = everything === 'land' ? [] : paths.filter(({ answer }) => answer === 'land')
  const clauses = CLAUSES.flatMap((clause) => {
    // Where all waits, it need not be said of some, unless others are let through.
    if (clause === 'hold' && everything === 'hold' && landing.length === 0) return []
    const asked = ASKED.filter((of) => of !== 'everything' && rules[of] === clause)
    const rows = clause === 'land' ? landing : paths.filter(({ answer }) => answer === clause)
    const globs = new Set(rows.map(({ glob }) => glob))
    const named = globs.size > MOST_NAMED ? [text('paths', { count: globs.size })] : [...globs]
    const parts = [...asked.map((of) => text(of as SentenceKey)), ...named]
    if (parts.length === 0) return []
    const isOne = asked.length === 0 && globs.size === 1
    return text(clause, { parts: list(parts), count: isOne ? 1 : 2 })
  })
  const base = text(`base.${everything}`)
  if (clauses.length === 0) return `${base}.`
  return `${base}. ${capital(clauses.join('; '))}.`
}

const capital = (sentence: string) => sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1)
