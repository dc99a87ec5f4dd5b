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
  test('default the window and the thresholds to the installation’s', () => {
    expect(settings()).toMatchObject({
      window: null,
      warningAt: null,
      errorAt: null,
      compactAt: null,
    })
  })

  test('clear nothing by default', () => {
    expect(settings().clearing.by).toBe('off')
  })

  test('clear, once enabled, by the API’s defaults, but never memory results', () => {
    expect(settings().clearing.toolUses).toEqual({
      trigger: { type: 'input_tokens', value: 100_000 },
      keep: 3,
      clearAtLeast: null,
      excludeTools: [],
      clearToolInputs: false,
    })
  })

  test('let what was read from memory be cleared, even if only another option is set', () => {
    const { toolUses } = settings({ clearing: { by: 'api', toolUses: { keep: 5 } } }).clearing
    expect(toolUses).toMatchObject({ keep: 5, excludeTools: [] })
  })

  test('exclude the session’s tools that read memory if set so', () => {
    const reading = ['memory_list', 'memory_read']
    const asked = settings({ clearing: { toolUses: { excludeTools: null } } })
    expect(clearingOf(asked, reading).toolUses?.excludeTools).toEqual(reading)
    const chosen = settings({ clearing: { toolUses: { excludeTools: ['x'] } } })
    expect(clearingOf(chosen, reading).toolUses?.excludeTools).toEqual(['x'])
  })

  test('default to a summary of at most 16,384 tokens, made here by the session’s model', () => {
    expect(settings().compaction).toMatchObject({
      by: 'palimpsest',
      model: null,
      maxTokens: 16_384,
      instructions: '',
      savesFirst: true,
      isReviewed: false,
    })
  })

  test('enable all reminders by default', () => {
    expect(settings().reminders).toEqual({ listing: true, changes: true, size: true })
  })

  test('refuse a blank model name', () => {
    expect(settings({ compaction: { model: '  ' } }).compaction.model).toBeNull()
  })

  test.each<[string, ContextSettingsInput]>([
    ['a warning above the error', { warningAt: 90, errorAt: 80 }],
    ['an error above the compaction', { errorAt: 95, compactAt: 92 }],
    ['a warning above the compaction', { warningAt: 95, compactAt: 92 }],
    ['a threshold of zero', { warningAt: 0 }],
    ['a threshold beyond the window', { compactAt: 101 }],
    ['a window in which nothing fits', { window: 999 }],
    ['a summary of no tokens', { compaction: { maxTokens: 0 } }],
    ['a trigger of zero', { clearing: { toolUses: { trigger: { type: 'tool_uses', value: 0 } } } }],
    ['thinking of no turn', { clearing: { thinking: { keep: 0 } } }],
  ])('refuse %s', (_name, given) => {
    expect(contextSettings.safeParse(given).success).toBe(false)
  })

  test.each<[string, ContextSettingsInput]>([
    ['thresholds in order', { warningAt: 10, errorAt: 20, compactAt: 30 }],
    ['equal thresholds', { warningAt: 50, errorAt: 50, compactAt: 50 }],
    [
      'a warning above the default compaction while that is off',
      { warningAt: 95, compactAt: 'off' },
    ],
  ])('take %s', (_name, given) => {
    expect(contextSettings.safeParse(given).success).toBe(true)
  })

  test('are unchanged when parsed again', () => {
    const first = settings({ warningAt: 10, clearing: { by: 'api', thinking: { keep: 'all' } } })
    expect(contextSettings.parse(first)).toEqual(first)
  })
})

describe('the thresholds of a session', () => {
  test.each<[string, ContextSettingsInput, ContextThresholds]>([
    ['are those of the installation', {}, DEFAULT_THRESHOLDS],
    [
      'are its own where set',
      { warningAt: 10, errorAt: 20, compactAt: 30 },
      {
        warning: 10,
        error: 20,
        compaction: 30,
      },
    ],
    ['are its own one by one', { errorAt: 85 }, { ...DEFAULT_THRESHOLDS, error: 85 }],
    [
      'have no compaction if it is off',
      { compactAt: 'off' },
      { ...DEFAULT_THRESHOLDS, compaction: null },
    ],
  ])('%s', (_name, given, thresholds) => {
    expect(thresholdsOf(settings(given), DEFAULT_THRESHOLDS)).toEqual(thresholds)
  })

  test('may include a compaction if the installation has none', () => {
    const installation: ContextThresholds = { ...DEFAULT_THRESHOLDS, compaction: null }
    expect(thresholdsOf(settings(), installation).compaction).toBeNull()
    expect(thresholdsOf(settings({ compactAt: 50 }), installation).compaction).toBe(50)
  })
})
