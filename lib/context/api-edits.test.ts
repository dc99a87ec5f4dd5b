import { describe, expect, test } from 'vitest'
import { apiEdits, CLEARING_BETA, COMPACTION_BETA } from './api-edits'
import { clearingOf, type ContextSettingsInput, contextSettings } from './context-settings'

const WINDOW = 200_000

const editsOf = (given: ContextSettingsInput, compactAt: number | null = 92, window = WINDOW) => {
  const settings = contextSettings.parse(given)
  const clearing = clearingOf(settings, ['memory'])
  return apiEdits({ ...settings, clearing }, compactAt, window)
}

const toolUses = (more: object = {}): ContextSettingsInput => ({
  clearing: { by: 'api', toolUses: more },
})

describe('what the API is asked to do with a context', () => {
  test('is nothing by default', () => {
    expect(editsOf({})).toEqual({ config: null, betas: [] })
  })

  test.each<[string, ContextSettingsInput]>([
    ['this server clears', { clearing: { by: 'palimpsest', thinking: { keep: 1 } } }],
    ['nobody clears', { clearing: { by: 'off', thinking: { keep: 1 } } }],
    ['nothing is to be cleared', { clearing: { by: 'api', toolUses: null, thinking: null } }],
  ])('is nothing if %s', (_case, given) => {
    expect(editsOf(given)).toEqual({ config: null, betas: [] })
  })

  test('is to clear tool uses, those of memory too', () => {
    expect(editsOf(toolUses())).toEqual({
      config: {
        edits: [
          {
            type: 'clear_tool_uses_20250919',
            trigger: { type: 'input_tokens', value: 100_000 },
            keep: { type: 'tool_uses', value: 3 },
            exclude_tools: [],
            clear_tool_inputs: false,
          },
        ],
      },
      betas: [CLEARING_BETA],
    })
  })

  test.each<[string, object, object]>([
    [
      'trigger by calls',
      { trigger: { type: 'tool_uses', value: 7 } },
      {
        trigger: { type: 'tool_uses', value: 7 },
      },
    ],
    ['keep', { keep: 0 }, { keep: { type: 'tool_uses', value: 0 } }],
    [
      'clear_at_least',
      { clearAtLeast: 5_000 },
      {
        clear_at_least: { type: 'input_tokens', value: 5_000 },
      },
    ],
    [
      'exclude_tools',
      { excludeTools: ['memory', 'search'] },
      {
        exclude_tools: ['memory', 'search'],
      },
    ],
    ['clear_tool_inputs of all', { clearToolInputs: true }, { clear_tool_inputs: true }],
    [
      'clear_tool_inputs of some',
      { clearToolInputs: ['search'] },
      {
        clear_tool_inputs: ['search'],
      },
    ],
  ])('has %s as the API names it', (_name, given, wire) => {
    expect(editsOf(toolUses(given)).config?.edits?.[0]).toMatchObject(wire)
  })

  test.each<[number | 'all', object]>([
    [2, { type: 'thinking_turns', value: 2 }],
    ['all', { type: 'all' }],
  ])('is to keep the thinking of %s turns', (keep, wire) => {
    const { config, betas } = editsOf({
      clearing: { by: 'api', toolUses: null, thinking: { keep } },
    })
    expect(config).toEqual({ edits: [{ type: 'clear_thinking_20251015', keep: wire }] })
    expect(betas).toEqual([CLEARING_BETA])
  })

  test('has thinking first, and compaction last', () => {
    const { config, betas } = editsOf({
      clearing: { by: 'api', thinking: { keep: 1 } },
      compaction: { by: 'api' },
    })
    expect(config?.edits?.map(({ type }) => type)).toEqual([
      'clear_thinking_20251015',
      'clear_tool_uses_20250919',
      'compact_20260112',
    ])
    expect(betas).toEqual([CLEARING_BETA, COMPACTION_BETA])
  })
})

describe('the API’s own compaction', () => {
  const compactionOf = (more: object, compactAt: number | null = 92, window = WINDOW) =>
    editsOf({ compaction: { by: 'api', ...more } }, compactAt, window)

  test('begins at the session’s threshold', () => {
    expect(compactionOf({})).toEqual({
      config: {
        edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value: 184_000 } }],
      },
      betas: [COMPACTION_BETA],
    })
  })

  test.each([
    [100_000, 50, 50_000],
    [100_000, 49, 50_000],
    [8_000, 92, 50_000],
    [100_002, 50, 50_001],
  ])(
    'with a window of %i and a threshold of %i %% begins at %i, never below 50,000',
    (window, at, value) => {
      const [edit] = compactionOf({}, at, window).config?.edits ?? []
      expect(edit).toMatchObject({ trigger: { type: 'input_tokens', value } })
    },
  )

  test('is not requested if automatic compaction is off', () => {
    expect(compactionOf({}, null)).toEqual({ config: null, betas: [] })
  })

  test('has instructions only if a person gave some, for they replace the API’s own', () => {
    const [with_] = compactionOf({ instructions: 'Keep names.' }).config?.edits ?? []
    expect(with_).toMatchObject({ instructions: 'Keep names.' })
    const [without] = compactionOf({ instructions: ' \n' }).config?.edits ?? []
    expect(without).not.toHaveProperty('instructions')
  })
})
