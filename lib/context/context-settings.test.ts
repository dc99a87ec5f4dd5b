import { describe, expect, test } from 'vitest'
import {
  clearingOf,
  type ContextSettingsInput,
  contextSettings,
  thresholdsOf,
} from './context-settings'
import { type ContextThresholds, DEFAULT_THRESHOLDS } from './context-thresholds'

const settings = (given: ContextSettingsInput = {}) => contextSettings.parse(given)

describe('the settings of a context', () => {
  test('leave the window and the thresholds to the installation, unless a session has its own', () => {
    expect(settings()).toMatchObject({
      window: null,
      warningAt: null,
      errorAt: null,
      compactAt: null,
    })
  })

  test('clear nothing by themselves', () => {
    expect(settings().clearing.by).toBe('off')
  })

  test('clear, once they do, as the API does where nothing is said, and never what memory answered', () => {
    expect(settings().clearing.toolUses).toEqual({
      trigger: { type: 'input_tokens', value: 100_000 },
      keep: 3,
      clearAtLeast: null,
      excludeTools: null,
      clearToolInputs: false,
    })
  })

  test('leave memory out of the clearing also where only something else is said of it', () => {
    const { toolUses } = settings({ clearing: { by: 'api', toolUses: { keep: 5 } } }).clearing
    expect(toolUses).toMatchObject({ keep: 5, excludeTools: null })
  })

  test('leave out, where nobody chose, what reads memory in the tools that a session has', () => {
    const reading = ['memory_list', 'memory_read']
    expect(clearingOf(settings(), reading).toolUses?.excludeTools).toEqual(reading)
    const chosen = settings({ clearing: { toolUses: { excludeTools: ['x'] } } })
    expect(clearingOf(chosen, reading).toolUses?.excludeTools).toEqual(['x'])
  })

  test('let memory be cleared where it is said', () => {
    const { toolUses } = settings({ clearing: { toolUses: { excludeTools: [] } } }).clearing
    expect(toolUses?.excludeTools).toEqual([])
  })

  test('have a summary of at most 16,384 tokens made here, by the session’s model', () => {
    expect(settings().compaction).toMatchObject({
      by: 'palimpsest',
      model: null,
      maxTokens: 16_384,
      instructions: '',
      savesFirst: true,
      isReviewed: false,
    })
  })

  test('remind of all there is', () => {
    expect(settings().reminders).toEqual({ listing: true, changes: true, size: true })
  })

  test('take no name for a model that is only spaces', () => {
    expect(settings({ compaction: { model: '  ' } }).compaction.model).toBeNull()
  })

  test.each<[string, ContextSettingsInput]>([
    ['a warning above the error', { warningAt: 90, errorAt: 80 }],
    ['an error above the compaction', { errorAt: 95, compactAt: 92 }],
    ['a warning above the compaction', { warningAt: 95, compactAt: 92 }],
    ['a mark of nothing', { warningAt: 0 }],
    ['a mark beyond the window', { compactAt: 101 }],
    ['a window in which nothing fits', { window: 999 }],
    ['a summary of nothing', { compaction: { maxTokens: 0 } }],
    [
      'a trigger of nothing',
      { clearing: { toolUses: { trigger: { type: 'tool_uses', value: 0 } } } },
    ],
    ['thinking of no turn', { clearing: { thinking: { keep: 0 } } }],
  ])('refuse %s', (_name, given) => {
    expect(contextSettings.safeParse(given).success).toBe(false)
  })

  test.each<[string, ContextSettingsInput]>([
    ['marks in their order', { warningAt: 10, errorAt: 20, compactAt: 30 }],
    ['marks at one place', { warningAt: 50, errorAt: 50, compactAt: 50 }],
    [
      'a warning above where compaction would be, were it not off',
      { warningAt: 95, compactAt: 'off' },
    ],
  ])('take %s', (_name, given) => {
    expect(contextSettings.safeParse(given).success).toBe(true)
  })

  test('stay as they are when they are parsed again', () => {
    const first = settings({ warningAt: 10, clearing: { by: 'api', thinking: { keep: 'all' } } })
    expect(contextSettings.parse(first)).toEqual(first)
  })
})

describe('the thresholds of a session', () => {
  test.each<[string, ContextSettingsInput, ContextThresholds]>([
    ['are those of the installation', {}, DEFAULT_THRESHOLDS],
    [
      'are its own where it has them',
      { warningAt: 10, errorAt: 20, compactAt: 30 },
      {
        warning: 10,
        error: 20,
        compaction: 30,
      },
    ],
    ['are its own one by one', { errorAt: 85 }, { ...DEFAULT_THRESHOLDS, error: 85 }],
    [
      'have no compaction where it is off',
      { compactAt: 'off' },
      { ...DEFAULT_THRESHOLDS, compaction: null },
    ],
  ])('%s', (_name, given, thresholds) => {
    expect(thresholdsOf(settings(given), DEFAULT_THRESHOLDS)).toEqual(thresholds)
  })

  test('may have a compaction where the installation has none', () => {
    const installation: ContextThresholds = { ...DEFAULT_THRESHOLDS, compaction: null }
    expect(thresholdsOf(settings(), installation).compaction).toBeNull()
    expect(thresholdsOf(settings({ compactAt: 50 }), installation).compaction).toBe(50)
  })
})
