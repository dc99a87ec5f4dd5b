import type { InputRule } from '@/lib/store/model/invalid-input'

type Rule = InputRule['rule']

/** Every kind of broken rule; a missing kind is a compile error. */
const EXAMPLES: { [Each in Rule]: Extract<InputRule, { rule: Each }> } = {
  not_absolute: { rule: 'not_absolute' },
  too_many_bytes: { rule: 'too_many_bytes', maximum: 1024 },
  control_or_format_characters: { rule: 'control_or_format_characters', found: 'U+200B' },
  not_normalised: { rule: 'not_normalised' },
  empty_segments: { rule: 'empty_segments' },
  dot_segments: { rule: 'dot_segments' },
  too_many_segments: { rule: 'too_many_segments', maximum: 20 },
  reserved: { rule: 'reserved', path: '/.anthropic-memory-store' },
  nul_characters: { rule: 'nul_characters' },
  lone_surrogates: { rule: 'lone_surrogates' },
  missing: { rule: 'missing' },
  wrong_type: { rule: 'wrong_type', expected: 'string' },
  not_one_of: { rule: 'not_one_of', values: 'off, api, palimpsest' },
  not_valid: { rule: 'not_valid' },
  empty: { rule: 'empty' },
  too_long: { rule: 'too_long', maximum: 255 },
  not_unicode_text: { rule: 'not_unicode_text' },
  control_characters: { rule: 'control_characters' },
  too_short_to_find: { rule: 'too_short_to_find', minimum: 3 },
  not_whole_number: { rule: 'not_whole_number' },
  too_small: { rule: 'too_small', minimum: 256 },
  too_large: { rule: 'too_large', maximum: 10_485_760 },
  too_few_tokens: { rule: 'too_few_tokens', minimum: 1000 },
  too_many: { rule: 'too_many', maximum: 8 },
  empty_key: { rule: 'empty_key' },
  key_too_long: { rule: 'key_too_long', maximum: 64 },
  too_many_pairs: { rule: 'too_many_pairs', maximum: 16 },
  neither_content_nor_path: { rule: 'neither_content_nor_path' },
  contains_redacted_text: { rule: 'contains_redacted_text' },
  store_twice: { rule: 'store_twice' },
  not_a_call_of_this_session: { rule: 'not_a_call_of_this_session' },
  not_a_model_name: { rule: 'not_a_model_name' },
  not_tool_names: { rule: 'not_tool_names' },
  not_a_percentage: { rule: 'not_a_percentage' },
  not_ascending: { rule: 'not_ascending' },
}

export const BROKEN_RULES: readonly InputRule[] = Object.values(EXAMPLES)

/** The facts that a sentence about the rule must show; the expected type has its own word. */
export function shownFacts({ rule, ...facts }: InputRule): string[] {
  return rule === 'wrong_type' ? [] : Object.values<string | number>(facts).map(String)
}
