import type { ContentRule } from '@/lib/text/content'
import type { PathRule } from '@/lib/text/memory-path'

/** The fields of inputs, named as in the API. Each face has its own labels for them. */
export const INPUT_FIELDS = [
  // of stores and memories
  'body',
  'content',
  'description',
  'from',
  'limit',
  'metadata',
  'name',
  'new_path',
  'path',
  'q',
  'replacement',
  'settings',
  'text',
  // of sessions
  'approval',
  'context',
  'event',
  'instructions',
  'keepTidy',
  'maxRequests',
  'maxTokens',
  'memoryPrompt',
  'model',
  'onlyTopic',
  'stores',
  'summary',
  'thinking',
  'title',
  'toolSet',
] as const

export type InputField = (typeof INPUT_FIELDS)[number]

/** A field, or a part of one: `settings.maxContentBytes`, `metadata.team`. */
export type InputPart = InputField | `${InputField}.${string}`

/** The expected kind of value. */
export type ExpectedType = 'string' | 'number' | 'boolean' | 'list' | 'object'

/** The rule that an input breaks, with its limits. Lengths are in characters. */
export type InputRule =
  | PathRule
  | ContentRule
  | { rule: 'missing' }
  | { rule: 'wrong_type'; expected: ExpectedType }
  /** `values`: all allowed ones, separated by commas */
  | { rule: 'not_one_of'; values: string }
  /** No rule is more specific. */
  | { rule: 'not_valid' }
  | { rule: 'empty' }
  | { rule: 'too_long'; maximum: number }
  /** NUL, or a lone surrogate. */
  | { rule: 'not_unicode_text' }
  | { rule: 'control_characters' }
  /** No line is long enough to search for. */
  | { rule: 'too_short_to_find'; minimum: number }
  | { rule: 'not_whole_number' }
  | { rule: 'too_small'; minimum: number }
  | { rule: 'too_large'; maximum: number }
  | { rule: 'too_few_tokens'; minimum: number }
  | { rule: 'too_many'; maximum: number }
  | { rule: 'empty_key' }
  | { rule: 'key_too_long'; maximum: number }
  | { rule: 'too_many_pairs'; maximum: number }
  /** An update that changes nothing. */
  | { rule: 'neither_content_nor_path' }
  /** A redaction's replacement contains the text it is to remove. */
  | { rule: 'contains_redacted_text' }
  | { rule: 'store_twice' }
  | { rule: 'not_a_call_of_this_session' }
  | { rule: 'not_a_model_name' }
  | { rule: 'not_tool_names' }
  | { rule: 'not_a_percentage' }
  /** Thresholds of a context. */
  | { rule: 'not_ascending' }

/** A part of an input, and the rule it breaks. */
export type InvalidInput = { field: InputPart } & InputRule
